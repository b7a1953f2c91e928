/**
 * Key input: the actions `key`, `keys`, `interrupt` and `eof`. Parses chords such as `ctrl+alt+x`, and encodes them as
 * terminals do: legacy, modifyOtherKeys and the kitty protocol.
 *
 * Long because every encoding applies to every action, with the rules for modifiers in common.
 */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { closestMatches } from '#platform/didYouMean.ts';
import { z } from '#platform/schema.ts';
import type { Modes } from '../modes.ts';
import { type ActionResult, action, encodeUtf8, type InputTarget, writeInput } from './action.ts';
import {
  type ControlKey,
  isLetter,
  type KeypadKey,
  type KeySequence,
  keyAliases,
  modifierNames,
  modifiers,
  modifierWords,
  type NamedKey,
  namedCharacters,
  namedKeys,
  type SequenceKey,
  withoutShift,
  withShift,
} from './keyTable.ts';

/** A key with modifiers. */
export interface Chord {
  /** As the client wrote it. */
  readonly source: string;
  /** A name of the key table, or the character that the key types without shift. */
  readonly key: string;
  /** The character that the key types, with shift applied. Undefined for a named key. */
  readonly text?: string;
  readonly modifiers: number;
  /** The modifiers that were named: `!` implies shift without naming it. */
  readonly explicitModifiers: number;
}

/** Why a text is not a chord. */
interface InvalidChord {
  readonly reason: string;
}

const keyNames = new Map<string, string>(
  [
    ...[...Object.keys(namedKeys), ...Object.keys(namedCharacters)].map((name) => [name, name] as const),
    ...Object.entries(keyAliases),
  ].map(([word, name]) => [word.replaceAll('_', ''), name]),
);
const knownKeys = [...Object.keys(namedKeys), ...Object.keys(namedCharacters), ...Object.keys(keyAliases)];

const modifierPrefix = new RegExp(`^(${[...modifierWords.keys()].join('|')})[-+_](.+)$`, 'isu');

function splitModifiers(text: string): { mask: number; rest: string } {
  let mask = 0;
  let rest = text;
  for (let found = modifierPrefix.exec(rest); found; found = modifierPrefix.exec(rest)) {
    mask |= modifierWords.get(found[1]!.toLowerCase())!;
    rest = found[2]!;
  }
  return { mask, rest };
}

/**
 * The case of a letter counts if the letter can be typed: alone and with alt. With ctrl, super or hyper it only names
 * the key, because Ctrl+C usually means ctrl+c. Use ctrl+shift+c to add shift.
 */
function createCharacterChord(spelled: string, character: string, named: number): Chord {
  const key = withoutShift(character);
  const capital = isLetter(character) && (named & (modifiers.ctrl | modifiers.super | modifiers.hyper)) > 0;
  const shift = (named & modifiers.shift) > 0 || (key !== character && !capital);
  const mask = shift ? named | modifiers.shift : named;
  return {
    source: spelled,
    key,
    text: shift ? withShift(key) : key,
    modifiers: mask,
    explicitModifiers: named,
  };
}

function invalidChord(spelled: string, rest: string): InvalidChord {
  // Never show only the beginning: the redaction does not recognize half of a secret.
  const quoted = spelled.length > 40 ? `a text of ${spelled.length} characters` : JSON.stringify(spelled);
  if (rest === '') return { reason: 'expected a key, but the text is empty' };
  if (modifierWords.has(rest.toLowerCase())) {
    return { reason: `${quoted} has modifiers but no key; add one, such as ${rest.toLowerCase()}+a` };
  }
  const near = closestMatches(rest.toLowerCase().replaceAll('-', '_'), knownKeys);
  const hint =
    near.length > 0
      ? `did you mean ${near.join(' or ')}?`
      : 'a key press cannot send text; type the text instead';
  return { reason: `${quoted} is not a key: ${hint}` };
}

const printableCharacter = /^[^\p{Cc}\p{Cs}\p{Cn}]$/u;

/**
 * Parses `ctrl+alt+x`, `shift-up`, `page_up`, `Ctrl+[`, `F5` or a single character. Words are case-insensitive and
 * joined with `+`, `-` or `_`.
 */
export function parseChord(spelled: string): Chord | InvalidChord {
  if (spelled.length > limits.chordChars) return invalidChord(spelled, spelled);
  const { mask, rest } = splitModifiers(spelled);
  if (printableCharacter.test(rest)) return createCharacterChord(spelled, rest, mask);
  const word = rest.toLowerCase().replaceAll(/[-_ ]/g, '');
  if (word === 'backtab') return parseChord(`${spelled.slice(0, spelled.length - rest.length)}shift+tab`);
  const name = keyNames.get(word);
  if (name === undefined) return invalidChord(spelled, rest);
  const character = namedCharacters[name];
  if (character !== undefined) return createCharacterChord(spelled, character, mask);
  return { source: spelled, key: name, modifiers: mask, explicitModifiers: mask };
}

