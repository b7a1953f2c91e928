/** The scenarios of Claude Code by subject. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { clients } from '../../scenarios/shared.ts';
import { dialogs } from './dialogs.ts';
import { failures } from './failures.ts';
import { forgeries } from './forgeries.ts';
import { hidden } from './hidden.ts';
import { mcp } from './mcp.ts';
import { modes } from './modes.ts';
import { previews } from './previews.ts';
import { prompts } from './prompts.ts';
import { screens } from './screens.ts';
import { statusLines } from './statusLines.ts';
import { streams } from './streams.ts';
import { turns } from './turns.ts';
import { vim } from './vim.ts';

export const scenarios: readonly Scenario[] = [
  ...turns,
  ...vim,
  ...dialogs,
  ...mcp,
  ...modes,
  ...screens,
  ...failures,
  ...forgeries,
  ...hidden,
  ...previews,
  ...prompts,
  ...statusLines,
  ...streams,
  ...clients(),
];
