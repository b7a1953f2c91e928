/**
 * What replies contain of a session: its description, its viewers and its input lock. Title, folder and arguments are
 * redacted, because they may hold secrets.
 */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { redactWords } from '#redaction/policy.ts';
import type { Caller } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import { formatMatcherText, toExitData } from '#session/waits.ts';
import { formatModes } from '#terminal/modes.ts';
import { TerminalSize, toTerminalSize } from '#terminal/screenReader.ts';
import type { Viewer } from '#viewers/viewer.ts';
import { Exit, Name, ScreenSize } from './method.ts';

export const DisplayName = Name.describe('The name that other clients see.');

export const ViewerInfo = z
  .object({
    viewer: z.string(),
    name: z.string().nullable(),
    read_only: z.boolean(),
    size: ScreenSize.nullable(),
    resize: z.boolean().describe('Whether the session takes the size of this terminal.'),
  })
  .meta({ id: 'Viewer' });

export const listViewers = ({ viewers }: Session): z.input<typeof ViewerInfo>[] =>
  viewers.all().map(toViewerInfo);

const toViewerInfo = ({ id, name, readOnly, extent, resizes }: Viewer): z.input<typeof ViewerInfo> => ({
  viewer: id,
  name,
  read_only: readOnly,
  size: extent ? { rows: extent.rows, cols: extent.cols } : null,
  resize: resizes,
});

export const LockScope = z
  .enum(['everyone', 'people'])
  .describe(
    '`everyone`: writes by others are refused. `people`: programs can still write; keys that people type are sent to the holder and not written.',
  );

const LockHolder = z
  .object({
    name: z.string().nullable().describe('The name that the holder gave.'),
    from: LockScope,
    person: z
      .boolean()
      .describe(
        'The holder had a viewer of the session that was not read-only when it captured the input. No program can take over its lock.',
      ),
    since: z.number().describe('Milliseconds since 1970.'),
  })
  .describe('The holder of the input lock.')
  .meta({ id: 'Holder' });

/** The lock status from the view of one connection. */
export const lockFields = {
  holder: LockHolder.nullable(),
  holds: z.boolean().describe('Whether this connection holds the lock.'),
};

function getLockHolder({ inputLock: { holder } }: Session): z.input<typeof LockHolder> | null {
  if (!holder) return null;
  const { name, from, person, since } = holder;
  return { name, from, person, since };
}

export const getLockStatus = (session: Session, caller: Caller) => ({
  holder: getLockHolder(session),
  holds: session.inputLock.holder?.owner === caller,
});

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
  .meta({ id: 'TerminalModes', description: 'The terminal modes that the program has set.' });

const PendingWaitInfo = z
  .object({
    waits_for: z.string().describe('A description for people.'),
    waited_ms: z.number().describe('Time since the wait started, in milliseconds.'),
    timeout_ms: z.number(),
  })
  .meta({ id: 'PendingWait' });

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
    foreground: z.string().nullable().describe('The program in the foreground, if the system reports it.'),
    cwd: z
      .string()
      .nullable()
      .describe('The working directory of the foreground program, as reported by the program or the system.'),
    size: TerminalSize,
    title: z.string().nullable(),
    sequence: z.int(),
    transcript_cursor: z.int(),
    modes: Modes,
    last_change_ms: z.number().describe('Time since the last visible change of the screen, in milliseconds.'),
    pending_waits: z.int(),
    waits: z
      .array(PendingWaitInfo)
      .describe(`The pending waits, oldest first; at most ${limits.listedWaits}.`),
    queued_input_bytes: z.int().describe('Input that the program has not read yet, in bytes.'),
    holder: LockHolder.nullable(),
    viewers: z.array(ViewerInfo).describe('The viewers of the session.'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'SessionInfo' });

export function getSessionInfo(session: Session): z.input<typeof SessionInfo> {
  const { screen, redaction, pty } = session;
  return {
    session: session.id,
    name: session.name ?? null,
    tags: [...session.tags],
    program: redaction.text(session.program),
    args: redactWords(redaction, [session.program, ...session.args]).slice(1),
    pid: pty.pid,
    running: session.exit === null,
    exit: toExitData(session),
    foreground: redactText(session, pty.program()),
    cwd: redactText(session, screen.cwd ?? pty.cwd()),
    size: toTerminalSize(screen.size),
    title: redactText(session, screen.title),
    sequence: screen.sequence,
    transcript_cursor: session.transcript.cursor,
    modes: formatModes(screen.modes),
    last_change_ms: Math.round(session.clock.now() - screen.lastVisibleChange),
    pending_waits: session.waits.size,
    waits: getPendingWaits(session),
    queued_input_bytes: pty.queuedBytes,
    holder: getLockHolder(session),
    viewers: listViewers(session),
    warnings: session.warnings.map((line) => redaction.text(line)),
  };
}

function getPendingWaits({ waits, redaction, clock }: Session): z.input<typeof PendingWaitInfo>[] {
  const now = clock.now();
  return waits.list(limits.listedWaits).map(({ matcherText, since, timeoutMs }) => ({
    waits_for: formatMatcherText(matcherText, redaction),
    waited_ms: Math.round(now - since),
    timeout_ms: timeoutMs,
  }));
}

const redactText = ({ redaction }: Session, text: string | null) =>
  text === null ? null : redaction.text(text);
