/** All scripts of the stub, one file per subject. */
import type { Scripts } from '../script.ts';
import { answers } from './answers.ts';
import { failures } from './failures.ts';
import { forgeries } from './forgeries.ts';
import { hidden } from './hidden.ts';
import { mcp } from './mcp.ts';
import { plans } from './plans.ts';
import { questions } from './questions.ts';
import { secrets } from './secrets.ts';
import { streams } from './streams.ts';
import { tools } from './tools.ts';
import { widthScripts } from './widths.ts';

export const scripts: Scripts = {
  ...answers,
  ...failures,
  ...forgeries,
  ...hidden,
  ...mcp,
  ...plans,
  ...questions,
  ...secrets,
  ...streams,
  ...tools,
  ...widthScripts,
};