/** Like `parseChord`, but raises Invalid with `path`. */
export function requireChord(spelled: string, path = ''): Chord {
  const read = parseChord(spelled);
  return 'reason' in read
    ? raise(
        fault.Invalid({ path, reason: read.reason, expected: 'a key or a chord', got: spelled.slice(0, 40) }),
      )
    : read;
}

/** What the kitty protocol can add to the sequence of a key. */
interface SequenceAdditions {
  readonly released?: boolean;
  /** Code point of the key with shift. */
  readonly shifted?: number;
  /** The text that the key types. */
  readonly text?: string;
}

/** Omits parameters at the end that equal their defaults. */
function formatParameters(number: string, modifier: string, text: string, final: string): string {
  if (text) return `${number};${modifier};${text}`;
  if (modifier) return `${number};${modifier}`;
  return number === '1' && final !== '~' && final !== 'u' ? '' : number;
}

/** `CSI number:shifted ; 1 + modifiers : event ; text final`. */
function formatSequence(
  { number, final }: KeySequence,
  modifiers: number,
  more: SequenceAdditions = {},
): string {
  const keyed = more.shifted === undefined ? `${number}` : `${number}:${more.shifted}`;
  const event = more.released ? ':3' : '';
  const modifier = modifiers || event ? `${1 + modifiers}${event}` : '';
  const typed = [...(more.text ?? '')].map((each) => each.codePointAt(0)).join(':');
  return `\x1b[${formatParameters(keyed, modifier, typed, final)}${final}`;
}

/**
 * Modifiers without a legacy form. These chords are sent in the form of the kitty protocol, which no program confuses
 * with other input.
 */
const modernModifiers = modifiers.super | modifiers.hyper;

/** The rule of X11 for control characters, and `?` for DEL, which xterm added. */
function controlCharacter(text: string): string | undefined {
  if (text === '2') return '\0';
  if (text === '8' || text === '?') return '\x7f';
  if (text === '/') return '\x1f';
  const code = text.charCodeAt(0);
  if (text >= '3' && text <= '7') return String.fromCharCode(code - 0x33 + 0x1b);
  const isControllable = text.length === 1 && ((code >= 0x40 && code < 0x7f) || code === 0x20);
  return isControllable ? String.fromCharCode(code & 0x1f) : undefined;
}

/** Legacy encodings have one Meta, which terminals send for both keys. */
const withMetaAsAlt = (mask: number): number =>
  mask & modifiers.meta ? (mask & ~modifiers.meta) | modifiers.alt : mask;

const withAltPrefix = (mask: number, bytes: string) => (mask & modifiers.alt ? `\x1b${bytes}` : bytes);

function encodeCharacter(text: string, key: string, mask: number): string {
  if (mask & modernModifiers) return formatSequence({ number: key.codePointAt(0)!, final: 'u' }, mask);
  return withAltPrefix(mask, (mask & modifiers.ctrl ? controlCharacter(text) : undefined) ?? text);
}

function encodeControlKey(key: ControlKey, mask: number): string {
  if (mask & modernModifiers) return formatSequence(key.kitty, mask);
  const shifted = mask & modifiers.shift ? key.withShift : undefined;
  const controlled = mask & modifiers.ctrl ? key.withCtrl : undefined;
  return withAltPrefix(mask, shifted ?? controlled ?? key.byte);
}

function encodeSequenceKey(key: SequenceKey, mask: number, modes: Modes): string {
  const all = mask | (key.implied ?? 0);
  const single = key.ss3 === 'always' || (key.ss3 === 'application_cursor' && modes.applicationCursor);
  return all === 0 && single ? `\x1bO${key.final}` : formatSequence(key, all);
}

function encodeKeypadKey(key: KeypadKey, mask: number, modes: Modes): string {
  if (mask & modernModifiers) return formatSequence(key.kitty, mask);
  if (modes.applicationKeypad) return withAltPrefix(mask, `\x1bO${key.ss3}`);
  return encodeCharacter(key.types, key.types, mask);
}

const keyEncoders: {
  readonly [Kind in NamedKey['kind']]: (
    key: Extract<NamedKey, { kind: Kind }>,
    mask: number,
    modes: Modes,
  ) => string;
} = { control: encodeControlKey, sequence: encodeSequenceKey, keypad: encodeKeypadKey };

