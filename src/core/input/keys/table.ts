import { modifiers } from './modifiers.ts';

/** `CSI number ; modifiers final`; a number 1 is left out when there are no modifiers. */
export interface Sequence {
  readonly number: number;
  readonly final: string;
}

/** A key with a control sequence of its own. */
export interface SequenceKey extends Sequence {
  readonly kind: 'sequence';
  /** Without modifiers it is sent as SS3: always, or in application cursor mode. */
  readonly ss3?: 'always' | 'application_cursor';
  /** Modifiers that the sequence itself stands for: xterm's f13 is shift+f1. */
  readonly implied?: number;
  readonly kitty: Sequence;
}

/** A key that has a control character for a code since long before there were modifiers. */
export interface ControlKey {
  readonly kind: 'control';
  readonly byte: string;
  readonly withCtrl?: string;
  readonly withShift?: string;
  readonly kitty: Sequence;
}

/** A key of the keypad that types something unless the program asked for SS3 (application keypad). */
export interface KeypadKey {
  readonly kind: 'keypad';
  readonly types: string;
  readonly ss3: string;
  readonly kitty: Sequence;
}

export type NamedKey = SequenceKey | ControlKey | KeypadKey;

const u = (number: number): Sequence => ({ number, final: 'u' });

const control = (byte: string, variants: Pick<ControlKey, 'withCtrl' | 'withShift'> = {}): ControlKey => ({
  kind: 'control',
  byte,
  ...variants,
  kitty: u(byte.charCodeAt(0)),
});

const letter = (
  final: string,
  ss3: SequenceKey['ss3'],
  kitty: Sequence = { number: 1, final },
): SequenceKey => ({
  kind: 'sequence',
  number: 1,
  final,
  ...(ss3 && { ss3 }),
  kitty,
});

const tilde = (number: number, kitty: Sequence = { number, final: '~' }): SequenceKey => ({
  kind: 'sequence',
  number,
  final: '~',
  kitty,
});

const navigation = {
  up: letter('A', 'application_cursor'),
  down: letter('B', 'application_cursor'),
  right: letter('C', 'application_cursor'),
  left: letter('D', 'application_cursor'),
  home: letter('H', 'application_cursor'),
  end: letter('F', 'application_cursor'),
  insert: tilde(2),
  delete: tilde(3),
  page_up: tilde(5),
  page_down: tilde(6),
};

/** F3 has no letter form in the kitty protocol: `CSI 1 ; 2 R` is also a cursor position report. */
const firstTwelve = [
  letter('P', 'always'),
  letter('Q', 'always'),
  letter('R', 'always', { number: 13, final: '~' }),
  letter('S', 'always'),
  ...[15, 17, 18, 19, 20, 21, 23, 24].map((number) => tilde(number)),
];

/** Beyond f12 xterm's terminfo counts on with shift, then with ctrl; the kitty protocol has numbers for them. */
const bank = [0, modifiers.shift, modifiers.ctrl];
const kittyF13 = 57376;

function functionKey(at: number): SequenceKey {
  const base = firstTwelve[at % 12]!;
  if (at < 12) return base;
  return { ...base, implied: bank[Math.floor(at / 12)]!, kitty: u(kittyF13 + at - 12) };
}

const functionKeys = Object.fromEntries(
  Array.from({ length: 35 }, (_, at) => [`f${at + 1}`, functionKey(at)] as const),
);

const keypad = (types: string, ss3: string, number: number): KeypadKey => ({
  kind: 'keypad',
  types,
  ss3,
  kitty: u(number),
});

const digits = Object.fromEntries(
  [...'0123456789'].map(
    (digit, at) => [`kp_${digit}`, keypad(digit, 'pqrstuvwxy'[at]!, 57399 + at)] as const,
  ),
);

/** With num lock off the keypad sends what the keys in the middle send; only the kitty protocol tells them apart. */
const middle = [
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
const withoutNumLock = Object.fromEntries(
  middle.map((name, at) => [`kp_${name}`, { ...navigation[name], kitty: u(57417 + at) }] as const),
);

/** Every key that has a name and is not just a character. */
export const namedKeys: Readonly<Record<string, NamedKey>> = {
  enter: control('\r'),
  tab: control('\t', { withShift: '\x1b[Z' }),
  escape: control('\x1b'),
  backspace: control('\x7f', { withCtrl: '\b' }),
  ...navigation,
  ...functionKeys,
  menu: tilde(29, u(57363)),
  ...digits,
  kp_decimal: keypad('.', 'n', 57409),
  kp_divide: keypad('/', 'o', 57410),
  kp_multiply: keypad('*', 'j', 57411),
  kp_subtract: keypad('-', 'm', 57412),
  kp_add: keypad('+', 'k', 57413),
  kp_enter: keypad('\r', 'M', 57414),
  kp_equal: keypad('=', 'X', 57415),
  kp_separator: keypad(',', 'l', 57416),
  ...withoutNumLock,
  kp_begin: letter('E', 'application_cursor'),
};

/** Characters that have a name, for where the character itself would be hard to write or to see. */
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

/** Other words for the same keys, as people and other tools write them. */
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
