/** Reads the rows that scrolled off the main screen. */
import { limits } from '#limits.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { mergeRowSpans } from '#redaction/spans.ts';
import { rowRuns } from '../cellRuns.ts';
import type { CellRun } from '../cells.ts';
import { readRow, type ScreenRowText } from '../rows.ts';
import type { Screen } from '../screen.ts';
import { createLinkResolver } from '../screenReader.ts';
import { findSecrets, maskCells, maskText, openSecretInHistory } from '../screenRedaction.ts';
import type { BufferLine, Emulator } from '../xterm.ts';
import type { ScrollbackBuffer } from './scrollbackBuffer.ts';

/** The rows that scrolled off the top of the main screen, oldest first. The alternate screen has no scrollback. */
export class Scrollback {
  readonly #emulator: Emulator;
  readonly #buffer: ScrollbackBuffer;

  constructor(emulator: Emulator, archive: ScrollbackBuffer) {
    this.#emulator = emulator;
    this.#buffer = archive;
  }

  get length(): number {
    return this.#buffer.length;
  }

  /** Estimated memory. */
  get bytes(): number {
    return this.#buffer.bytes;
  }

  rows(from: number, count: number): readonly ScreenRowText[] {
    const first = Math.max(0, from);
    const last = Math.min(this.length, from + count);
    return Array.from({ length: Math.max(0, last - first) }, (_, row) => this.row(first + row));
  }

  row(row: number): ScreenRowText {
    return row < this.length ? this.#buffer.text(row) : readRow(this.line(row));
  }

  /** Number of rows of the main screen, which follow the scrollback. */
  get screenRowCount(): number {
    return this.#emulator.core.buffers.normal.lines.length;
  }

  /** Internal to src/terminal. Rows past the end are those of the main screen. */
  line(row: number): BufferLine {
    if (row < this.length) return this.#buffer.line(row);
    return this.#emulator.core.buffers.normal.lines.get(row - this.length)!;
  }
}

interface ScrollbackReadOptions {
  /** The first row: 0 is the oldest kept row, -1 the newest. */
  readonly start: number;
  readonly count: number;
  readonly redaction: Redaction;
}

/** Maximum number of rows in one reply. */
export const mostRows = ({ size }: Screen): number =>
  Math.min(limits.replyRows, Math.floor(limits.replyChars / size.cols));

/** Reads redacted rows of the scrollback, at most `mostRows`. */
export function readScrollback(screen: Screen, { start, count, redaction }: ScrollbackReadOptions) {
  const { scrollback } = screen;
  const total = scrollback.length;
  const first = Math.min(total, Math.max(0, start < 0 ? total + start : start));
  const rows = scrollback.rows(first, Math.min(count, mostRows(screen)));
  const secrets = findHistorySecrets(scrollback, redaction, first, rows);
  const lines = rows.map(({ text }, at) => {
    const found = secrets?.[at];
    return found?.length ? maskText(scrollback.line(first + at), text, found, redaction.replacement) : text;
  });
  return { lines, start: first, total };
}

function findHistorySecrets(
  scrollback: Scrollback,
  redaction: Redaction,
  first: number,
  rows: readonly ScreenRowText[],
) {
  const { length: count } = rows;
  if (count === 0) return null;
  const after = scrollback.length + scrollback.screenRowCount - first - count;
  const row = (index: number) => rows[index - first] ?? scrollback.row(index);
  return findSecrets({ first, count, before: first, after, row }, redaction);
}

/** Options of `readHistory`, which reads the scrollback and the main screen as redacted runs, oldest row first. */
interface HistoryReadOptions {
  /** The first row, from 0. */
  readonly start: number;
  readonly count: number;
  readonly redaction: Redaction;
  /** Minimum length of a partial secret before the cursor that is hidden. */
  readonly minOpenSecretChars?: number;
}

export function readHistory(
  screen: Screen,
  { start, count, redaction, minOpenSecretChars: least }: HistoryReadOptions,
) {
  const { scrollback } = screen;
  const total = scrollback.length + scrollback.screenRowCount;
  const first = Math.min(start, total);
  const texts = Array.from({ length: Math.min(count, total - first) }, (_, at) => scrollback.row(first + at));
  const secrets = findHistorySecrets(scrollback, redaction, first, texts);
  const open = openSecretInHistory(screen, redaction, least);
  const linkTo = createLinkResolver(screen, redaction);
  const rows = texts.map((_, at): CellRun[] => {
    const line = scrollback.line(first + at);
    const half = open.get(first + at);
    const whole = secrets?.[at] ?? [];
    const found = half ? mergeRowSpans([...whole, half], line.isWrapped) : whole;
    const mask = found.length > 0 ? maskCells(line, found, redaction.replacement) : undefined;
    return rowRuns(line, mask, 0, line.length, linkTo);
  });
  return { rows, start: first, total };
}

export interface LinePosition {
  readonly line: number;
  readonly col: number;
}

/**
 * Numbers the lines of the main screen from the first line of the session. A line keeps its number when it scrolls
 * and when older lines are dropped. A change of width rewraps lines and changes their numbers.
 */
export class LineNumbers {
  readonly #buffers: Emulator['core']['buffers'];
  readonly #scrollbackBuffer: ScrollbackBuffer;

  constructor({ core: { buffers } }: Emulator, archive: ScrollbackBuffer) {
    this.#buffers = buffers;
    this.#scrollbackBuffer = archive;
  }

  /** The number of the first row of the main screen. */
  get first(): number {
    return this.#scrollbackBuffer.next;
  }

  /** The line and the column of the cursor. The line is null on the alternate screen. */
  cursor(): { readonly line: number | null; readonly col: number } {
    const { active, normal } = this.#buffers;
    return { line: active === normal ? this.first + active.y : null, col: active.x };
  }

  /** Returns a line of the main screen or of the scrollback; undefined if it was dropped. */
  readonly lineAt = (line: number): BufferLine | undefined => {
    const { length } = this.#scrollbackBuffer;
    const row = line - this.first;
    if (row < -length) return undefined;
    return row < 0 ? this.#scrollbackBuffer.line(length + row) : this.#buffers.normal.lines.get(row);
  };
}