/** Returns the bytes that xterm sends if the program has enabled no keyboard protocol. */
function encodeLegacy(chord: Chord, modes: Modes): string {
  const mask = withMetaAsAlt(chord.modifiers);
  if (chord.text !== undefined) return encodeCharacter(chord.text, chord.key, mask);
  const key = namedKeys[chord.key]!;
  return keyEncoders[key.kind](key as never, mask, modes);
}

/** Progressive enhancement flags of the kitty keyboard protocol. */
const kittyFlags = { disambiguate: 1, eventTypes: 2, alternateKeys: 4, allKeys: 8, text: 16 } as const;

/** Alternate keys and associated text only change how a key is written. Alone they have no effect. */
const usesKittyProtocol = (requested: number): boolean =>
  (requested & (kittyFlags.disambiguate | kittyFlags.eventTypes | kittyFlags.allKeys)) !== 0;

interface KittyKey {
  readonly sequence: KeySequence;
  /** The text that the key types, if no modifier except shift is held. */
  readonly types?: string;
  /** Enter, tab and backspace without modifiers stay bytes, so that `reset` can be typed after a crash. */
  readonly staysByte: boolean;
  /** The legacy form of the key overlaps with other input. */
  readonly ambiguous: boolean;
}

function toKittyKey(chord: Chord): KittyKey {
  const typing = (chord.modifiers & ~modifiers.shift) === 0;
  if (chord.text !== undefined) {
    const types = typing ? { types: chord.text } : {};
    const number = chord.key.codePointAt(0)!;
    return { sequence: { number, final: 'u' }, ...types, staysByte: false, ambiguous: true };
  }
  const key = namedKeys[chord.key]!;
  const types = typing && key.kind === 'keypad' && key.types !== '\r' ? { types: key.types } : {};
  const staysByte = key.kind === 'control' && key.byte !== '\x1b' && chord.modifiers === 0;
  return { sequence: key.kitty, ...types, staysByte, ambiguous: key.kind !== 'sequence' };
}

function sequenceAdditions(chord: Chord, requested: number, types: string | undefined): SequenceAdditions {
  const alternates = requested & kittyFlags.alternateKeys && chord.modifiers & modifiers.shift;
  const shifted = alternates && chord.text !== undefined && chord.text !== chord.key ? chord.text : undefined;
  const text = requested & kittyFlags.text && requested & kittyFlags.allKeys ? types : undefined;
  return { ...(shifted && { shifted: shifted.codePointAt(0)! }), ...(text && { text }) };
}

function encodePress(chord: Chord, modes: Modes, key: KittyKey): string {
  const requested = modes.kittyKeyboard;
  if (!(requested & kittyFlags.allKeys)) {
    if (key.types !== undefined) return key.types;
    if (key.staysByte || (key.ambiguous && !(requested & kittyFlags.disambiguate)))
      return encodeLegacy(chord, modes);
  }
  return formatSequence(key.sequence, chord.modifiers, sequenceAdditions(chord, requested, key.types));
}

/** Releases are reported if the program enabled event types. A key that stayed a byte has no release. */
function encodeRelease(chord: Chord, requested: number, key: KittyKey): string {
  if (!(requested & kittyFlags.eventTypes) || (key.staysByte && !(requested & kittyFlags.allKeys))) return '';
  return formatSequence(key.sequence, chord.modifiers, {
    ...sequenceAdditions(chord, requested, undefined),
    released: true,
  });
}

/** Encodes a press, and its release if the program enabled event types. */
function encodeKitty(chord: Chord, modes: Modes): string {
  const key = toKittyKey(chord);
  return encodePress(chord, modes, key) + encodeRelease(chord, modes.kittyKeyboard, key);
}

const { shift, alt, ctrl } = modifiers;

/** Level 1 keeps the well-known forms: an ESC prefix for alt, and control characters for ctrl. */
function characterNeedsSequence(level: 1 | 2, text: string, mask: number): boolean {
  if ((mask & ~shift) === 0) return level === 2 && mask === shift && text === ' ';
  return level === 2 || ((mask & ctrl) > 0 && controlCharacter(text) === undefined);
}

function controlKeyNeedsSequence(level: 1 | 2, name: string, mask: number): boolean {
  if (mask === 0 || (name === 'tab' && mask === shift)) return false;
  return level === 2 || (name !== 'backspace' && (mask & ~shift) !== alt);
}

