/** The table of all actions, and those on the session: `signal`, `kill`, `resize`, `focus` and `mark_transcript`. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { fitsInMemory, Size } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import { type SignalKeyword, sendableSignals } from '#platform/signals.ts';
import { action, writeInput } from './action.ts';
import { eofAction, interruptAction, keyAction, keysAction } from './keys.ts';
import { mouseAction } from './mouse.ts';
import { bracketedPasteAction, pasteAction, rawAction, streamTextAction, textAction } from './textActions.ts';

const signalAction = action({
  name: 'signal',
  summary:
    'Send a signal to the foreground process group, in every terminal mode. `int` is SIGINT; to send the byte of ' +
    'ctrl+c, use `interrupt`.',
  needs: 'session.kill',
  value: z.enum(Object.keys(sendableSignals) as [SignalKeyword, ...SignalKeyword[]]),
  examples: [
    { title: 'hang up', value: 'hup', effect: 'signal SIGHUP' },
    { title: 'a signal instead of a byte', value: 'int', effect: 'signal SIGINT' },
    { title: 'a user-defined signal', value: 'user1', effect: 'signal SIGUSR1' },
  ],
  perform(target, word) {
    target.signal(sendableSignals[word]);
    return undefined;
  },
});

const killAction = action({
  name: 'kill',
  summary: 'Kill the program and the processes that it started.',
  needs: 'session.kill',
  examples: [{ title: 'the whole session', effect: 'kill' }],
  perform(target) {
    target.kill();
    return undefined;
  },
});

const resizeAction = action({
  name: 'resize',
  summary: 'Resize the terminal. The program receives SIGWINCH.',
  needs: 'session.resize',
  value: Size.strict().refine(fitsInMemory, {
    error: `has more than ${limits.maxCells} cells; reduce rows or cols`,
  }),
  examples: [
    {
      title: 'larger',
      value: { rows: 40, cols: 120, pixel_width: 0, pixel_height: 0 },
      effect: 'resize 40x120 0x0',
    },
    { title: 'without a size in pixels', value: { rows: 24, cols: 80 }, effect: 'resize 24x80 0x0' },
    { title: 'zero rows', value: { rows: 0, cols: 80 }, fault: 'Invalid' },
  ],
  perform(target, { rows, cols, pixel_width, pixel_height }) {
    target.resize({ rows, cols, pixelWidth: pixel_width, pixelHeight: pixel_height });
    return undefined;
  },
});

const focusAction = action({
  name: 'focus',
  summary: 'Report to the program that the terminal window gained or lost focus.',
  needs: 'input.write',
  value: z.strictObject({ focused: z.boolean() }),
  examples: [
    { title: 'gained', value: { focused: true }, modes: { focusEvents: true }, writes: '\x1b[I' },
    { title: 'lost', value: { focused: false }, modes: { focusEvents: true }, writes: '\x1b[O' },
    { title: 'focus events are off', value: { focused: true }, fault: 'ModeOff' },
  ],
  perform(target, { focused }) {
    if (!target.modes.focusEvents) {
      raise(fault.ModeOff({ mode: 'focus_events (DECSET 1004)', action: 'focus' }));
    }
    const written = writeInput(target, focused ? '\x1b[I' : '\x1b[O');
    target.setFocus(focused);
    return written;
  },
});

const markTranscriptAction = action({
  name: 'mark_transcript',
  summary:
    'Mark the current position of the transcript with a label. An existing label moves to it. Sends no input.',
  needs: 'input.write',
  value: z.strictObject({ label: z.string().min(1).max(limits.nameChars) }),
  examples: [{ title: 'before a prompt', value: { label: 'turn_start' }, effect: 'mark turn_start' }],
  perform(target, { label }) {
    target.mark(label);
    return undefined;
  },
});

/** In the order of the capabilities and the reference. */
const declared = [
  bracketedPasteAction,
  eofAction,
  focusAction,
  interruptAction,
  keyAction,
  keysAction,
  killAction,
  markTranscriptAction,
  mouseAction,
  pasteAction,
  rawAction,
  resizeAction,
  signalAction,
  streamTextAction,
  textAction,
] as const;

type AnyAction = (typeof declared)[number];

/** All actions by wire name. */
export const actions = Object.fromEntries(declared.map((each) => [each.name, each])) as {
  readonly [Each in AnyAction as Each['name']]: Each;
};

type DeclaredSchema = AnyAction['wire'];

export const Action = z
  .discriminatedUnion(
    'type',
    declared.map(({ wire }) => wire) as unknown as [DeclaredSchema, ...DeclaredSchema[]],
  )
  .meta({
    id: 'Action',
    description: 'An input to a session. `type` names the action; `value` is its argument, if it takes one.',
  });
export type Action = z.output<typeof Action>;
