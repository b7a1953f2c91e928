/** The screen as text that is as wide as the terminal, and the parts of it that a client may ask for. */
import type { Cell } from '../../../core/screen/cells.ts';
import { type Region, takeSnapshot } from '../../../core/screen/snapshot.ts';
import type { Session } from '../../../core/session/session.ts';

/** Secrets hidden; blanks at the right and blank rows are there. */
export function textOf({ screen, redaction }: Session, region?: Region): string {
  const { cells } = takeSnapshot(screen, { redaction, cells: 'full', region });
  return (cells as Cell[][]).map((row) => row.map(({ char }) => char).join('')).join('\n');
}
