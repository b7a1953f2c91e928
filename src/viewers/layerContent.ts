/** The content of layers: styled text spans and positioned writes, and their layout as cells. */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { type Cell, createCell, isSet, rareAttributes, type Style } from '#terminal/cells.ts';
import { charProperties, isJoined, propertyWidth } from '#terminal/unicodeWidth.ts';
import { type CellRow, layCells } from './cellRow.ts';

/** Style of layer text. Links are not allowed, because they could mislead people; invisible text is useless. */
export type LayerTextStyle = Omit<Style, 'link' | 'invisible'>;

/** A line feed ends a row. Tabs are expanded; other control characters are removed. */
export interface LayerSpan extends LayerTextStyle {
  /** Chosen by the client, for changing the span later. */
  readonly id?: string | undefined;
  readonly text: string;
}

/** Text at a position of the layer, over its spans. A line feed continues in the next row at the same column. */
export interface LayerWrite extends LayerTextStyle {
  readonly row: number;
  readonly col: number;
  readonly text: string;
}

export type SpanColor = NonNullable<Style['fg']>;

/** Palette colors 0 to 7 in order. The bright variants are 8 higher. */
export const paletteColorNames = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
] as const;

const styleNames = [
  'fg',
  'bg',
  'bold',
  'faint',
  'italic',
  'inverse',
  'underline',
  ...rareAttributes,
] as const satisfies readonly (keyof Style)[];

/** The style of a cell, with set attributes only. */
export function layerCellStyle(cell: Cell): Style {
  const style: Style = {};
  for (const name of styleNames) if (isSet(cell[name])) Object.assign(style, { [name]: cell[name] });
  return style;
}

export const haveSameStyle = (a: Cell, b: Cell): boolean => styleNames.every((name) => a[name] === b[name]);

export const isUnstyled = (cell: Cell): boolean => !styleNames.some((name) => isSet(cell[name]));

/** The UTF-16 range of a span that is in a cell. */
export interface CellOrigin {
  readonly span: number;
  readonly start: number;
  readonly end: number;
}

export interface CellSheet {
  readonly rows: readonly CellRow[];
  readonly origins: readonly (readonly (CellOrigin | undefined)[])[];
}

interface SheetPosition {
  readonly row: number;
  readonly col: number;
}

/** Receives the piece for one cell, or for the two cells of a wide character. */
type PutPiece = (row: number, col: number, piece: CellPiece) => void;

interface CellPiece {
  char: string;
  readonly width: number;
  readonly start: number;
  end: number;
}

function createSheet(spans: readonly LayerSpan[]): CellSheet {
  const rows: CellRow[] = [];
  const origins: (CellOrigin | undefined)[][] = [];
  let at = { row: 0, col: 0 };
  spans.forEach((one, span) => {
    const putPiece = createPiecePutter(one);
    at = splitIntoCells(one.text, at, 0, (row, col, piece) => {
      putPiece(ensureRow(rows, row), col, piece);
      const origin = { span, start: piece.start, end: piece.end };
      const known = ensureRow(origins, row);
      known[col] = origin;
      if (piece.width === 2) known[col + 1] = origin;
    });
    ensureRow(rows, at.row);
    ensureRow(origins, at.row);
  });
  return { rows, origins };
}

function ensureRow<T>(rows: T[][], row: number): T[] {
  while (rows.length <= row) rows.push([]);
  return rows[row]!;
}

/** Puts pieces of one style into rows. Equal cells are shared, because long text has few different ones. */
function createPiecePutter(style: LayerTextStyle): (cells: CellRow, col: number, piece: CellPiece) => void {
  const known = new Map<string, Cell>();
  const second = createCell('', 0, style);
  return (cells, col, { char, width }) => {
    const cell = known.get(char) ?? createCell(char, width === 2 ? 2 : 1, style);
    known.set(char, cell);
    cells[col] = cell;
    if (width === 2) cells[col + 1] = second;
  };
}

const tab = 0x09;
const lineFeed = 0x0a;
const tabStop = 8;

const isControl = (codePoint: number) => codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0);
/** Replaces half of a surrogate pair. */
const replaceLoneSurrogate = (char: string) =>
  char.length === 1 && (char.charCodeAt(0) & 0xf800) === 0xd800 ? '\ufffd' : char;

/**
 * Splits text into cells as the emulator does, and returns the end position. Rows after the first start at column
 * `left`.
 */
function splitIntoCells(text: string, from: SheetPosition, left: number, put: PutPiece): SheetPosition {
  let { row, col } = from;
  let preceding = 0;
  let open: CellPiece | undefined;
  let at = 0;
  const close = () => {
    if (open) put(row, col - open.width, open);
    open = undefined;
  };
  const control = (codePoint: number, start: number) => {
    close();
    preceding = 0;
    if (codePoint === lineFeed) [row, col] = [row + 1, left];
    if (codePoint !== tab) return;
    const stop = (Math.floor(col / tabStop) + 1) * tabStop;
    for (; col < stop; col++) put(row, col, { char: ' ', width: 1, start, end: at });
  };
  for (const one of text) {
    const start = at;
    const char = replaceLoneSurrogate(one);
    const codePoint = char.codePointAt(0)!;
    at += one.length;
    if (isControl(codePoint)) {
      control(codePoint, start);
      continue;
    }
    const properties = charProperties(codePoint, preceding);
    preceding = properties;
    if (isJoined(properties)) {
      joinCharacter(open, char, at);
      continue;
    }
    close();
    open = { char, width: propertyWidth(properties), start, end: at };
    col += open.width;
  }
  close();
  return { row, col };
}

