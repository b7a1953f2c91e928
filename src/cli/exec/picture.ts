/** The last screen, as it is printed. */
import { ansiOf } from '../../core/render/ansi.ts';
import { takeSnapshot } from '../../core/screen/snapshot.ts';
import { runsByRow } from '../../core/screen/styledRows.ts';
import type { Session } from '../../core/session/session.ts';
import type { Played } from './play.ts';

export type Format = 'text' | 'ansi' | 'json';

const printed: Readonly<Record<Format, (session: Session, played: Played) => string>> = {
  text: (session) => takeSnapshot(session.screen, { redaction: session.redaction, cells: 'none' }).plain_text,
  ansi: (session) => ansiOf(runsByRow(session.screen, session.redaction)),
  json: (session, played) =>
    JSON.stringify({ ...played.told, exit: exitOf(session), snapshot: styledSnapshot(session) }),
};

export const pictureOf = (format: Format, session: Session, played: Played): string =>
  `${printed[format](session, played)}\n`;

const styledSnapshot = (session: Session) =>
  takeSnapshot(session.screen, { redaction: session.redaction, cells: 'runs' });

const exitOf = ({ exit }: Session) => exit && { exit_code: exit.exitCode, signal: exit.signal };