function keyCode(chord: Chord): number | undefined {
  if (chord.text !== undefined) return chord.text.codePointAt(0);
  const key = namedKeys[chord.key]!;
  return key.kind === 'control' ? key.kitty.number : undefined;
}

/** Returns `CSI 27 ; modifiers ; code ~` if modifyOtherKeys of xterm applies to the chord, otherwise undefined. */
function encodeModifyOtherKeys(chord: Chord, level: 0 | 1 | 2): string | undefined {
  const character = keyCode(chord);
  if (level === 0 || character === undefined) return undefined;
  const mask = withMetaAsAlt(chord.modifiers);
  const needed =
    chord.text === undefined
      ? controlKeyNeedsSequence(level, chord.key, mask)
      : characterNeedsSequence(level, chord.text, mask);
  return needed ? `\x1b[27;${1 + mask};${character}~` : undefined;
}

/** Returns what a terminal sends for the chord in these modes, as text to be encoded as UTF-8. */
export function encodeChord(chord: Chord, modes: Modes): string {
  if (usesKittyProtocol(modes.kittyKeyboard)) return encodeKitty(chord, modes);
  return encodeModifyOtherKeys(chord, modes.modifyOtherKeys) ?? encodeLegacy(chord, modes);
}

function withoutModifier(chord: Chord, bit: number): Chord {
  const rest = { ...chord, modifiers: chord.modifiers & ~bit };
  return bit === modifiers.shift && chord.text !== undefined
    ? { ...rest, text: withoutShift(chord.text) }
    : rest;
}

/**
 * Warns about lost modifiers: terminals drop those without a code, so shift+enter is enter until the program enables
 * a keyboard protocol. The program cannot detect this, so the caller gets a warning.
 */
export function lostModifierWarnings(chord: Chord, modes: Modes): string[] {
  if (chord.explicitModifiers === 0) return [];
  const bytes = encodeChord(chord, modes);
  const lost = modifierNames(chord.explicitModifiers).filter(
    (name) => encodeChord(withoutModifier(chord, modifiers[name]), modes) === bytes,
  );
  if (lost.length === 0) return [];
  return [
    `${chord.source}: ${lost.join(' and ')} cannot be sent; the program has not enabled a keyboard mode that encodes this chord.`,
  ];
}

type IssueSink = Pick<z.core.$RefinementCtx, 'addIssue'>;

function parseChordOrIssue(spelled: string, problems: IssueSink, path: PropertyKey[] = []): Chord {
  const read = parseChord(spelled);
  if (!('reason' in read)) return read;
  problems.addIssue({ code: 'custom', message: read.reason, input: spelled, path });
  return z.NEVER;
}

/** A key or a chord. It is parsed with the parameters, so that a wrong name is an invalid parameter. */
export const ChordField = z
  .string()
  .describe('A key such as `enter`, `page_up`, `f5` or `x`, or a chord such as `ctrl+alt+x` or `shift+up`.')
  .transform((spelled, problems) => parseChordOrIssue(spelled, problems));

const ChordRow = z.string().describe('Chords separated by white space, such as `ctrl+c enter`.');
export const ChordList = z.array(z.string()).max(limits.chords).describe('One chord per entry.');
const ChordsWithDelay = z.strictObject({
  chords: z.union([ChordRow, ChordList]),
  delay_ms: z.int().min(0).max(limits.keyDelayMs).describe('Pause between two chords.'),
});

function parseChordRow(row: string, problems: IssueSink, path: PropertyKey[]): Chord[] {
  const words = row.split(/\s+/).filter(Boolean);
  if (words.length === 0 || words.length > limits.chords) {
    const message = words.length === 0 ? 'contains no chord' : `contains more than ${limits.chords} chords`;
    problems.addIssue({ code: 'custom', message, input: row, path });
    return z.NEVER;
  }
  return words.map((each) => parseChordOrIssue(each, problems, path));
}

function parseChords(given: string | readonly string[], problems: IssueSink, path: PropertyKey[]): Chord[] {
  if (typeof given === 'string') return parseChordRow(given, problems, path);
  if (given.length === 0)
    problems.addIssue({ code: 'custom', message: 'contains no chord', input: given, path });
  return given.map((each, at) => parseChordOrIssue(each, problems, [...path, at]));
}

/** A sequence of chords. Without `delay_ms`, only an escape is followed by a pause. */
const ChordsField = z.union([ChordRow, ChordList, ChordsWithDelay]).transform((given, problems) => {
  const spaced = typeof given === 'object' && 'delay_ms' in given;
  const chords = spaced ? parseChords(given.chords, problems, ['chords']) : parseChords(given, problems, []);
  return { chords, delayMs: spaced ? given.delay_ms : undefined };
});

