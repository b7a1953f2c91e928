/** What is told about a session. Its title, folder and arguments may hold secrets as its screen may. */
import { limits } from '../../core/limits.ts';
import type { Session } from '../../core/session/session.ts';
import { z } from '../../platform/schema.ts';
import { Holder, holderIn } from './holderShape.ts';
import { Exit } from './shapes.ts';
import { ViewerRow, viewersOf } from './viewerShape.ts';

const Modes = z
  .object({
    application_cursor: z.boolean(),
    application_keypad: z.boolean(),
    bracketed_paste: z.boolean(),
    focus_events: z.boolean(),
    mouse_tracking: z.enum(['none', 'x10', 'vt200', 'drag', 'any']),
    mouse_encoding: z.enum(['default', 'utf8', 'sgr', 'urxvt', 'sgr_pixels']),
    modify_other_keys: z.int(),
    kitty_keyboard: z.int(),
    alternate_screen: z.boolean(),
    synchronized_output: z.boolean(),
    insert: z.boolean(),
    origin: z.boolean(),
    wraparound: z.boolean(),
    reverse_screen: z.boolean(),
  })
  .describe('What the program has asked of its terminal.');

const PendingWait = z.object({
  waits_for: z.string().describe('In words, for people.'),
  waited_ms: z.number().describe('How long ago it began.'),
  timeout_ms: z.number(),
});

export const SessionInfo = z
  .object({
    session: z.string(),
    name: z.string().nullable(),
    tags: z.array(z.string()),
    program: z.string(),
    args: z.array(z.string()),
    pid: z.int(),
    running: z.boolean(),
    exit: Exit.nullable(),
    foreground: z.string().nullable().describe('The program in the foreground, where the system tells.'),
    cwd: z
      .string()
      .nullable()
      .describe('The folder of the foreground program, as it reports it or the system tells.'),
    size: z.object({ rows: z.int(), cols: z.int(), pixel_width: z.int(), pixel_height: z.int() }),
    title: z.string().nullable(),
    sequence: z.int(),
    transcript_cursor: z.int(),
    modes: Modes,
    last_change_ms: z.number().describe('How long ago the screen last looked different.'),
    pending_waits: z.int(),
    waits: z
      .array(PendingWait)
      .describe(`What is waited for here, the oldest first; ${limits.toldWaits} at most.`),
    queued_input_bytes: z.int().describe('Input that the program has not read yet.'),
    holder: Holder.nullable(),
    viewers: z.array(ViewerRow).describe('The people who look at it.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'SessionInfo' });

export function infoOf(session: Session): z.input<typeof SessionInfo> {
  const { screen, redaction, pty, exit } = session;
  return {
    session: session.id,
    name: session.name ?? null,
    tags: [...session.tags],
    program: redaction.text(session.program),
    args: session.args.map((argument) => redaction.text(argument)),
    pid: pty.pid,
    running: exit === null,
    exit: exit && { exit_code: exit.exitCode, signal: exit.signal },
    foreground: told(session, pty.program()),
    cwd: told(session, screen.cwd ?? pty.cwd()),
    size: sizeOf(session),
    title: told(session, screen.title),
    sequence: screen.sequence,
    transcript_cursor: session.transcript.cursor,
    modes: modesOf(session),
    last_change_ms: Math.round(session.clock.now() - screen.lastVisibleChange),
    pending_waits: session.pendingWaits,
    waits: waitsOf(session),
    queued_input_bytes: pty.queuedBytes,
    holder: holderIn(session),
    viewers: viewersOf(session),
    warnings: session.warnings.map((line) => redaction.text(line)),
  };
}

function waitsOf({ waits, redaction, clock }: Session): z.input<typeof PendingWait>[] {
  const now = clock.now();
  return waits.hoped(limits.toldWaits).map(({ hope, since, timeoutMs }) => ({
    waits_for: clip(redaction.text(hope)),
    waited_ms: Math.round(now - since),
    timeout_ms: timeoutMs,
  }));
}

const clip = (text: string): string =>
  text.length <= limits.hopeChars ? text : `${text.slice(0, limits.hopeChars - 1)}…`;

const told = ({ redaction }: Session, text: string | null) => (text === null ? null : redaction.text(text));

const sizeOf = ({ screen: { size } }: Session) => ({
  rows: size.rows,
  cols: size.cols,
  pixel_width: size.pixelWidth,
  pixel_height: size.pixelHeight,
});

const modesOf = ({ screen: { modes } }: Session): z.input<typeof Modes> => ({
  application_cursor: modes.applicationCursor,
  application_keypad: modes.applicationKeypad,
  bracketed_paste: modes.bracketedPaste,
  focus_events: modes.focusEvents,
  mouse_tracking: modes.mouseTracking,
  mouse_encoding: modes.mouseEncoding,
  modify_other_keys: modes.modifyOtherKeys,
  kitty_keyboard: modes.kittyKeyboard,
  alternate_screen: modes.alternateScreen,
  synchronized_output: modes.synchronizedOutput,
  insert: modes.insert,
  origin: modes.origin,
  wraparound: modes.wraparound,
  reverse_screen: modes.reverseScreen,
});
