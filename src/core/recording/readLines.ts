/** Lines of JSON that anybody may have written, one after the other, each bounded. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';

/** Raises what the reader of this kind of file raises: where, and what is wrong. */
export type Refuse = (line: number, reason: string) => never;

export interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

export interface ReadHow {
  readonly refuse: Refuse;
  /** Whether the last line may be cut off in its middle, as it is when the one who wrote it was killed. */
  readonly torn: boolean;
}

/** Blank lines, and comments, are passed over. */
export function* jsonLines(text: string, { refuse, torn }: ReadHow): Generator<JsonLine> {
  let line = 0;
  for (let at = 0; at < text.length; ) {
    line += 1;
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    if (end - at > limits.recordingLineChars)
      refuse(line, `more than ${limits.recordingLineChars} characters`);
    const words = text.slice(at, end).trim();
    at = end + 1;
    if (words === '' || words.startsWith('#')) continue;
    const value = parsed(words);
    if (value === undefined && feed < 0 && torn && line > 1) return;
    if (value === undefined) refuse(line, 'not JSON');
    else yield { line, value: value.json };
  }
}

/** Why a line is none would tell what it says, and whose file it is nobody knows. */
function parsed(words: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(words) };
  } catch {
    return undefined;
  }
}

/** The first thing that is wrong with a value is told, with the field that it is about. */
export function readShape<Out>(shape: z.ZodType<Out>, { line, value }: JsonLine, refuse: Refuse): Out {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  return refuse(line, path.length > 0 ? `${path.join('.')}: ${message}` : message);
}

/** For recordings that stand in a file of a person's. */
export class RecordingProblem extends Error {
  readonly file: string;
  readonly line: number;
  constructor(file: string, line: number, reason: string) {
    super(`${file}:${line}: ${reason}`);
    this.file = file;
    this.line = line;
  }
}

export const refuseIn =
  (file: string): Refuse =>
  (line, reason) => {
    throw new RecordingProblem(file, line, reason);
  };

export const Rows = z.int().min(limits.minRows).max(limits.maxRows);
export const Cols = z.int().min(limits.minCols).max(limits.maxCols);
