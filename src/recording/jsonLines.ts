/** Reads files of JSON lines from any source. The length of a line is limited. */
import { limits } from '#limits.ts';
import { firstIssue, z } from '#platform/schema.ts';

/** Throws the error of the caller's file kind, with the line number and the reason. */
export type RefuseLine = (line: number, reason: string) => never;

interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

export interface JsonLinesOptions {
  readonly refuse: RefuseLine;
  /** Whether the last line may be incomplete, as after a crash of the writer. */
  readonly torn: boolean;
}

/** Skips blank lines and comments. */
export function* readJsonLines(text: string, { refuse, torn }: JsonLinesOptions): Generator<JsonLine> {
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
    const value = parseJsonLine(words);
    if (value === undefined && feed < 0 && torn && line > 1) return;
    if (value === undefined) refuse(line, 'not JSON');
    else yield { line, value: value.json };
  }
}

/** Drops the parser's error, because its text quotes the line, which may contain secrets. */
function parseJsonLine(words: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(words) };
  } catch {
    return undefined;
  }
}

/** Reports the first problem of the value with its field. */
export function parseLine<Out>(shape: z.ZodType<Out>, { line, value }: JsonLine, refuse: RefuseLine): Out {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  return refuse(line, firstIssue(result.error).reason);
}

/** An error in a recording that is a file of the user. */
export class RecordingError extends Error {
  readonly file: string;
  readonly line: number;
  constructor(file: string, line: number, reason: string) {
    super(`${file}:${line}: ${reason}`);
    this.file = file;
    this.line = line;
  }
}

export const refuseInFile =
  (file: string): RefuseLine =>
  (line, reason) => {
    throw new RecordingError(file, line, reason);
  };

export const RowsSchema = z.int().min(limits.minRows).max(limits.maxRows);
export const ColsSchema = z.int().min(limits.minCols).max(limits.maxCols);
