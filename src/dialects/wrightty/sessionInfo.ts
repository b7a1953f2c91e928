import { resolve } from 'node:path';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';

export const SessionInfo = z.object({
  sessionId: z.string(),
  title: z.string(),
  cwd: z.string().nullable(),
  cols: z.int(),
  rows: z.int(),
  pid: z.int(),
  running: z.boolean(),
  alternateScreen: z.boolean(),
});

/** Until the program runs, the process that becomes it stands in the folder of the server. */
function folderOf({ pty, asked, transcript }: Session): string | null {
  const now = pty.cwd();
  if (asked.cwd === undefined || transcript.cursor > 0) return now;
  return now === process.cwd() ? resolve(asked.cwd) : now;
}

/** One that has set no title is called by its program. */
export function infoOf(session: Session): z.input<typeof SessionInfo> {
  const { screen, redaction, pty, exit } = session;
  const cwd = screen.cwd ?? folderOf(session);
  return {
    sessionId: session.id,
    title: redaction.text(screen.title ?? session.program),
    cwd: cwd === null ? null : redaction.text(cwd),
    cols: screen.size.cols,
    rows: screen.size.rows,
    pid: pty.pid,
    running: exit === null,
    alternateScreen: screen.alternateScreen,
  };
}
