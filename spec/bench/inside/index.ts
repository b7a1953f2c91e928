/** All in-process measurements by name. */
import type { Figures } from '../row.ts';
import { classifications } from './classifications.ts';
import { heldWhenFull } from './heldWhenFull.ts';
import { keysMatched, keysPolled } from './keys.ts';
import { openedAndClosed } from './openedAndClosed.ts';
import { redactedCorpora } from './redactedCorpora.ts';
import { redactedLookAlikes, redactedStream } from './redactedStream.ts';
import { snapshots } from './snapshots.ts';
import { visibleSecrets } from './visibleSecrets.ts';

type SubjectFunction = (words: readonly string[]) => Promise<Figures> | Figures;

export const subjects = {
  classifications,
  heldWhenFull,
  keysMatched,
  keysPolled,
  openedAndClosed,
  redactedCorpora,
  redactedLookAlikes,
  redactedStream,
  visibleSecrets,
  snapshots,
} satisfies Record<string, SubjectFunction>;
