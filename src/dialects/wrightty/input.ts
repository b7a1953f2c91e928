/** Methods that send keys, text and mouse events. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Call } from '#rpc/method.ts';
import { sendActions } from '#session/input.ts';
import { WellFormedText } from '#terminal/input/action.ts';
import type { Action } from '#terminal/input/actions.ts';
import { type Chord, parseChord, requireChord } from '#terminal/input/keys.ts';
import { modifierWords } from '#terminal/input/keyTable.ts';
import { type MouseGesture, requireOnScreen } from '#terminal/input/mouse.ts';
import { method, sessionParams } from './method.ts';
import type { WrighttyServerContext } from './serverContext.ts';
import { recordInput } from './waits.ts';

/** Sends actions, and records the time: the next wait first lets the program respond. */
async function performActions(
  call: Call<WrighttyServerContext>,
  sessionId: string,
  actions: readonly Action[],
  path: string,
): Promise<void> {
  const session = call.world.session(sessionId);
  await sendActions(session, actions, (at) => `${path}.${at}`, { signal: () => call.signal });
  recordInput(session);
}

// Key names of this dialect, and their conversion to chords of the core.
const keyNames = [
  'Enter',
  'Tab',
  'Backspace',
  'Delete',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Insert',
] as const;

const modifierNames = ['Ctrl', 'Alt', 'Shift', 'Meta'] as const;
const modifierWordSet: ReadonlySet<string> = new Set(modifierNames.map((name) => name.toLowerCase()));
const ModifierList = z.array(z.enum(modifierNames)).nullish();

const KeyParam = z.union([
  z
    .string()
    .min(1)
    .max(limits.argBytes)
    .describe('A character or a key name, with optional modifiers before it.'),
  z
    .object({
      key: z.enum([...keyNames, 'Char', 'F']),
      char: z
        .string()
        .regex(/^.$/su, 'expected one character')
        .nullish()
        .describe('The character of the key `Char`.'),
      n: z.int().min(1).max(24).nullish().describe('The number of the key `F`.'),
      modifiers: ModifierList,
    })
    .refine(({ key, char }) => key !== 'Char' || char != null, {
      path: ['char'],
      error: 'is missing: the key Char requires one character',
    })
    .refine(({ key, n }) => key !== 'F' || n != null, {
      path: ['n'],
      error: 'is missing: the key F requires a number from 1 to 24',
    }),
]);

type KeyParam = z.output<typeof KeyParam>;

/** A key, or the text to type if the input is not a key. */
type KeyInput = { readonly chord: Chord } | { readonly text: string };

/** Released clients send words that are not key names, and expect them to be typed. */
function toKeyInput(key: KeyParam, path: string, wordsAreTyped: boolean): KeyInput {
  const spelled = typeof key === 'string' ? key : [...(key.modifiers ?? []), formatKey(key)].join('+');
  if (/^\p{Cc}$/u.test(spelled)) return { text: spelled };
  const chord = parseChord(spelled);
  const isForeign = !('reason' in chord) && chord.explicitModifiers > 0 && hasUnsupportedModifier(spelled);
  const isBeyond = !('reason' in chord) && unsupportedKeys.test(chord.key);
  if (!('reason' in chord) && !isForeign && !isBeyond) return { chord };
  if (wordsAreTyped && typeof key === 'string') return { text: key };
  if (isBeyond && !isForeign) return refuseKey(spelled, path);
  return { chord: isForeign || isCombination(spelled) ? refuseModifier(path) : requireChord(spelled, path) };
}

/** Function keys that the core knows and the protocol document does not: F25 to F35. */
const unsupportedKeys = /^f(?:2[5-9]|3\d)$/;

const refuseKey = (spelled: string, path: string): never =>
  raise(
    fault.Invalid({
      path,
      reason: `${JSON.stringify(spelled)} is not a key: the last function key is F24`,
      expected: 'a key or a chord',
      got: spelled,
    }),
  );

/** The core knows more modifiers, and more names for these. */
const hasUnsupportedModifier = (spelled: string) =>
  spelled
    .toLowerCase()
    .split(/[-+_]/)
    .slice(0, -1)
    .some((word) => modifierWords.has(word) && !modifierWordSet.has(word));

/** Whether the text before the first plus is not a modifier. */
const isCombination = (spelled: string) => {
  const [first = '', ...rest] = spelled.split('+');
  return rest.length > 0 && first !== '' && !modifierWordSet.has(first.toLowerCase());
};

