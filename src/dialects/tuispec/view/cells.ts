/** The screen as text that is as wide as the terminal, and the parts of it that a client may ask for. */
import { readText } from '../../../core/screen/readText.ts';
import type { Region } from '../../../core/screen/snapshot.ts';
import type { Session } from '../../../core/session/session.ts';
import { hidingUnfinishedToo } from '../../../core/viewer/unfinished.ts';

/** Secrets hidden; blanks at the right and blank rows are there. */
export const textOf = ({ screen, redaction }: Session, region?: Region): string =>
  readText(screen, { redaction, region, trim: false });

/** For who has not asked at this moment: half of a secret that is just being printed is hidden too. */
export const toldText = ({ screen, redaction }: Session, trim: boolean): string =>
  readText(screen, { redaction: hidingUnfinishedToo(screen, redaction), trim });
