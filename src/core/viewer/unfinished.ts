/**
 * A secret that is being printed is none yet, but frames come while it is. Less of it is shown in them than to those who
 * ask now and then; once the program rests it is shown as any other read shows it.
 */
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Screen } from '../screen/screen.ts';
import { hidingOpen } from '../screen/unfinished.ts';

/** Hides it too; undefined when there is nothing of the kind. */
export const hidingUnfinished = (screen: Screen, redaction: Redaction): Redaction | undefined =>
  hidingOpen(screen, redaction, limits.unfinishedSecretChars);

/** For what is kept, or told without having been asked for at that moment: half of a secret would be told in it. */
export const hidingUnfinishedToo = (screen: Screen, redaction: Redaction): Redaction =>
  hidingUnfinished(screen, redaction) ?? redaction;
