/**
 * The table of keys and modifiers. Modifier bits are those of the kitty keyboard protocol; xterm uses the same first
 * three.
 */
export const modifiers = { shift: 1, alt: 2, ctrl: 4, super: 8, hyper: 16, meta: 32 } as const;

type ModifierName = keyof typeof modifiers;

const modifierAliases: Readonly<Record<string, ModifierName>> = {
  control: 'ctrl',
  option: 'alt',
  opt: 'alt',
  cmd: 'super',
  command: 'super',
  win: 'super',
  windows: 'super',
};

export const modifierWords: ReadonlyMap<string, number> = new Map([
  ...Object.entries(modifiers),
  ...Object.entries(modifierAliases).map(([word, name]) => [word, modifiers[name]] as const),
]);

export const modifierNames = (mask: number): ModifierName[] =>
  (Object.keys(modifiers) as ModifierName[]).filter((name) => mask & modifiers[name]);

/** `CSI number ; modifiers final`; the number 1 is omitted if there are no modifiers. */
export interface KeySequence {
  readonly number: number;
  readonly final: string;
}

/** A key with a separate control sequence. */
export interface SequenceKey extends KeySequence {
  readonly kind: 'sequence';
  /** Sent as SS3 without modifiers: always, or in application cursor mode. */
  readonly ss3?: 'always' | 'application_cursor';
  /** Modifiers that the sequence includes: f13 of xterm is shift+f1. */
  readonly implied?: number;
  readonly kitty: KeySequence;
}

/** A key whose legacy code is a control character. */
export interface ControlKey {
  readonly kind: 'control';
  readonly byte: string;
  readonly withCtrl?: string;
  readonly withShift?: string;
  readonly kitty: KeySequence;
}

/** A keypad key. It types text unless the program enabled SS3 (application keypad). */
export interface KeypadKey {
  readonly kind: 'keypad';
  readonly types: string;
  readonly ss3: string;
  readonly kitty: KeySequence;
}

export type NamedKey = SequenceKey | ControlKey | KeypadKey;

const csiU = (number: number): KeySequence => ({ number, final: 'u' });

const controlKeyEntry = (
  byte: string,
  variants: Pick<ControlKey, 'withCtrl' | 'withShift'> = {},
): ControlKey => ({
  kind: 'control',
  byte,
  ...variants,
  kitty: csiU(byte.charCodeAt(0)),
});

const csiLetter = (
  final: string,
  ss3: SequenceKey['ss3'],
  kitty: KeySequence = { number: 1, final },
): SequenceKey => ({
  kind: 'sequence',
  number: 1,
  final,
  ...(ss3 && { ss3 }),
  kitty,
});

const csiTilde = (number: number, kitty: KeySequence = { number, final: '~' }): SequenceKey => ({
  kind: 'sequence',
  number,
  final: '~',
  kitty,
});

const navigationKeys = {
  up: csiLetter('A', 'application_cursor'),
  down: csiLetter('B', 'application_cursor'),
  right: csiLetter('C', 'application_cursor'),
  left: csiLetter('D', 'application_cursor'),
  home: csiLetter('H', 'application_cursor'),
  end: csiLetter('F', 'application_cursor'),
  insert: csiTilde(2),
  delete: csiTilde(3),
  page_up: csiTilde(5),
  page_down: csiTilde(6),
};

/** F3 has no letter form in the kitty protocol: `CSI 1 ; 2 R` is also a cursor position report. */
const firstTwelve = [
  csiLetter('P', 'always'),
  csiLetter('Q', 'always'),
  csiLetter('R', 'always', { number: 13, final: '~' }),
  csiLetter('S', 'always'),
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((number) => csiTilde(number)),
];

/** Above f12, the terminfo of xterm uses shift, then ctrl. The kitty protocol has numbers for these keys. */
const functionKeyModifiers = [0, modifiers.shift, modifiers.ctrl];
const kittyF13 = 57376;

function functionKey(at: number): SequenceKey {
  const base = firstTwelve[at % 12]!;
  if (at < 12) return base;
  return { ...base, implied: functionKeyModifiers[Math.floor(at / 12)]!, kitty: csiU(kittyF13 + at - 12) };
}

