import type { Figures } from '../row.ts';
import { classifications } from './classifications.ts';
import { keysMatched, keysPolled } from './keys.ts';
import { openedAndClosed } from './openedAndClosed.ts';
import { redactedStream } from './redactedStream.ts';
import { snapshots } from './snapshots.ts';

type SubjectFunction = (words: readonly string[]) => Promise<Figures> | Figures;

export const subjects = {
  classifications,
  keysMatched,
  keysPolled,
  openedAndClosed,
  redactedStream,
  snapshots,
} satisfies Record<string, SubjectFunction>;
