/** The screen, or an area of it, as text that matchers search, with the way back from offsets to cells. */
import type {
  CellPosition,
  SearchArea,
  TextView,
  TrailingBlanks,
  UnwrappedText,
} from '#matchers/sessionView.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { Cell } from '#terminal/cells.ts';
import { columnsByOffset, type DirtyRows, isLastCellWritten } from '#terminal/rows.ts';
import type { Screen } from '#terminal/screen.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { redactScreen, redactScreenSlice } from '#terminal/screenRedaction.ts';

/** The first row of an area and the row after its last. Negative rows count from the bottom. */
export function areaRows({ row, rows }: SearchArea, ofScreen: number): readonly [number, number] {
  const first = row < 0 ? ofScreen + row : row;
  return [Math.max(0, first), Math.max(0, Math.min(first + rows, ofScreen))];
}

/**
 * Number of blanks after the last character of a row, within the area, up to its end or to the cursor. Row texts omit
 * these blanks, but a prompt may end in one.
 */
export function trailingBlanks(
  screen: Screen,
  row: number,
  area: SearchArea | undefined,
  blanks: TrailingBlanks,
): number {
  const { cursor, size } = screen;
  const [first, last] = area ? areaRows(area, size.rows) : [0, size.rows];
  if (row < first || row >= last || (blanks !== 'all' && row !== cursor.row)) return 0;
  const { col = 0, cols = size.cols } = area ?? {};
  const right = Math.min(col + cols, blanks === 'all' ? size.cols : columnsBeforeCursor(screen));
  const words = screen.columns(row).at(-1)!;
  if (words <= col + cols) return Math.max(0, right - Math.max(col, words));
  // Text that the area cuts off is not blank, but the visible part may end in blanks.
  const { text } = screen.row(row);
  return Math.max(0, right - Math.max(col, endOfText(screen, row, text, col + cols)));
}

/** A cursor with a pending wrap reports the last column, although it is behind that column. */
const columnsBeforeCursor = ({ emulator, size }: Screen) =>
  Math.min(emulator.core.buffers.active.x, size.cols);

function endOfText(screen: Screen, row: number, text: string, before: number): number {
  const columns = screen.columns(row);
  let unit = columns.findIndex((one) => one >= before);
  while (unit > 0 && text[unit - 1]!.trim() === '') unit--;
  return columns[unit]!;
}

/** A row of the view, with the range of the screen row that it shows. */
interface ViewLine {
  readonly row: number;
  /** Offset of its first character in the text of the view. */
  readonly offset: number;
  readonly firstUnit: number;
  readonly text: string;
  /** Number of blanks at the end of its text that the screen's row text omits. */
  readonly blanks: number;
}

/** A quick check before each search: most screens have no wrapped rows to join. */
function hasWrappedRows(screen: Screen): boolean {
  for (let row = 1; row < screen.size.rows; row++) if (screen.row(row).wrapped) return true;
  return false;
}

function unwrapRows(screen: Screen, rows: readonly ViewLine[]): UnwrappedText {
  const begins: number[] = [];
  let text = '';
  for (const [at, line] of rows.entries()) {
    begins.push(text.length);
    const goesOn = at + 1 < rows.length && screen.row(line.row + 1).wrapped;
    text += line.text + (goesOn ? rowPadding(screen, line) : '\n');
  }
  return { text, toViewOffset: (offset) => toViewOffset(rows, begins, offset) };
}

/**
 * Blanks at the end of a row belong to the line. The exception is the one cell that was too narrow for a wide
 * character.
 */
function rowPadding(screen: Screen, { row, blanks }: ViewLine): string {
  const left = screen.size.cols - screen.columns(row).at(-1)! - blanks;
  return left <= 0 ? '' : ' '.repeat(left - (isLastCellWritten(screen.line(row)) ? 0 : 1));
}

/** Maps an offset in added padding to the end of its row. */
function toViewOffset(rows: readonly ViewLine[], begins: readonly number[], offset: number): number {
  let at = begins.length - 1;
  while (at > 0 && begins[at]! > offset) at--;
  const { offset: inView, text } = rows[at]!;
  return inView + Math.min(offset - begins[at]!, text.length);
}

interface ScreenTextSource {
  readonly screen: Screen;
  readonly redaction: Redaction;
  /** Search only the redacted text. */
  readonly redactionEnforced: boolean;
  readonly dirtyRows: DirtyRows | undefined;
}

export class ScreenTextView implements TextView {
  readonly text: string;
  readonly #source: ScreenTextSource;
  readonly #area: SearchArea | undefined;
  readonly #blanks: TrailingBlanks | undefined;
  readonly #dirtyRowCache = new Map<number, boolean>();
  #lines: readonly ViewLine[] | undefined;

  constructor(seen: ScreenTextSource, area?: SearchArea, blanks?: TrailingBlanks) {
    this.#source = seen;
    this.#area = area;
    this.#blanks = blanks;
    const { screen, redaction, redactionEnforced } = seen;
    if (area || blanks)
      this.text = this.#allLines()
        .map(({ text }) => text)
        .join('\n')
        .replace(/\n+$/, '');
    else this.text = redactionEnforced ? redactScreen(screen, redaction).text : screen.text();
  }

