/** What a person's terminal is told of the modes that a program has asked for, so that it sends what is expected. */
import type { Modes } from '../input/modes.ts';

type Told = Pick<
  Modes,
  | 'applicationCursor'
  | 'applicationKeypad'
  | 'bracketedPaste'
  | 'focusEvents'
  | 'reverseScreen'
  | 'mouseTracking'
  | 'modifyOtherKeys'
  | 'kittyKeyboard'
>;

export const noModes: Told = {
  applicationCursor: false,
  applicationKeypad: false,
  bracketedPaste: false,
  focusEvents: false,
  reverseScreen: false,
  mouseTracking: 'none',
  modifyOtherKeys: 0,
  kittyKeyboard: 0,
};

const switched = (number: number) => (on: boolean) => `\x1b[?${number}${on ? 'h' : 'l'}`;

const tracking = { x10: 9, vt200: 1000, drag: 1002, any: 1003 } as const;

/** The mouse is always told in SGR, which has no bounds: who types it on says it as the program wants it. */
function mouseText(wanted: Told['mouseTracking']): string {
  const off = '\x1b[?9l\x1b[?1000l\x1b[?1002l\x1b[?1003l';
  return wanted === 'none' ? `${off}\x1b[?1006l` : `${off}\x1b[?${tracking[wanted]}h\x1b[?1006h`;
}

const texts: { readonly [Name in keyof Told]: (value: Told[Name]) => string } = {
  applicationCursor: switched(1),
  applicationKeypad: (on) => (on ? '\x1b=' : '\x1b>'),
  bracketedPaste: switched(2004),
  focusEvents: switched(1004),
  reverseScreen: switched(5),
  mouseTracking: mouseText,
  modifyOtherKeys: (level) => `\x1b[>4;${level}m`,
  kittyKeyboard: (flags) => `\x1b[=${flags};1u`,
};

const names = Object.keys(texts) as readonly (keyof Told)[];

/** Those that changed; all of them if it is not known what was before. */
export const modesText = (before: Told | undefined, after: Told): string =>
  names.map((name) => (before?.[name] === after[name] ? '' : textOf(name, after))).join('');

const textOf = <Name extends keyof Told>(name: Name, modes: Told): string => texts[name](modes[name]);
