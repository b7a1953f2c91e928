/** A pattern of a client that is shown rows filled with blanks to their width: it is looked for there first. */
import { compilePattern } from '../../platform/regex.ts';
import { compileParameter } from './compile.ts';
import type { Probe } from './matcher.ts';
import { searchPattern } from './search.ts';

/** `parameter`: where it came from. A pattern that is wrong is refused by that name. */
export function filledProbe(source: string, parameter: string): Probe {
  const trimmed = compileParameter({ type: 'screen_regex', value: source }, parameter);
  const pattern = compilePattern(source);
  return {
    ...trimmed,
    ask: (moment) => {
      const view = moment.screen();
      const verdict = searchPattern('screen_regex', view.withBlanks?.('all') ?? view, pattern);
      return 'hit' in verdict ? verdict : trimmed.ask(moment);
    },
  };
}
