/** Methods that attach viewers, scroll them, and pass on what people type. */
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { requirePermission } from '#permissionCheck.ts';
import { z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import { toExitData } from '#session/waits.ts';
import { WellFormedText } from '#terminal/input/action.ts';
import { getConnectionViewers, getTotalSize } from './connectionViewers.ts';
import { Cols, Exit, method, Name, Rows, ScreenSize, SessionRef } from './method.ts';
import { DisplayName, getLockStatus, listViewers, lockFields, ViewerInfo } from './sessionInfo.ts';

const ViewerRef = Name.describe('The id of a viewer of this connection, from `session.attach`.');

const ViewerSizeParam = z
  .strictObject({ rows: Rows, cols: Cols })
  .describe(
    "The size of the viewer's terminal. If the session is larger, the viewer shows the part with the cursor, or the top left if no cursor is visible.",
  );

const unknownViewer = {
  title: 'an unknown viewer',
  program: 'prints-ready',
  send: { viewer: 's1.v9' },
  fault: 'ViewerUnknown',
} as const;

export const sessionAttach = method({
  name: 'session.attach',
  summary:
    'Attach a viewer to a session: returns the current screen, then sends `session.frame` after each change.',
  details:
    'A frame is text for a terminal. The terminal must show nothing else in the rows and columns of the frame. A frame contains the redacted screen with overlays and panels, the cursor, the title, and the modes that the program has set, so that keys are encoded as the program expects them. Send what the person types with `session.type`. A connection can have several viewers. They are detached when it closes.',
  needs: ['screen.read'],
  throws: ['Busy', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    name: DisplayName.optional(),
    read_only: z.boolean().default(false).describe('The viewer cannot type.'),
    size: ViewerSizeParam.optional(),
    resize: z
      .boolean()
      .default(false)
      .describe(
        'Resize the session to the size of this terminal. The last viewer that set this decides; when none is left, the session gets its former size back. Requires the permission `session.resize`.',
      ),
    raw: z
      .boolean()
      .default(false)
      .describe('Show the screen unredacted. Requires a server that was started with `--raw-view`.'),
    paced: z
      .boolean()
      .default(false)
      .describe(
        'Send the next frame only after `session.drawn`. For clients that receive faster than they can render, such as a browser.',
      ),
    inside: z
      .string()
      .max(limits.nameChars)
      .optional()
      .describe(
        'The value of `PTYWRIGHT_SESSION_TAG` in the environment of the viewer. The call is refused if the terminal of the viewer is inside the session, because the session would then show itself endlessly.',
      ),
  }),
  result: z.object({
    session: z.string().describe('The id of the session.'),
    viewer: z.string().describe('The id of the viewer, for later calls.'),
    data: z.string().describe('The first frame. It clears the terminal.'),
    size: ScreenSize.describe('The size of the session with its panels.'),
    ...lockFields,
    viewers: z.array(ViewerInfo).describe('All viewers of the session, including this one.'),
    exit: Exit.nullable(),
  }),
  examples: [
    {
      title: 'a read-only viewer',
      program: 'prints-ready',
      send: { name: 'ada', read_only: true, size: { rows: 24, cols: 80 } },
      reply: { viewer: 's1.v1', holder: null, viewers: [{ viewer: 's1.v1', name: 'ada', read_only: true }] },
    },
    { title: 'without redaction', program: 'prints-ready', send: { raw: true }, fault: 'PermissionDenied' },
  ],
  handle: ({ world, caller }, { session: ref, name, read_only, size, resize, raw, paced, inside }) => {
    const session = world.sessions.get(ref);
    if (inside === session.tag) refuseRecursion(session);
    if (resize) requirePermission('session.resize', world);
    if (raw) permitRawView(world);
    const redaction = session.redactionForRead({ redact: !raw }, world);
    const options = { name, readOnly: read_only, redaction, extent: size, resizes: resize };
    const viewer = getConnectionViewers(caller).attach(session, options, paced);
    return {
      session: session.id,
      viewer: viewer.id,
      data: viewer.takeFrame(),
      size: getTotalSize(session),
      ...getLockStatus(session, caller),
      viewers: listViewers(session),
      exit: toExitData(session),
    };
  },
});

function refuseRecursion({ id }: Session): never {
  const reason = `this terminal is inside ${id}, which would show itself endlessly; attach from another terminal`;
  return raise(fault.Invalid({ path: 'inside', reason }, reason));
}

function permitRawView({ rawView }: Core): void {
  if (!rawView)
    raise(
      fault.PermissionDenied(
        { reason: 'the server was started without --raw-view' },
        'raw viewers are disabled: start the server with --raw-view',
      ),
    );
}

export const sessionDetach = method({
  name: 'session.detach',
  summary: 'Detach a viewer of this connection. It gets no frames after the reply.',
  needs: ['screen.read'],
  throws: ['ViewerUnknown'],
  positional: ['session', 'viewer'],
  params: z.strictObject({ session: SessionRef, viewer: ViewerRef }),
  result: z.object({ detached: z.literal(true) }),
  examples: [unknownViewer],
  handle: ({ world, caller }, { session, viewer }) => {
    getConnectionViewers(caller).detach(world.sessions.get(session), viewer);
    return { detached: true as const };
  },
});