  isEligible(start: number, end: number): boolean {
    const { dirtyRows } = this.#source;
    if (!dirtyRows) return true;
    return this.#linesBetween(start, end).some((line) => {
      if (!this.#isDirty(line.row, dirtyRows)) return false;
      const columns = this.#columnAt(line);
      const from = columns(Math.max(start, line.offset));
      return dirtyRows.wrote(
        line.row,
        from,
        Math.max(from + 1, columns(Math.min(end, line.offset + line.text.length))),
      );
    });
  }

  /** Undefined for an area of columns: cut rows do not continue in the next row. */
  unwrapped(): UnwrappedText | undefined {
    const { screen } = this.#source;
    return this.#area?.cols === undefined && hasWrappedRows(screen)
      ? unwrapRows(screen, this.#allLines())
      : undefined;
  }

  withTrailingBlanks(blanks: TrailingBlanks): TextView | undefined {
    const { screen } = this.#source;
    const none = blanks !== 'all' && trailingBlanks(screen, screen.cursor.row, this.#area, blanks) === 0;
    return none ? undefined : new ScreenTextView(this.#source, this.#area, blanks);
  }

  positionAt(offset: number): CellPosition {
    const line = this.#linesBetween(offset, offset)[0] ?? this.#allLines()[0]!;
    return { row: line.row, col: this.#columnAt(line)(offset) };
  }

  cellsAt(start: number, end: number): readonly Cell[] {
    const { screen, redaction } = this.#source;
    return this.#linesBetween(start, end).flatMap((line) => {
      const columns = this.#columnAt(line);
      const col = columns(Math.max(start, line.offset));
      const cols = columns(Math.min(end, line.offset + line.text.length)) - col;
      if (cols <= 0) return [];
      const region = { row: line.row, col, rows: 1, cols };
      return takeSnapshot(screen, { redaction, cells: 'full', region }).cells.flat() as Cell[];
    });
  }

  redactedText(start: number, end: number, redaction: Redaction): string {
    const { screen, redactionEnforced } = this.#source;
    if (redactionEnforced) return redaction.text(this.text.slice(start, end));
    return this.#linesBetween(start, end)
      .map(({ row, offset, firstUnit, text, blanks }) => {
        const shift = rowOffset(screen, row) + firstUnit - offset;
        const ends = offset + text.length;
        const own = ends - blanks;
        const [first, last] = [Math.max(start, offset), Math.min(end, ends)];
        const words = redactScreenSlice(
          screen,
          redaction,
          Math.min(first, own) + shift,
          Math.min(last, own) + shift,
        );
        return words + ' '.repeat(Math.max(0, last - Math.max(first, own)));
      })
      .join('\n');
  }

  /** Cached per row, because several matches may be on one row. */
  #isDirty(row: number, dirtyRows: DirtyRows): boolean {
    let fresh = this.#dirtyRowCache.get(row);
    if (fresh === undefined) {
      fresh = dirtyRows.wrote(row);
      this.#dirtyRowCache.set(row, fresh);
    }
    return fresh;
  }

  #linesBetween(start: number, end: number): readonly ViewLine[] {
    const lines = this.#allLines();
    let first = 0;
    for (let behind = lines.length; first < behind; ) {
      const middle = (first + behind) >> 1;
      const { offset, text } = lines[middle]!;
      if (offset + text.length < start) first = middle + 1;
      else behind = middle;
    }
    let last = first;
    while (last < lines.length && lines[last]!.offset <= end) last++;
    return lines.slice(first, last);
  }

  /**
   * Maps an offset in the view to a column. On a row with a replaced secret, text and columns differ, so the whole
   * row counts.
   */
  #columnAt({ row, offset: begins, firstUnit, blanks }: ViewLine): (offset: number) => number {
    const columns = columnsByOffset(this.#source.screen.line(row));
    const last = columns.length - 1;
    return (offset) => {
      const unit = Math.max(0, offset - begins + firstUnit);
      return columns[Math.min(unit, last)]! + Math.min(Math.max(0, unit - last), blanks);
    };
  }

  #allLines(): readonly ViewLine[] {
    this.#lines ??= readLines(this.#source, this.#area, this.#blanks);
    return this.#lines;
  }
}

function readLines(
  seen: ScreenTextSource,
  area: SearchArea | undefined,
  trailing: TrailingBlanks | undefined,
): readonly ViewLine[] {
  const { screen, redaction, redactionEnforced } = seen;
  const texts = redactionEnforced
    ? redactScreen(screen, redaction).texts
    : screen.rows().map(({ text }) => text);
  const [first, last] = area ? areaRows(area, texts.length) : [0, texts.length];
  const lines: ViewLine[] = [];
  let begins = 0;
  for (let row = first; row < last; row++) {
    const cut =
      area?.cols === undefined ? { from: 0, text: texts[row]! } : cutColumns(screen, row, texts[row]!, area);
    const blanks = trailing ? trailingBlanks(screen, row, area, trailing) : 0;
    const text = blanks > 0 ? cut.text + ' '.repeat(blanks) : cut.text;
    lines.push({ row, offset: begins, firstUnit: cut.from, text, blanks });
    begins += text.length + 1;
  }
  return lines;
}

function cutColumns(screen: Screen, row: number, text: string, { col = 0, cols = 0 }: SearchArea) {
  const columns = columnsByOffset(screen.line(row));
  const at = (column: number) => {
    const unit = columns.findIndex((one) => one >= column);
    return unit < 0 ? text.length : unit;
  };
  const from = Math.min(at(col), text.length);
  return { from, text: text.slice(from, at(col + cols)).trimEnd() };
}

function rowOffset(screen: Screen, row: number): number {
  let offset = 0;
  for (let above = 0; above < row; above++) offset += screen.row(above).text.length + 1;
  return offset;
}