/** Drops combining characters without a base, and those beyond the cell limit. */
function joinCharacter(open: CellPiece | undefined, char: string, end: number): void {
  if (!open) return;
  open.end = end;
  if (open.char.length < limits.cellCodePoints || [...open.char].length < limits.cellCodePoints)
    open.char += char;
}

/** A change to the content of a layer. */
export interface LayerContentChange {
  /** Replaces all content, including the writes. */
  readonly spans?: readonly LayerSpan[] | undefined;
  /** Each replaces the spans with its id. Unknown ids are ignored. */
  readonly setSpans?: readonly LayerSpan[] | undefined;
  readonly writes?: readonly LayerWrite[] | undefined;
}

type WrittenRows = ReadonlyMap<number, CellRow>;

export class LayerContent {
  readonly spans: readonly LayerSpan[];
  readonly written: WrittenRows;
  readonly chars: number;
  #plain: CellSheet | undefined;
  #sheet: CellSheet | undefined;

  constructor(spans: readonly LayerSpan[] = [], written: WrittenRows = new Map()) {
    this.spans = spans;
    this.written = written;
    this.chars = countChars(spans, written);
  }

  /** The spans without the writes. */
  get spanSheet(): CellSheet {
    this.#plain ??= createSheet(this.spans);
    return this.#plain;
  }

  /** The spans with the writes over them. */
  get sheet(): CellSheet {
    this.#sheet ??= this.written.size === 0 ? this.spanSheet : overlayWrites(this.spanSheet, this.written);
    return this.#sheet;
  }

  apply({ spans, setSpans = [], writes = [] }: LayerContentChange): LayerContent {
    if (!spans && setSpans.length === 0 && writes.length === 0) return this;
    const set = new Map(setSpans.map((span) => [span.id, span]));
    const next = (spans ?? this.spans).map((span) =>
      span.id === undefined ? span : (set.get(span.id) ?? span),
    );
    return requireWithinLimits(new LayerContent(next, applyWrites(spans ? new Map() : this.written, writes)));
  }
}

function requireWithinLimits(content: LayerContent): LayerContent {
  if (content.spans.length > limits.layerSpans)
    raise(fault.Invalid({ path: 'spans', reason: `more than ${limits.layerSpans} spans` }));
  if (content.chars > limits.layerChars)
    raise(
      fault.Invalid({
        path: 'spans',
        reason: `more than ${limits.layerChars} characters in one layer`,
      }),
    );
  return content;
}

/** Copies rows before writing, because the previous content shares them. */
function applyWrites(before: WrittenRows, writes: readonly LayerWrite[]): WrittenRows {
  const rows = new Map(before);
  for (const { row, col, text, ...style } of writes) {
    const fresh = new Map<number, CellRow>();
    const putPiece = createPiecePutter(style);
    splitIntoCells(text, { row, col }, col, (at, from, piece) => {
      const cells = fresh.get(at) ?? [];
      fresh.set(at, cells);
      putPiece(cells, from, piece);
    });
    for (const [at, cells] of fresh) {
      if (at >= limits.maxRows) continue;
      const copy = [...(rows.get(at) ?? [])];
      layCells(copy, 0, cells, 0, limits.maxCols);
      rows.set(at, copy);
    }
  }
  return rows;
}

function overlayWrites(plain: CellSheet, written: WrittenRows): CellSheet {
  const rows = overlayRows(plain.rows, written);
  const origins = rows.map((_, at) => [...(plain.origins[at] ?? [])]);
  for (const [at, cells] of written)
    for (let col = 0; col < cells.length; col++) if (cells[col]) origins[at]![col] = undefined;
  return { rows, origins };
}

/** Draws the writes over the rows. */
export function overlayRows(plain: readonly CellRow[], written: WrittenRows): readonly CellRow[] {
  const last = Math.max(plain.length - 1, ...written.keys());
  const rows = Array.from({ length: last + 1 }, (_, at) => [...(plain[at] ?? [])]);
  for (const [at, cells] of written) layCells(rows[at]!, 0, cells, 0, cells.length);
  return rows;
}

function countChars(spans: readonly LayerSpan[], written: WrittenRows): number {
  let chars = 0;
  for (const { text, id } of spans) chars += text.length + (id?.length ?? 0);
  for (const cells of written.values()) chars += countRowChars(cells);
  return chars;
}

/** Cached, because unchanged rows are shared between contents. */
const rowCharCounts = new WeakMap<CellRow, number>();

function countRowChars(cells: CellRow): number {
  let chars = rowCharCounts.get(cells);
  if (chars !== undefined) return chars;
  chars = cells.reduce((sum, cell) => sum + (cell?.char.length ?? 0), 0);
  rowCharCounts.set(cells, chars);
  return chars;
}
