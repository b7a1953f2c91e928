/** Actions that press keys: `key`, `keys`, `interrupt` and `eof`. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Modes } from '../modes.ts';
import { type ActionResult, action, encodeUtf8, type InputTarget, writeInput } from './action.ts';
import { type Chord, encodeChord, lostModifierWarnings, parseChord } from './chord.ts';

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