export const keyAction = action({
  name: 'key',
  summary: 'Press one key, alone or with modifiers, encoded for the modes that the program has set.',
  needs: 'input.write',
  value: ChordField,
  examples: [
    { title: 'a named key', value: 'enter', writes: '\r' },
    { title: 'an arrow key', value: 'up', writes: '\x1b[A' },
    {
      title: 'an arrow key in application mode',
      value: 'up',
      modes: { applicationCursor: true },
      writes: '\x1bOA',
    },
    { title: 'a control character', value: 'ctrl_c', writes: '\x03' },
    { title: 'a key with modifiers', value: 'ctrl+alt+right', writes: '\x1b[1;7C' },
    { title: 'the kitty protocol', value: 'ctrl+c', modes: { kittyKeyboard: 1 }, writes: '\x1b[99;5u' },
    { title: 'an unknown key name', value: 'entr', fault: 'Invalid' },
  ],
  perform(target, chord) {
    const { modes } = target;
    return writeInput(target, encodeChord(chord, modes), lostModifierWarnings(chord, modes));
  },
});

/** A program can distinguish ESC from the start of a sequence, or from alt with the next key, only by time. */
const afterEscapeMs = 50;

const isBareEscape = (chord: Chord, modes: Modes): boolean => encodeChord(chord, modes) === '\x1b';

async function pressWithPauses(
  target: InputTarget,
  chords: readonly Chord[],
  delayMs: number | undefined,
): Promise<ActionResult> {
  let bytes = 0;
  const warnings: string[] = [];
  for (const [at, chord] of chords.entries()) {
    const last = chords[at - 1];
    const pauseMs = delayMs ?? (last && isBareEscape(last, target.modes) ? afterEscapeMs : 0);
    if (last && pauseMs > 0) await target.delay(pauseMs);
    const encoded = encodeUtf8(encodeChord(chord, target.modes));
    warnings.push(...lostModifierWarnings(chord, target.modes));
    target.write(encoded);
    bytes += encoded.length;
  }
  return { bytes, warnings: [...new Set(warnings)] };
}

function pressAtOnce(target: InputTarget, chords: readonly Chord[]): ActionResult {
  const { modes } = target;
  const lost = new Set(chords.flatMap((chord) => lostModifierWarnings(chord, modes)));
  return writeInput(target, chords.map((chord) => encodeChord(chord, modes)).join(''), [...lost]);
}

export const keysAction = action({
  name: 'keys',
  summary:
    'Press keys in sequence, given as a string such as `ctrl+c enter`, as a list, or as `{chords, delay_ms}` with ' +
    'pauses. After a pause, the next key is encoded for the modes that are set then. Without `delay_ms`, a pause follows ' +
    'an escape, so that the program does not take the next key for one with alt.',
  needs: 'input.write',
  value: ChordsField,
  examples: [
    { title: 'a string', value: 'ctrl+c enter', writes: '\x03\r' },
    { title: 'a list', value: ['shift+up', ' ', 'ctrl+alt+x'], writes: '\x1b[1;2A \x1b\x18' },
    {
      title: 'a pause after escape',
      value: { chords: 'escape : w enter', delay_ms: 20 },
      writes: '\x1b:w\r',
    },
    { title: 'an escape, after which it pauses', value: 'escape : w', writes: '\x1b:w' },
    { title: 'no chord', value: ' ', fault: 'Invalid' },
  ],
  perform: (target, { chords, delayMs }) => {
    const pauses = delayMs ?? chords.slice(0, -1).some((chord) => isBareEscape(chord, target.modes));
    return pauses ? pressWithPauses(target, chords, delayMs) : pressAtOnce(target, chords);
  },
});

export const interruptAction = action({
  name: 'interrupt',
  summary:
    'Write the byte 0x03, as ctrl+c does without a keyboard protocol. The kernel converts it to SIGINT unless the ' +
    'terminal is in raw mode. To send the signal itself, use `signal` with `int`.',
  needs: 'input.write',
  examples: [{ title: 'the byte 0x03', writes: '\x03' }],
  perform: (target) => writeInput(target, '\x03'),
});

export const eofAction = action({
  name: 'eof',
  summary:
    'Write the byte 0x04, as ctrl+d does without a keyboard protocol. In canonical mode it ends the input only at ' +
    'the start of a line. Within a line it submits the typed text, and a second one ends the input.',
  needs: 'input.write',
  examples: [{ title: 'the byte 0x04', writes: '\x04' }],
  perform: (target) => writeInput(target, '\x04'),
});
