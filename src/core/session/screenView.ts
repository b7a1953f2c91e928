/** The screen, or a part of it, as text to look in. */
import type { Area, Blanks, JoinedText, Place, TextView } from '../matcher/moment.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Freshness } from '../screen/freshness.ts';
import { masked, maskedSlice } from '../screen/masked.ts';
import { columnsOf } from '../screen/rows.ts';
import type { Screen } from '../screen/screen.ts';
import { rowsOf } from './area.ts';
import { blanksBehind } from './blanks.ts';
import { hasBrokenLines, joinRowsOf } from './joinedRows.ts';

export interface Seen {
  readonly screen: Screen;
  readonly redaction: Redaction;
  /** Only what a reader may see is looked at. */
  readonly enforced: boolean;
  readonly freshness: Freshness | undefined;
}

/** One row of the view: where it begins in the view's text, and which units of the screen's row it is. */
interface Line {
  readonly row: number;
  readonly begins: number;
  readonly from: number;
  readonly text: string;
  /** How many blanks its text has at the end that stand in no row's own. */
  readonly blanks: number;
}

export class ScreenView implements TextView {
  readonly text: string;
  readonly #seen: Seen;
  readonly #area: Area | undefined;
  readonly #blanks: Blanks | undefined;
  readonly #freshRows = new Map<number, boolean>();
  #lines: readonly Line[] | undefined;

  constructor(seen: Seen, area?: Area, blanks?: Blanks) {
    this.#seen = seen;
    this.#area = area;
    this.#blanks = blanks;
    const { screen, redaction, enforced } = seen;
    if (area || blanks)
      this.text = this.#all()
        .map(({ text }) => text)
        .join('\n')
        .replace(/\n+$/, '');
    else this.text = enforced ? masked(screen, redaction).text : screen.text();
  }

  admits(start: number, end: number): boolean {
    const { freshness } = this.#seen;
    if (!freshness) return true;
    return this.#overlapping(start, end).some((line) => {
      if (!this.#isFresh(line.row, freshness)) return false;
      const columns = this.#columns(line);
      const from = columns(Math.max(start, line.begins));
      return freshness.wrote(
        line.row,
        from,
        Math.max(from + 1, columns(Math.min(end, line.begins + line.text.length))),
      );
    });
  }

  /** Columns cut out of rows do not go on in the next one. */
  joined(): JoinedText | undefined {
    const { screen } = this.#seen;
    return this.#area?.cols === undefined && hasBrokenLines(screen)
      ? joinRowsOf(screen, this.#all())
      : undefined;
  }

  withBlanks(blanks: Blanks): TextView | undefined {
    const { screen } = this.#seen;
    const none = blanks !== 'all' && blanksBehind(screen, screen.cursor.row, this.#area, blanks) === 0;
    return none ? undefined : new ScreenView(this.#seen, this.#area, blanks);
  }

  place(offset: number): Place {
    const line = this.#overlapping(offset, offset)[0] ?? this.#all()[0]!;
    return { row: line.row, col: this.#columns(line)(offset) };
  }

  told(start: number, end: number, redaction: Redaction): string {
    const { screen, enforced } = this.#seen;
    if (enforced) return redaction.text(this.text.slice(start, end));
    return this.#overlapping(start, end)
      .map(({ row, begins, from, text, blanks }) => {
        const shift = offsetOf(screen, row) + from - begins;
        const ends = begins + text.length;
        const own = ends - blanks;
        const [first, last] = [Math.max(start, begins), Math.min(end, ends)];
        const words = maskedSlice(
          screen,
          redaction,
          Math.min(first, own) + shift,
          Math.min(last, own) + shift,
        );
        return words + ' '.repeat(Math.max(0, last - Math.max(first, own)));
      })
      .join('\n');
  }

  /** Whether anything of a row is fresh at all: looked up for each of the matches that stand on it. */
  #isFresh(row: number, freshness: Freshness): boolean {
    let fresh = this.#freshRows.get(row);
    if (fresh === undefined) {
      fresh = freshness.wrote(row);
      this.#freshRows.set(row, fresh);
    }
    return fresh;
  }

  #overlapping(start: number, end: number): readonly Line[] {
    const lines = this.#all();
    let first = 0;
    for (let behind = lines.length; first < behind; ) {
      const middle = (first + behind) >> 1;
      const { begins, text } = lines[middle]!;
      if (begins + text.length < start) first = middle + 1;
      else behind = middle;
    }
    let last = first;
    while (last < lines.length && lines[last]!.begins <= end) last++;
    return lines.slice(first, last);
  }

  /** From an offset in the view to a column; where a secret was replaced, text and columns part, and the row counts whole. */
  #columns({ row, begins, from, blanks }: Line): (offset: number) => number {
    const columns = columnsOf(this.#seen.screen.line(row));
    const last = columns.length - 1;
    return (offset) => {
      const unit = Math.max(0, offset - begins + from);
      return columns[Math.min(unit, last)]! + Math.min(Math.max(0, unit - last), blanks);
    };
  }

  #all(): readonly Line[] {
    this.#lines ??= linesOf(this.#seen, this.#area, this.#blanks);
    return this.#lines;
  }
}

function linesOf(seen: Seen, area: Area | undefined, wanted: Blanks | undefined): readonly Line[] {
  const { screen, redaction, enforced } = seen;
  const texts = enforced ? masked(screen, redaction).texts : screen.rows().map(({ text }) => text);
  const [first, last] = area ? rowsOf(area, texts.length) : [0, texts.length];
  const lines: Line[] = [];
  let begins = 0;
  for (let row = first; row < last; row++) {
    const cut =
      area?.cols === undefined ? { from: 0, text: texts[row]! } : cutColumns(screen, row, texts[row]!, area);
    const blanks = wanted ? blanksBehind(screen, row, area, wanted) : 0;
    const text = blanks > 0 ? cut.text + ' '.repeat(blanks) : cut.text;
    lines.push({ row, begins, from: cut.from, text, blanks });
    begins += text.length + 1;
  }
  return lines;
}

function cutColumns(screen: Screen, row: number, text: string, { col = 0, cols = 0 }: Area) {
  const columns = columnsOf(screen.line(row));
  const at = (column: number) => {
    const unit = columns.findIndex((one) => one >= column);
    return unit < 0 ? text.length : unit;
  };
  const from = Math.min(at(col), text.length);
  return { from, text: text.slice(from, at(col + cols)).trimEnd() };
}

function offsetOf(screen: Screen, row: number): number {
  let offset = 0;
  for (let above = 0; above < row; above++) offset += screen.row(above).text.length + 1;
  return offset;
}
