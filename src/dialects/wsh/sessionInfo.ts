/** The description of a session in replies. */
import { z } from '#platform/schema.ts';
import { redactWords } from '#redaction/policy.ts';
import type { Session } from '#session/session.ts';
import type { WshServerContext } from './serverContext.ts';

export const SessionInfo = z.object({
  name: z.string(),
  server: z.string().describe('Host name of the server.'),
  pid: z.int(),
  command: z.string(),
  rows: z.int(),
  cols: z.int(),
  clients: z.int().describe('The viewers and subscribers of the session.'),
  tags: z.array(z.string()),
  last_activity_ms: z.int().describe('Time since the last activity, in milliseconds.'),
});

/** Milliseconds since the last output, input or resize. */
export const getIdleMs = ({ clock, changes }: Session): number =>
  Math.round(clock.now() - changes.activity.lastAt);

/** The name of a session, or else its id. */
export const getSessionName = ({ name, id }: Session): string => name ?? id;

export function getSessionInfo(
  serverContext: WshServerContext,
  session: Session,
): z.input<typeof SessionInfo> {
  const { screen, pty, redaction, program, args, tags } = session;
  const requested = serverContext.commands.get(session);
  return {
    name: getSessionName(session),
    server: serverContext.hostname,
    pid: pty.pid,
    command:
      requested === undefined
        ? redactWords(redaction, [program, ...args]).join(' ')
        : redaction.text(requested),
    rows: screen.size.rows,
    cols: screen.size.cols,
    clients: serverContext.countClients(session),
    tags: [...tags].sort(),
    last_activity_ms: getIdleMs(session),
  };
}
