import { fault, raise } from '../../../core/faults.ts';
import { limits } from '../../../core/limits.ts';
import type { Session } from '../../../core/session/session.ts';
import type { World } from '../../../core/world.ts';
import { z } from '../../../platform/schema.ts';
import { heldShape, holderOf } from '../holderShape.ts';
import { method } from '../method.ts';
import { Exit, SessionRef } from '../shapes.ts';
import { Extent, PersonName, permitResize, ViewerRow, viewersOf } from '../viewerShape.ts';
import { exitOf, viewingOf, wholeSize } from '../viewing.ts';

export const attach = method({
  name: 'session.attach',
  since: 1,
  summary: 'Show a session to a person: the screen as it is now, and `session.frame` whenever it changes.',
  details:
    'A frame is text for a terminal of which nothing is expected but that it shows nothing else in the rows and columns of the frame. It holds the screen with overlays and panels, redacted, the cursor, the title, and the modes that the program asked for, so that the keys of the person come as the program expects them; what the person types goes back by `session.type`. A connection may have several viewers. They end with it.',
  needs: ['screen.read'],
  throws: ['SessionUnknown', 'Busy', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    name: PersonName.optional(),
    read_only: z.boolean().default(false).describe('Nothing can be typed here.'),
    size: Extent.optional(),
    resize: z
      .boolean()
      .default(false)
      .describe(
        'Give the session the size of this terminal. It follows who asked last, and has its own size again when nobody is left who asked. It takes `session.resize`.',
      ),
    raw: z
      .boolean()
      .default(false)
      .describe('Without redaction. The server must have been started with `--raw-view`.'),
    paced: z
      .boolean()
      .default(false)
      .describe(
        'The next frame comes only after `session.drawn`: for who takes more than he can show, such as a browser.',
      ),
    inside: z
      .string()
      .max(limits.nameChars)
      .optional()
      .describe(
        'What the viewer finds in `PTYWRIGHT_SESSION_TAG`: to be refused where its own terminal is the session that it would show, which would feed itself for ever.',
      ),
  }),
  result: z.object({
    session: z.string().describe('Its id.'),
    viewer: z.string().describe('Stands for this viewer in what follows.'),
    data: z.string().describe('The first frame. It erases what the terminal shows.'),
    size: z.object({ rows: z.int(), cols: z.int() }).describe('Of the session, with its panels.'),
    ...heldShape,
    viewers: z.array(ViewerRow).describe('All who look at the session, this one included.'),
    exit: Exit.nullable(),
  }),
  examples: [
    {
      title: 'someone who looks on',
      program: 'prints-ready',
      send: { name: 'ada', read_only: true, size: { rows: 24, cols: 80 } },
      reply: { viewer: 's1.v1', holder: null, viewers: [{ viewer: 's1.v1', name: 'ada', read_only: true }] },
    },
    { title: 'without redaction', program: 'prints-ready', send: { raw: true }, fault: 'PermissionDenied' },
  ],
  handle: ({ world, caller }, { session: wanted, name, read_only, size, resize, raw, paced, inside }) => {
    const session = world.sessions.get(wanted);
    if (inside === session.tag) refuseItself(session);
    permitResize(world, resize);
    if (raw) permitRawView(world);
    const redaction = world.readRedaction(session, { redact: !raw });
    const terms = { name, readOnly: read_only, redaction, extent: size, resizes: resize };
    const viewer = viewingOf(caller).attach(session, terms, paced);
    return {
      session: session.id,
      viewer: viewer.id,
      data: viewer.take(),
      size: wholeSize(session),
      ...holderOf(session, caller),
      viewers: viewersOf(session),
      exit: exitOf(session),
    };
  },
});

function refuseItself({ id }: Session): never {
  const reason = `this terminal is a part of ${id}, which would be shown inside itself`;
  return raise(fault.Invalid({ path: 'inside', reason }, reason));
}

function permitRawView({ rawView }: World): void {
  if (!rawView)
    raise(
      fault.PermissionDenied(
        { reason: 'the server was started without --raw-view' },
        'people are shown nothing raw: the server was started without --raw-view',
      ),
    );
}
