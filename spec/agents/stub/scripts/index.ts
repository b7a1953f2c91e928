/** Everything that the stub knows to answer, one file a subject. */
import type { Scripts } from '../script.ts';
import { answers } from './answers.ts';
import { failures } from './failures.ts';
import { forgeries } from './forgeries.ts';
import { plans } from './plans.ts';
import { questions } from './questions.ts';
import { secrets } from './secrets.ts';
import { streams } from './streams.ts';
import { tools } from './tools.ts';

export const scripts: Scripts = {
  ...answers,
  ...failures,
  ...forgeries,
  ...plans,
  ...questions,
  ...secrets,
  ...streams,
  ...tools,
};
