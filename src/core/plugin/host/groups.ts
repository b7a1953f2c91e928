/** The groups of host functions, in the order in which the reference has them. */
import type { HostGroup } from './declaration.ts';
import { json } from './json.ts';
import { log } from './log.ts';
import { ruleGroup } from './rule.ts';
import { boxes } from './screen/boxes.ts';
import { buttons } from './screen/buttons.ts';
import { cursor } from './screen/cursor.ts';
import { find } from './screen/find.ts';
import { match } from './screen/match.ts';
import { options } from './screen/options.ts';
import { rows } from './screen/rows.ts';
import { rules } from './screen/rules.ts';
import { spinners } from './screen/spinners.ts';
import { styles } from './screen/styles.ts';
import { states } from './state.ts';
import { textGroup } from './text.ts';

export const groups: readonly HostGroup[] = [
  states,
  ruleGroup,
  rows,
  find,
  match,
  cursor,
  styles,
  rules,
  boxes,
  options,
  buttons,
  spinners,
  textGroup,
  json,
  log,
];

export const hostFunctions = groups.flatMap(({ functions }) => functions);