const refuseModifier = (path: string): never => {
  const expected = modifierNames.join(' | ');
  return raise(
    fault.Invalid(
      { path, reason: 'not a known modifier', expected },
      `${path}: unknown modifier; expected ${expected}`,
    ),
  );
};

const formatKey = (key: Exclude<KeyParam, string>): string =>
  key.key === 'Char' ? key.char! : key.key === 'F' ? `F${key.n}` : key.key;

// Mouse events, and their conversion to gestures of the core.
const buttonNames = ['left', 'right', 'middle'] as const;
const wheelDirections = { scrollUp: 'up', scrollDown: 'down' } as const;

const mouseParams = {
  event: z.enum(['press', 'release', 'move', 'scroll']),
  button: z.enum([...buttonNames, 'none', 'scrollUp', 'scrollDown']).default('none'),
  row: z.int().min(0).max(limits.maxRows),
  col: z.int().min(0).max(limits.maxCols),
  modifiers: z.array(z.enum(['Ctrl', 'Alt', 'Shift', 'Meta'])).nullish(),
};

/** Mouse reports have one bit for Alt and Meta. */
const modifierNameMap = { Ctrl: 'ctrl', Alt: 'alt', Shift: 'shift', Meta: 'alt' } as const;

const MouseSchema = z.object(mouseParams);
type MouseParams = z.output<typeof MouseSchema>;

/** A move with a pressed button is a drag. */
function toGesture({ event, button, row, col, modifiers }: MouseParams): MouseGesture {
  const held = [...new Set((modifiers ?? []).map((name) => modifierNameMap[name]))];
  const place = { row, col, modifiers: held };
  const pressed = buttonNames.find((name) => name === button);
  if (event === 'move') return pressed ? { event: 'drag', button: pressed, ...place } : { event, ...place };
  if (event === 'scroll')
    return {
      event,
      direction:
        button in wheelDirections
          ? wheelDirections[button as keyof typeof wheelDirections]
          : refuseButton(event),
      count: 1,
      ...place,
    };
  return { event, button: pressed ?? refuseButton(event), ...place };
}

const refuseButton = (event: string): never =>
  raise(
    fault.Invalid({
      path: 'button',
      reason: `not a button for the event ${event}`,
      expected: event === 'scroll' ? 'scrollUp | scrollDown' : buttonNames.join(' | '),
    }),
  );

export const inputSendKeys = method({
  name: 'Input.sendKeys',
  summary: 'Press keys in order, in the encoding that the program has enabled.',
  needs: ['input.write'],
  throws: ['SessionClosed'],
  params: z.object({ ...sessionParams, keys: z.array(KeyParam).max(limits.chords) }),
  examples: [{ title: 'a word and enter', send: { keys: ['a', 'd', 'a', 'Enter'] }, reply: {} }],
  handle: (call, { sessionId, keys }) => {
    const pressed = keys.map((key, at) => toKeyInput(key, `keys.${at}`, call.world.shipped));
    const actions = pressed.map(
      (one): Action =>
        'chord' in one ? { type: 'key', value: one.chord } : { type: 'text', value: one.text },
    );
    return performActions(call, sessionId, actions, 'keys');
  },
});

export const inputSendText = method({
  name: 'Input.sendText',
  summary: 'Send text as typed input, unchanged: a line feed stays a line feed.',
  needs: ['input.write'],
  throws: ['SessionClosed'],
  params: z.object({ ...sessionParams, text: WellFormedText }),
  examples: [{ title: 'a name', send: { text: 'ada\n' }, reply: {} }],
  handle: (call, { sessionId, text }) =>
    performActions(call, sessionId, [{ type: 'text', value: text }], 'text'),
});

export const inputSendMouse = method({
  name: 'Input.sendMouse',
  summary: 'Send a mouse gesture; the program must have enabled mouse tracking.',
  needs: ['input.write'],
  throws: ['SessionClosed', 'ModeOff'],
  params: z.object({ ...sessionParams, ...mouseParams }),
  handle: (call, { sessionId, ...done }) => {
    const value = toGesture(done);
    requireOnScreen(value, call.world.session(sessionId).screen.size, '');
    return performActions(call, sessionId, [{ type: 'mouse', value }], 'mouse');
  },
});
