import { z } from '../../../platform/schema.ts';
import { limits } from '../../limits.ts';
import { type Chord, parseChord } from './chord.ts';

type Problems = Pick<z.core.$RefinementCtx, 'addIssue'>;

function chordOr(spelled: string, problems: Problems, path: PropertyKey[] = []): Chord {
  const read = parseChord(spelled);
  if (!('reason' in read)) return read;
  problems.addIssue({ code: 'custom', message: read.reason, input: spelled, path });
  return z.NEVER;
}

/** A key or a chord, read as far as it can be without a terminal: a wrong name is a wrong parameter. */
export const ChordText = z
  .string()
  .describe('A key such as `enter`, `page_up`, `f5` or `x`, or a chord such as `ctrl+alt+x` or `shift+up`.')
  .transform((spelled, problems) => chordOr(spelled, problems));

const Row = z.string().describe('Chords with white space between them, such as `ctrl+c enter`.');
const List = z.array(z.string()).max(limits.chords).describe('One chord an entry.');
const Spaced = z.strictObject({
  chords: z.union([Row, List]),
  delay_ms: z.int().min(0).max(limits.keyDelayMs).describe('Pause between one chord and the next.'),
});

function readRow(row: string, problems: Problems, path: PropertyKey[]): Chord[] {
  const words = row.split(/\s+/).filter(Boolean);
  if (words.length === 0 || words.length > limits.chords) {
    const message = words.length === 0 ? 'holds no chord' : `holds more than ${limits.chords} chords`;
    problems.addIssue({ code: 'custom', message, input: row, path });
    return z.NEVER;
  }
  return words.map((each) => chordOr(each, problems, path));
}

function readChords(given: string | readonly string[], problems: Problems, path: PropertyKey[]): Chord[] {
  if (typeof given === 'string') return readRow(given, problems, path);
  if (given.length === 0)
    problems.addIssue({ code: 'custom', message: 'holds no chord', input: given, path });
  return given.map((each, at) => chordOr(each, problems, [...path, at]));
}

/** Chords in a row, with or without a pause between them. */
export const Chords = z.union([Row, List, Spaced]).transform((given, problems) => {
  const spaced = typeof given === 'object' && 'delay_ms' in given;
  const chords = spaced ? readChords(given.chords, problems, ['chords']) : readChords(given, problems, []);
  return { chords, delayMs: spaced ? given.delay_ms : 0 };
});
