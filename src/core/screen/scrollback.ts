import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import { maskText } from './mask.ts';
import { type RowText, readRow } from './rows.ts';
import type { Screen } from './screen.ts';
import { findSecrets } from './secrets.ts';
import type { Emulator, Line } from './xterm.ts';

/** The rows that scrolled off the top of the main screen, the oldest first. The alternate screen has none. */
export class Scrollback {
  readonly #emulator: Emulator;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  get length(): number {
    return this.#emulator.core.buffers.normal.ybase;
  }

  rows(from: number, count: number): readonly RowText[] {
    const first = Math.max(0, from);
    const last = Math.min(this.length, from + count);
    return Array.from({ length: Math.max(0, last - first) }, (_, row) => this.row(first + row));
  }

  row(row: number): RowText {
    return readRow(this.line(row));
  }

  /** Rows that stand behind: those of the main screen. */
  get behind(): number {
    return this.#emulator.core.buffers.normal.lines.length - this.length;
  }

  /** For the files of this folder. Rows past the end are those of the main screen. */
  line(row: number): Line {
    return this.#emulator.core.buffers.normal.lines.get(row)!;
  }
}

export interface ScrollbackRead {
  /** The first row: 0 is the oldest that is kept, -1 the newest. */
  readonly start: number;
  readonly count: number;
  readonly redaction: Redaction;
}

/** Rows that scrolled off, as they may be told. */
export function readScrollback({ scrollback }: Screen, { start, count, redaction }: ScrollbackRead) {
  const total = scrollback.length;
  const first = Math.min(total, Math.max(0, start < 0 ? total + start : start));
  const rows = scrollback.rows(first, Math.min(count, limits.maxScrollback));
  if (rows.length === 0) return { lines: [], start: first, total };
  const behind = total - first - rows.length + scrollback.behind;
  const row = (index: number) => rows[index - first] ?? scrollback.row(index);
  const secrets = findSecrets({ first, count: rows.length, before: first, behind, row }, redaction);
  const lines = rows.map(({ text }, at) => {
    const found = secrets?.[at];
    return found?.length ? maskText(scrollback.line(first + at), text, found, redaction.replacement) : text;
  });
  return { lines, start: first, total };
}
