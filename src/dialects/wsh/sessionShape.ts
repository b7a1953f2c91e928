import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';
import type { Desk } from './desk.ts';

export const SessionShape = z.object({
  name: z.string(),
  pid: z.int(),
  command: z.string(),
  rows: z.int(),
  cols: z.int(),
  clients: z.int().describe('Who looks at it: people, and programs that follow it.'),
  tags: z.array(z.string()),
  last_activity_ms: z.int().describe('How long ago anything last went on in it.'),
});

/** One that nobody has named is called by its id. */
export const nameOf = ({ name, id }: Session): string => name ?? id;

export function shapeOf(desk: Desk, session: Session): z.input<typeof SessionShape> {
  const { screen, pty, redaction, program, args, changes, clock, tags } = session;
  return {
    name: nameOf(session),
    pid: pty.pid,
    command: desk.commands.get(session) ?? redaction.text([program, ...args].join(' ')),
    rows: screen.size.rows,
    cols: screen.size.cols,
    clients: desk.clientsOf(session),
    tags: [...tags],
    last_activity_ms: Math.round(clock.now() - changes.activity.at),
  };
}
