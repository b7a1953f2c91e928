/** An asciicast, version 2 or 3, as what a player needs: pieces of output, sizes and marks, each with its time. */

export interface Piece {
  /** Since the beginning. */
  readonly ms: number;
  readonly kind: 'output' | 'size' | 'mark' | 'input' | 'exit';
  readonly text: string;
}

export interface Cast {
  readonly rows: number;
  readonly cols: number;
  readonly title: string | undefined;
  readonly pieces: readonly Piece[];
  readonly lengthMs: number;
}

/** What is said of a file that is none, for the person who chose it. */
export class NoCast extends Error {}

const kinds: Readonly<Record<string, Piece['kind']>> = {
  o: 'output',
  r: 'size',
  m: 'mark',
  i: 'input',
  x: 'exit',
};

/** An emulator of more than this takes a browser's breath. */
const most = { rows: 500, cols: 1000 } as const;
const longestMs = 86_400_000;

/** A last line without an end was being written: it is left out. */
export function readCast(text: string): Cast {
  const lines = text.split('\n');
  const header = object(json(lines[0] ?? '', 1));
  if (header.version !== 2 && header.version !== 3)
    throw new NoCast('This is no asciicast of version 2 or 3: its first line does not say so.');
  const term = header.version === 3 ? object(header.term) : { cols: header.width, rows: header.height };
  const pieces = [...piecesIn(lines, header.version === 3)];
  return {
    rows: bounded(term.rows, most.rows),
    cols: bounded(term.cols, most.cols),
    title: typeof header.title === 'string' ? header.title : undefined,
    pieces,
    lengthMs: pieces.at(-1)?.ms ?? 0,
  };
}

function* piecesIn(lines: readonly string[], relative: boolean): Generator<Piece> {
  let ms = 0;
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === '' || line.startsWith('#')) continue;
    if (at === lines.length - 1 && !line.endsWith(']')) return;
    const [seconds, code, told] = array(json(line, at + 1), at + 1);
    if (typeof seconds !== 'number' || !(seconds >= 0)) throw new NoCast(`Line ${at + 1} has no time.`);
    ms = relative ? ms + seconds * 1000 : Math.max(ms, seconds * 1000);
    if (ms > longestMs) throw new NoCast(`Line ${at + 1} comes after more than a day.`);
    const kind = kinds[String(code)];
    if (kind) yield { ms, kind, text: String(told ?? '') };
  }
}

export function sizeIn(text: string): { readonly rows: number; readonly cols: number } | undefined {
  const [, cols, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  if (cols === undefined) return undefined;
  return { rows: bounded(Number(rows), most.rows), cols: bounded(Number(cols), most.cols) };
}

const bounded = (value: unknown, limit: number): number =>
  typeof value === 'number' && value >= 1 ? Math.min(Math.floor(value), limit) : 24;

function json(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new NoCast(`Line ${number} is no JSON.`);
  }
}

const object = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function array(value: unknown, number: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new NoCast(`Line ${number} is no event.`);
  return value;
}
