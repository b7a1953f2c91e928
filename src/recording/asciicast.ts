/** Reads and writes asciicast files, version 2 and 3. */
import { limits } from '#limits.ts';
import { fitsInMemory, type GridSize } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import {
  ColsSchema,
  type JsonLinesOptions,
  parseLine,
  type RefuseLine,
  RowsSchema,
  readJsonLines,
} from './jsonLines.ts';

type CastVersion = 2 | 3;

/** Output, input, resize, marker, exit. */
export type CastEventCode = 'o' | 'i' | 'r' | 'm' | 'x';

export interface CastHeader {
  readonly version: CastVersion;
  readonly size: GridSize;
  /** Unix time in seconds. */
  readonly timestamp?: number | undefined;
  readonly command?: string | undefined;
  readonly title?: string | undefined;
}

export class CastWriter {
  readonly #header: CastHeader;
  /** Time of the last line in milliseconds. */
  #lastMs = 0;

  constructor(options: CastHeader) {
    this.#header = options;
  }

  header(): string {
    const {
      version,
      size: { rows, cols },
      ...rest
    } = this.#header;
    const size = version === 2 ? { width: cols, height: rows } : { term: { cols, rows } };
    return toJsonLine({ version, ...size, ...rest });
  }

  /** Times never go back. Version 3 stores the time since the previous line. */
  event(ms: number, code: CastEventCode, text: string): string {
    const before = this.#lastMs;
    this.#lastMs = Math.max(before, Math.round(ms));
    const time = this.#header.version === 2 ? this.#lastMs : this.#lastMs - before;
    return toJsonLine([time / 1000, code, text]);
  }
}

export const toJsonLine = (value: unknown): string => `${JSON.stringify(value)}\n`;

export const formatCastSize = ({ rows, cols }: GridSize): string => `${cols}x${rows}`;

/** The schemas of the file. It may come from any source, so invalid sizes and times are refused. */
const optionalHeaderText = z.string().max(limits.pathChars).optional().catch(undefined);
const headerFields = {
  timestamp: z.number().int().min(0).optional().catch(undefined),
  command: optionalHeaderText,
  title: optionalHeaderText,
};
const CastHeaderSchema = z.discriminatedUnion('version', [
  z.looseObject({ version: z.literal(2), width: ColsSchema, height: RowsSchema, ...headerFields }),
  z.looseObject({
    version: z.literal(3),
    term: z.looseObject({ cols: ColsSchema, rows: RowsSchema }),
    ...headerFields,
  }),
]);

const CastEventSchema = z
  .tuple([
    z
      .number()
      .min(0)
      .max(limits.recordingMs / 1000),
    z.string(),
    z.unknown(),
  ])
  .rest(z.unknown());

export interface CastEvent {
  /** Milliseconds since the start. */
  readonly ms: number;
  /** `o`, `i`, `r`, `m`, `x`, or an unknown code. */
  readonly code: string;
  readonly text: string;
  readonly line: number;
  /** The new size, for resize events. */
  readonly size?: GridSize;
}

export interface Cast {
  readonly version: CastVersion;
  readonly size: GridSize;
  readonly timestamp: number | undefined;
  readonly command: string | undefined;
  readonly title: string | undefined;
  /** Parsed lazily. Can be iterated once. */
  readonly events: Iterable<CastEvent>;
}

export function readCast(text: string, how: JsonLinesOptions): Cast {
  const lines = readJsonLines(text, how);
  const first = lines.next();
  if (first.done) return how.refuse(1, 'not JSON: the recording is empty');
  const header = parseLine(CastHeaderSchema, first.value, how.refuse);
  const size =
    header.version === 2
      ? { rows: header.height, cols: header.width }
      : { rows: header.term.rows, cols: header.term.cols };
  if (!fitsInMemory(size)) how.refuse(1, `more than ${limits.maxCells} cells`);
  const { version, timestamp, command, title } = header;
  return { version, size, timestamp, command, title, events: readEvents(lines, version, how.refuse) };
}

/** Version 2 stores times since the start; times that go back are raised to the previous one. */
function* readEvents(
  lines: Iterable<{ readonly line: number; readonly value: unknown }>,
  version: CastVersion,
  refuse: RefuseLine,
): Generator<CastEvent> {
  let ms = 0;
  for (const each of lines) {
    const [seconds, code, words] = parseLine(CastEventSchema, each, refuse);
    const { line } = each;
    ms = version === 2 ? Math.max(ms, seconds * 1000) : ms + seconds * 1000;
    if (ms > limits.recordingMs) refuse(line, `longer than ${limits.recordingMs / 1000} seconds`);
    const text = typeof words === 'string' ? words : JSON.stringify(words ?? '');
    if ((code === 'o' || code === 'i') && typeof words !== 'string') refuse(line, 'expected a string');
    yield code === 'r'
      ? { ms, code, text, line, size: parseCastSize(text, line, refuse) }
      : { ms, code, text, line };
  }
}

const CastSizeSchema = z
  .object({ cols: ColsSchema, rows: RowsSchema })
  .refine(fitsInMemory, `more than ${limits.maxCells} cells`);

function parseCastSize(text: string, line: number, refuse: RefuseLine): GridSize {
  const [, cols, rows] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? [];
  return parseLine(CastSizeSchema, { line, value: { cols: Number(cols), rows: Number(rows) } }, refuse);
}