const functionKeys = Object.fromEntries(
  Array.from({ length: 35 }, (_, at) => [`f${at + 1}`, functionKey(at)] as const),
);

const keypadKeyEntry = (types: string, ss3: string, number: number): KeypadKey => ({
  kind: 'keypad',
  types,
  ss3,
  kitty: csiU(number),
});

const keypadDigits = Object.fromEntries(
  [...'0123456789'].map(
    (digit, at) => [`kp_${digit}`, keypadKeyEntry(digit, 'pqrstuvwxy'[at]!, 57399 + at)] as const,
  ),
);

/**
 * With num lock off, the keypad sends the sequences of the navigation keys. Only the kitty protocol distinguishes
 * them.
 */
const keypadNavigation = [
  'left',
  'right',
  'up',
  'down',
  'page_up',
  'page_down',
  'home',
  'end',
  'insert',
  'delete',
] as const;
const keypadWithoutNumLock = Object.fromEntries(
  keypadNavigation.map(
    (name, at) => [`kp_${name}`, { ...navigationKeys[name], kitty: csiU(57417 + at) }] as const,
  ),
);

/** All named keys that do not type a character. */
export const namedKeys: Readonly<Record<string, NamedKey>> = {
  enter: controlKeyEntry('\r'),
  tab: controlKeyEntry('\t', { withShift: '\x1b[Z' }),
  escape: controlKeyEntry('\x1b'),
  backspace: controlKeyEntry('\x7f', { withCtrl: '\b' }),
  ...navigationKeys,
  ...functionKeys,
  menu: csiTilde(29, csiU(57363)),
  ...keypadDigits,
  kp_decimal: keypadKeyEntry('.', 'n', 57409),
  kp_divide: keypadKeyEntry('/', 'o', 57410),
  kp_multiply: keypadKeyEntry('*', 'j', 57411),
  kp_subtract: keypadKeyEntry('-', 'm', 57412),
  kp_add: keypadKeyEntry('+', 'k', 57413),
  kp_enter: keypadKeyEntry('\r', 'M', 57414),
  kp_equal: keypadKeyEntry('=', 'X', 57415),
  kp_separator: keypadKeyEntry(',', 'l', 57416),
  ...keypadWithoutNumLock,
  kp_begin: csiLetter('E', 'application_cursor'),
};

/** Names of characters that are hard to write or to see. */
export const namedCharacters: Readonly<Record<string, string>> = {
  space: ' ',
  plus: '+',
  minus: '-',
  underscore: '_',
  comma: ',',
  period: '.',
  slash: '/',
  backslash: '\\',
};

/** Aliases of key names, as people and other tools write them. */
export const keyAliases: Readonly<Record<string, string>> = {
  return: 'enter',
  esc: 'escape',
  bs: 'backspace',
  del: 'delete',
  ins: 'insert',
  pgup: 'page_up',
  pgdn: 'page_down',
  pgdown: 'page_down',
  arrow_up: 'up',
  arrow_down: 'down',
  arrow_left: 'left',
  arrow_right: 'right',
  context_menu: 'menu',
  spacebar: 'space',
  hyphen: 'minus',
  dash: 'minus',
  dot: 'period',
};

/**
 * Maps characters to keys: a terminal reports keys, a client names characters. Uses the US layout, because the key
 * tables of programs assume it.
 */
const unshiftedCharacters = "`1234567890-=[]\\;',./";
const shiftedCharacters = '~!@#$%^&*()_+{}|:"<>?';

const unshiftedByShifted = new Map(
  [...shiftedCharacters].map((character, at) => [character, unshiftedCharacters[at]!]),
);
const shiftedByUnshifted = new Map(
  [...unshiftedCharacters].map((character, at) => [character, shiftedCharacters[at]!]),
);

const isSingleCharacter = (text: string) => [...text].length === 1;

/** Returns the character that the same key types without shift. */
export function withoutShift(character: string): string {
  const lower = character.toLowerCase();
  return unshiftedByShifted.get(character) ?? (isSingleCharacter(lower) ? lower : character);
}

export function withShift(character: string): string {
  const upper = character.toUpperCase();
  return shiftedByUnshifted.get(character) ?? (isSingleCharacter(upper) ? upper : character);
}

export const isLetter = (character: string): boolean => /^\p{L}$/u.test(character);
