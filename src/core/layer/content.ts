/** What a layer says: its spans, and what was written over them. A change makes a new one. */
import { fault, raise } from '../faults.ts';
import { limits } from '../limits.ts';
import { type CellRow, lay } from './cellRow.ts';
import { cutText, putting, type Sheet, sheetOf } from './sheet.ts';
import type { Span, Write } from './span.ts';

export interface ContentChange {
  /** Instead of all that the layer says, also of what was written over it. */
  readonly spans?: readonly Span[] | undefined;
  /** Each instead of the spans of its id; those of which there is none are left out. */
  readonly setSpans?: readonly Span[] | undefined;
  readonly writes?: readonly Write[] | undefined;
}

type Written = ReadonlyMap<number, CellRow>;

export class Content {
  readonly spans: readonly Span[];
  readonly written: Written;
  readonly chars: number;
  #plain: Sheet | undefined;
  #sheet: Sheet | undefined;

  constructor(spans: readonly Span[] = [], written: Written = new Map()) {
    this.spans = spans;
    this.written = written;
    this.chars = charsOf(spans, written);
  }

  /** The spans alone. */
  get plain(): Sheet {
    this.#plain ??= sheetOf(this.spans);
    return this.#plain;
  }

  /** With what was written over them. */
  get sheet(): Sheet {
    this.#sheet ??= this.written.size === 0 ? this.plain : withWritten(this.plain, this.written);
    return this.#sheet;
  }

  changed({ spans, setSpans = [], writes = [] }: ContentChange): Content {
    if (!spans && setSpans.length === 0 && writes.length === 0) return this;
    const set = new Map(setSpans.map((span) => [span.id, span]));
    const next = (spans ?? this.spans).map((span) =>
      span.id === undefined ? span : (set.get(span.id) ?? span),
    );
    return bounded(new Content(next, write(spans ? new Map() : this.written, writes)));
  }
}

function bounded(content: Content): Content {
  if (content.spans.length > limits.layerSpans)
    raise(fault.Invalid({ path: 'spans', reason: `more than ${limits.layerSpans} spans` }));
  if (content.chars > limits.layerChars)
    raise(
      fault.Invalid({
        path: 'spans',
        reason: `one layer would hold more than ${limits.layerChars} characters`,
      }),
    );
  return content;
}

/** Rows are copied before they are written to: the content that was there before keeps its own. */
function write(before: Written, writes: readonly Write[]): Written {
  const rows = new Map(before);
  for (const { row, col, text, ...look } of writes) {
    const fresh = new Map<number, CellRow>();
    const putPiece = putting(look);
    cutText(text, { row, col }, col, (at, from, piece) => {
      const cells = fresh.get(at) ?? [];
      fresh.set(at, cells);
      putPiece(cells, from, piece);
    });
    for (const [at, cells] of fresh) {
      if (at >= limits.maxRows) continue;
      const copy = [...(rows.get(at) ?? [])];
      lay(copy, 0, cells, 0, limits.maxCols);
      rows.set(at, copy);
    }
  }
  return rows;
}

function withWritten(plain: Sheet, written: Written): Sheet {
  const rows = overwritten(plain.rows, written);
  const origins = rows.map((_, at) => [...(plain.origins[at] ?? [])]);
  for (const [at, cells] of written)
    for (let col = 0; col < cells.length; col++) if (cells[col]) origins[at]![col] = undefined;
  return { rows, origins };
}

/** Rows with what was written laid over them. */
export function overwritten(plain: readonly CellRow[], written: Written): readonly CellRow[] {
  const last = Math.max(plain.length - 1, ...written.keys());
  const rows = Array.from({ length: last + 1 }, (_, at) => [...(plain[at] ?? [])]);
  for (const [at, cells] of written) lay(rows[at]!, 0, cells, 0, cells.length);
  return rows;
}

function charsOf(spans: readonly Span[], written: Written): number {
  let chars = 0;
  for (const { text, id } of spans) chars += text.length + (id?.length ?? 0);
  for (const cells of written.values()) chars += charsIn(cells);
  return chars;
}

/** Rows that stay are counted once. */
const counted = new WeakMap<CellRow, number>();

function charsIn(cells: CellRow): number {
  let chars = counted.get(cells);
  if (chars !== undefined) return chars;
  chars = cells.reduce((sum, cell) => sum + (cell?.char.length ?? 0), 0);
  counted.set(cells, chars);
  return chars;
}
