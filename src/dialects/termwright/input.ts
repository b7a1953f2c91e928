/** Keyboard and mouse methods, and the parsing of termwright's key names. */
import { fault, isFault, raise } from '#faults.ts';
import { z } from '#platform/schema.ts';
import type { Call } from '#rpc/method.ts';
import { sendActions } from '#session/input.ts';
import { type Action, actions } from '#terminal/input/actions.ts';
import { type Chord, requireChord } from '#terminal/input/keys.ts';
import { requireOnScreen } from '#terminal/input/mouse.ts';
import type { Daemon } from './daemon.ts';
import { ColParam, method, RowParam } from './method.ts';

/** Parses a chord. `key` is the client's name of the key; `spelled` has the modifiers before it. */
function readKey(key: string, spelled = key): Chord {
  try {
    return requireChord(spelled, 'key');
  } catch (problem) {
    if (!isFault(problem, 'Invalid')) throw problem;
    const { data } = problem;
    return raise(fault.Invalid(data, `Protocol error: invalid key: ${formatKeyName(key)}: ${data.reason}`));
  }
}

/** Hides a long name: it is no key, and may be a secret. */
const formatKeyName = (key: string) => (key.length > 40 ? `${key.length} characters` : key);

/** Sends one action. */
async function performAction(call: Call<Daemon>, action: Action): Promise<void> {
  await sendActions(call.world.session, [action], () => '', { signal: () => call.signal });
}

/** Sends a mouse event. Succeeds without sending anything if the program has not turned on mouse reports. */
const performMouse = (
  call: Call<Daemon>,
  value: Extract<Action, { type: 'mouse' }>['value'],
): Promise<void> => {
  requireOnScreen(value, call.world.session.screen.size, '');
  return performAction(call, { type: 'mouse', value }).catch((problem: unknown) => {
    if (!isFault(problem, 'ModeOff')) throw problem;
  });
};

export const type = method({
  name: 'type',
  summary: 'Send text as typed input, unchanged.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({ text: actions.text.value }),
  examples: [{ title: 'words', program: 'asks-name', send: { text: 'hello world' }, reply: null }],
  handle: (call, { text }) => performAction(call, { type: 'text', value: text }),
});

export const press = method({
  name: 'press',
  summary: 'Press one key: a character, or a key name in any case.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({ key: z.string() }),
  examples: [
    { title: 'a named key', program: 'asks-name', send: { key: 'Enter' }, reply: null },
    { title: 'a character', program: 'asks-name', send: { key: '@' }, reply: null },
    { title: 'an unknown key', program: 'asks-name', send: { key: 'Entre' }, fault: 'Invalid' },
  ],
  handle: (call, { key }) => performAction(call, { type: 'key', value: readKey(key) }),
});

export const hotkey = method({
  name: 'hotkey',
  summary: 'Press a key with ctrl or alt.',
  details: 'Released clients send `ctrl`, `alt` and `ch` in place of `modifier` and `key`.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({
    modifier: z.enum(['ctrl', 'alt']).optional(),
    key: z.string().optional(),
    ctrl: z.boolean().default(false),
    alt: z.boolean().default(false),
    ch: z.string().optional(),
  }),
  examples: [
    { title: 'ctrl+c', program: 'asks-name', send: { modifier: 'ctrl', key: 'c' }, reply: null },
    {
      title: 'the parameters of released clients',
      program: 'asks-name',
      send: { alt: true, ch: 'x' },
      reply: null,
    },
    { title: 'without a modifier', program: 'asks-name', send: { key: 'c' }, fault: 'Invalid' },
    { title: 'without a key', program: 'asks-name', send: { modifier: 'ctrl' }, fault: 'Invalid' },
  ],
  handle: (call, { ctrl, alt, ch, key = ch, modifier = ctrl ? 'ctrl' : alt ? 'alt' : undefined }) => {
    if (key === undefined) return raise(fault.Invalid({ path: 'key', reason: 'is missing' }));
    if (modifier === undefined && ch === undefined)
      return raise(fault.Invalid({ path: 'modifier', reason: 'is missing', expected: 'ctrl | alt' }));
    return performAction(call, { type: 'key', value: readKey(key, modifier ? `${modifier}+${key}` : key) });
  },
});

export const raw = method({
  name: 'raw',
  summary: 'Send bytes, encoded as base64.',
  details: 'Released clients send `bytes_base64` in place of `bytes`.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy'],
  params: z.object({
    bytes: actions.raw.value.optional(),
    bytes_base64: actions.raw.value.optional(),
  }),
  examples: [
    { title: 'escape and a letter', program: 'asks-name', send: { bytes: 'G3g=' }, reply: null },
    {
      title: 'the parameters of released clients',
      program: 'asks-name',
      send: { bytes_base64: 'G3g=' },
      reply: null,
    },
    { title: 'invalid base64', program: 'asks-name', send: { bytes: '!' }, fault: 'Invalid' },
  ],
  handle: (call, { bytes_base64, bytes = bytes_base64 }) =>
    performAction(call, {
      type: 'raw',
      value: bytes ?? raise(fault.Invalid({ path: 'bytes', reason: 'is missing' })),
    }),
});

const HeldButton = z.enum(['left', 'middle', 'right']);

export const mouseMove = method({
  name: 'mouse_move',
  summary: 'Move the mouse pointer; sent only if the program has enabled reports of moves.',
  details: 'Released clients may list pressed buttons in `buttons`; with one button it is a drag.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy', 'Unsupported'],
  params: z.object({ row: RowParam, col: ColParam, buttons: z.array(HeldButton).default([]) }),
  examples: [{ title: 'a move', program: 'asks-name', send: { row: 5, col: 10 }, reply: null }],
  handle: (call, { row, col, buttons: [button] }) =>
    performMouse(
      call,
      button
        ? { event: 'drag', button, row, col, modifiers: [] }
        : { event: 'move', row, col, modifiers: [] },
    ),
});

export const mouseClick = method({
  name: 'mouse_click',
  summary:
    'Click a mouse button, in the encoding that the program has enabled; sent only if it has enabled mouse tracking.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'Busy', 'Unsupported'],
  params: z.object({
    row: RowParam,
    col: ColParam,
    button: z.enum(['left', 'middle', 'right']).default('left'),
  }),
  examples: [
    { title: 'a click', program: 'asks-name', send: { row: 5, col: 10, button: 'left' }, reply: null },
    {
      title: 'an unknown button',
      program: 'asks-name',
      send: { row: 5, col: 10, button: 'thumb' },
      fault: 'Invalid',
    },
  ],
  handle: (call, { row, col, button }) =>
    performMouse(call, { event: 'click', button, row, col, count: 1, modifiers: [] }),
});
