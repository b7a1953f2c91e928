/** Reads an asciicast, version 2 or 3, whoever wrote it: sizes and times that cannot be are refused. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { fitsInMemory } from '../size.ts';
import type { CastVersion, Extent } from './castLines.ts';
import { Cols, jsonLines, type ReadHow, type Refuse, Rows, readShape } from './readLines.ts';

const optionalText = z.string().max(limits.pathChars).optional().catch(undefined);
const told = {
  timestamp: z.number().int().min(0).optional().catch(undefined),
  command: optionalText,
  title: optionalText,
};
const Header = z.discriminatedUnion('version', [
  z.looseObject({ version: z.literal(2), width: Cols, height: Rows, ...told }),
  z.looseObject({ version: z.literal(3), term: z.looseObject({ cols: Cols, rows: Rows }), ...told }),
]);

const Event = z
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
  /** Since the beginning. */
  readonly ms: number;
  /** `o`, `i`, `r`, `m`, `x`, or what somebody else made up. */
  readonly code: string;
  readonly text: string;
  readonly line: number;
  /** Of a new size. */
  readonly size?: Extent;
}

export interface Cast {
  readonly version: CastVersion;
  readonly size: Extent;
  readonly timestamp: number | undefined;
  readonly command: string | undefined;
  readonly title: string | undefined;
  /** Read as they are asked for, once. */
  readonly events: Iterable<CastEvent>;
}

export function readCast(text: string, how: ReadHow): Cast {
  const lines = jsonLines(text, how);
  const first = lines.next();
  if (first.done) return how.refuse(1, 'not JSON: there is no line');
  const header = readShape(Header, first.value, how.refuse);
  const size =
    header.version === 2
      ? { rows: header.height, cols: header.width }
      : { rows: header.term.rows, cols: header.term.cols };
  if (!fitsInMemory(size)) how.refuse(1, `more than ${limits.maxCells} cells`);
  const { version, timestamp, command, title } = header;
  return { version, size, timestamp, command, title, events: eventsIn(lines, version, how.refuse) };
}

/** Times in version 2 count from the beginning, and stand still where they would go back. */
function* eventsIn(
  lines: Iterable<{ readonly line: number; readonly value: unknown }>,
  version: CastVersion,
  refuse: Refuse,
): Generator<CastEvent> {
  let ms = 0;
  for (const each of lines) {
    const [seconds, code, words] = readShape(Event, each, refuse);
    const { line } = each;
    ms = version === 2 ? Math.max(ms, seconds * 1000) : ms + seconds * 1000;
    if (ms > limits.recordingMs) refuse(line, `longer than ${limits.recordingMs / 1000} seconds`);
    const text = typeof words === 'string' ? words : JSON.stringify(words ?? '');
    if ((code === 'o' || code === 'i') && typeof words !== 'string') refuse(line, 'expected a text');
    yield code === 'r'
      ? { ms, code, text, line, size: sizeOf(text, line, refuse) }
      : { ms, code, text, line };
  }
}

const NewSize = z
  .object({ cols: Cols, rows: Rows })
  .refine(fitsInMemory, `more than ${limits.maxCells} cells`);

function sizeOf(text: string, line: number, refuse: Refuse): Extent {
  const [, cols, rows] = /^(\d{1,5})x(\d{1,5})$/.exec(text) ?? [];
  return readShape(NewSize, { line, value: { cols: Number(cols), rows: Number(rows) } }, refuse);
}