export const sessionDetachAll = method({
  name: 'session.detach_all',
  summary: 'Detach all viewers of a session, on all connections. The program continues.',
  needs: ['session.kill'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: z.object({ detached: z.int().describe('Number of viewers that were detached.') }),
  examples: [{ title: 'no viewers', program: 'prints-ready', send: {}, reply: { detached: 0 } }],
  handle: ({ world }, { session }) => ({ detached: world.sessions.get(session).viewers.detachAll() }),
});

export const sessionView = method({
  name: 'session.view',
  summary: 'Change the size or the mode of a viewer.',
  details: 'A new size clears the terminal: the next frame is a full one.',
  needs: ['screen.read'],
  throws: ['ViewerUnknown', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    viewer: ViewerRef,
    size: ViewerSizeParam.optional(),
    resize: z
      .boolean()
      .optional()
      .describe(
        'Whether the session takes the size of this terminal. Requires the permission `session.resize`.',
      ),
    read_only: z.boolean().optional(),
  }),
  result: z.object({ changed: z.literal(true) }),
  examples: [
    {
      title: 'an unknown viewer',
      program: 'prints-ready',
      send: { viewer: 's1.v9', size: { rows: 10, cols: 40 } },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller }, { session: ref, viewer, size, resize, read_only }) => {
    if (resize) requirePermission('session.resize', world);
    const session = world.sessions.get(ref);
    getConnectionViewers(caller)
      .get(session, viewer)
      .update({ extent: size, resizes: resize, readOnly: read_only });
    return { changed: true as const };
  },
});

const StepCount = (most: number) => z.int().min(-most).max(most).default(0);

export const sessionLook = method({
  name: 'session.look',
  summary:
    'Scroll a viewer: to rows in the scrollback, or to a part of the screen that does not fit into its terminal.',
  details:
    'The viewer keeps its position during output, until it follows the cursor again or its person types. Steps beyond the edge end at the edge. The scrollback is above the screen and its panels; the alternate screen has no scrollback. While a viewer is scrolled, its frames set no terminal modes, so keys and mouse events arrive in their default encoding.',
  needs: ['screen.read'],
  throws: ['ViewerUnknown'],
  params: z.strictObject({
    session: SessionRef,
    viewer: ViewerRef,
    from: z
      .enum(['here', 'oldest', 'newest', 'cursor'])
      .default('here')
      .describe(
        'Where the steps start: at the current position, at the oldest kept row, or at the end of the screen. `cursor` makes the viewer follow the cursor again, without steps.',
      ),
    down: StepCount(limits.maxScrollback).describe('In rows; negative values scroll up.'),
    right: StepCount(limits.maxCols).describe('In columns; negative values scroll left.'),
  }),
  result: z.object({
    beyond: z
      .object({
        above: z.int().describe('Number of rows above the visible part.'),
        below: z.int(),
        left: z.int().describe('Number of columns to the left of it.'),
        right: z.int(),
      })
      .nullable()
      .describe('What is outside the visible part, for each side. Null if the viewer follows the cursor.'),
  }),
  examples: [
    {
      title: 'an unknown viewer',
      program: 'prints-ready',
      send: { viewer: 's1.v9', down: -10 },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller }, { session, viewer: id, from, ...steps }) => {
    const viewer = getConnectionViewers(caller).get(world.sessions.get(session), id);
    if (from !== 'cursor') return { beyond: viewer.scroll({ from, ...steps }) };
    viewer.followCursor();
    return { beyond: null };
  },
});

export const sessionDrawn = method({
  name: 'session.drawn',
  summary: 'Acknowledge the last frame of a paced viewer; the server then sends the next one.',
  details:
    'The first frame, in the reply of `session.attach`, needs an acknowledgement too. At most one frame is in transit, however much a program prints, so the echo of typed keys appears as soon as the viewer can show it.',
  needs: ['screen.read'],
  throws: ['ViewerUnknown'],
  positional: ['session', 'viewer'],
  params: z.strictObject({ session: SessionRef, viewer: ViewerRef }),
  result: z.object({ noted: z.literal(true) }),
  examples: [unknownViewer],
  handle: ({ world, caller }, { session, viewer }) => {
    getConnectionViewers(caller).acknowledge(world.sessions.get(session), viewer);
    return { noted: true as const };
  },
});

export const sessionType = method({
  name: 'session.type',
  summary: 'Write the keys that a person typed in a viewer, as the terminal sent them.',
  details:
    'Complete keys are written, those of one call in one piece. An incomplete key is held for 100 ms; then it is written as a separate key, such as alt with `[`. An escape at the end of a call is written at once, and other clients cannot write for the next 50 ms: bytes that arrive by then belong to the same key, otherwise it is the escape key. If `more` is true, both are held until the remaining bytes arrive. Mouse and focus reports that the program has not enabled are dropped. Mouse reports must be in SGR encoding and are converted to the encoding of the program. A scrolled viewer follows the cursor again. While another client holds the input lock, or any client holds it with `from: people`, the keys are sent to the holder as `session.typed` and not written. `Busy` means that the holder does not read them.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'ViewerUnknown', 'PermissionDenied', 'Busy'],
  params: z.strictObject({
    session: SessionRef,
    viewer: ViewerRef,
    data: WellFormedText,
    more: z.boolean().default(false).describe('The terminal has more bytes to send.'),
  }),
  result: z.object({
    bytes: z.int().describe('Bytes written to the program.'),
    captured: z
      .boolean()
      .describe('Whether the holder of the input lock got the keys. They were then not written.'),
  }),
  examples: [
    {
      title: 'an unknown viewer',
      program: 'prints-ready',
      send: { viewer: 's1.v9', data: 'x' },
      fault: 'ViewerUnknown',
    },
  ],
  handle: ({ world, caller, signal }, { session, viewer: id, data, more }) => {
    const viewer = getConnectionViewers(caller).get(world.sessions.get(session), id);
    if (viewer.readOnly)
      raise(fault.PermissionDenied({ reason: 'the viewer is read-only' }, 'the viewer is read-only'));
    return viewer.type(data, signal, more);
  },
});
