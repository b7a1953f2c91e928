/** Parses asciicasts of version 2 and 3 for the player. */
import type { GridSize } from '#platform/pty/size.ts';

export interface PlayerEvent {
  /** Since the beginning of the recording. */
  readonly ms: number;
  readonly kind: 'output' | 'size' | 'mark' | 'input' | 'exit';
  readonly text: string;
}

export interface PlayerCast extends GridSize {
  readonly title: string | undefined;
  readonly events: readonly PlayerEvent[];
  readonly lengthMs: number;
}

/** The file is not a valid asciicast. The message is for the person who chose the file. */
export class InvalidCastError extends Error {}

const eventKinds: Readonly<Record<string, PlayerEvent['kind']>> = {
  o: 'output',
  r: 'size',
  m: 'mark',
  i: 'input',
  x: 'exit',
};

/** A larger emulator would block the browser. */
const maxSize = { rows: 500, cols: 1000 } as const;
const maxDurationMs = 86_400_000;

/** Ignores an incomplete last line, which may still be written. */
export function parseCast(text: string): PlayerCast {
  const lines = text.split('\n');
  const header = asObject(parseJsonLine(lines[0] ?? '', 1));
  if (header.version !== 2 && header.version !== 3)
    throw new InvalidCastError('Not an asciicast of version 2 or 3: the first line has no such version.');
  const term = header.version === 3 ? asObject(header.term) : { cols: header.width, rows: header.height };
  const pieces = [...parseEvents(lines, header.version === 3)];
  return {
    rows: clampSize(term.rows, maxSize.rows),
    cols: clampSize(term.cols, maxSize.cols),
    title: typeof header.title === 'string' ? header.title : undefined,
    events: pieces,
    lengthMs: pieces.at(-1)?.ms ?? 0,
  };
}

function* parseEvents(lines: readonly string[], relative: boolean): Generator<PlayerEvent> {
  let ms = 0;
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === '' || line.startsWith('#')) continue;
    if (at === lines.length - 1 && !line.endsWith(']')) return;
    const [seconds, code, payload] = asArray(parseJsonLine(line, at + 1), at + 1);
    if (typeof seconds !== 'number' || !(seconds >= 0))
      throw new InvalidCastError(`Line ${at + 1}: the time is missing or invalid.`);
    ms = relative ? ms + seconds * 1000 : Math.max(ms, seconds * 1000);
    if (ms > maxDurationMs) throw new InvalidCastError(`Line ${at + 1}: the time is after more than a day.`);
    const kind = eventKinds[String(code)];
    if (kind) yield { ms, kind, text: String(payload ?? '') };
  }
}

export function parseSize(text: string): GridSize | undefined {
  const [, cols, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  if (cols === undefined) return undefined;
  return { rows: clampSize(Number(rows), maxSize.rows), cols: clampSize(Number(cols), maxSize.cols) };
}

const clampSize = (value: unknown, limit: number): number =>
  typeof value === 'number' && value >= 1 ? Math.min(Math.floor(value), limit) : 24;

function parseJsonLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new InvalidCastError(`Line ${number} is not valid JSON.`);
  }
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function asArray(value: unknown, number: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new InvalidCastError(`Line ${number} is not an event: expected an array.`);
  return value;
}
