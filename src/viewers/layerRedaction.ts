/** Hides secrets in rows of cells and in the content of layers. */
import type { Redaction, RowSpan } from '#redaction/redaction.ts';
import { findRowSpans, maskColumns, mergeRowSpans } from '#terminal/screenRedaction.ts';
import { type CellRow, readCellText, widestRow } from './cellRow.ts';
import {
  type CellOrigin,
  type CellSheet,
  type LayerContent,
  type LayerSpan,
  type LayerTextStyle,
  type LayerWrite,
  layerCellStyle,
  overlayRows,
} from './layerContent.ts';

interface HiddenCells {
  readonly rows: readonly CellRow[];
  /** The hidden columns of each row. */
  readonly hidden: readonly (readonly HiddenColumns[])[];
}

interface HiddenColumns {
  readonly from: number;
  readonly to: number;
  /** The secret began on a row above. */
  readonly continued: boolean;
}

/**
 * Returns null if no secret was found. A row that reaches `width` may continue in the next one. `onto` holds the same
 * rows, partly redacted already; the result is drawn on them.
 */
export function hideSecrets(
  rows: readonly CellRow[],
  width: number,
  redaction: Redaction,
  onto = rows,
): HiddenCells | null {
  if (!redaction.secrets) return null;
  const read = rows.map((row) => readCellText(row));
  const texts = read.map(({ text, columns }) => ({ text, wrapped: false, full: columns.at(-1)! >= width }));
  const found = findRowSpans(redaction, texts);
  if (found.every((spans) => spans.length === 0)) return null;
  return {
    rows: onto.map((row, at) => maskRow(row, read[at]!.columns, found[at]!, redaction.replacement)),
    hidden: found.map((spans, at) => spans.map((span) => toHiddenColumns(read[at]!.columns, span))),
  };
}

function maskRow(
  row: CellRow,
  columns: readonly number[],
  found: readonly RowSpan[],
  replacement: string,
): CellRow {
  if (found.length === 0) return row;
  const mask = maskColumns(columns, found, replacement);
  return Array.from({ length: row.length }, (_, col) => {
    const cell = row[col];
    const char = mask[col];
    if (!cell || char === undefined) return cell;
    return { ...cell, link: undefined, char, width: char === '' ? 0 : mask[col + 1] === '' ? 2 : 1 };
  });
}

/** An end inside a character hides its whole cell; for a wide character, both columns. */
function toHiddenColumns(columns: readonly number[], { start, end, continued }: RowSpan): HiddenColumns {
  const from = columns[start]!;
  let until = end;
  while (until < columns.length - 1 && columns[until] === columns[end - 1]) until++;
  return { from, to: columns[until]!, continued };
}

/**
 * The redacted content of a layer, as cells and as spans and writes. A secret is also hidden if it is composed of
 * several spans or writes. Text that was overwritten is not part of the writes.
 */
interface RedactedContent {
  readonly rows: readonly CellRow[];
  readonly spans: readonly LayerSpan[];
  readonly writes: readonly LayerWrite[];
}

const redactionCache = new WeakMap<
  LayerContent,
  WeakMap<Redaction, RedactedContent & { readonly width: number }>
>();

/** `width` is the fixed width of the layer, if it has one. Cached for each content and redaction. */
export function redactContent(
  content: LayerContent,
  width: number | undefined,
  redaction: Redaction,
): RedactedContent {
  const by = redactionCache.get(content) ?? new WeakMap();
  redactionCache.set(content, by);
  const edge = width ?? Math.max(1, widestRow(content.sheet.rows));
  const known = by.get(redaction);
  if (known?.width === edge) return known;
  const redacted = { ...computeRedaction(content, edge, redaction), width: edge };
  by.set(redaction, redacted);
  return redacted;
}

function computeRedaction(content: LayerContent, width: number, redaction: Redaction): RedactedContent {
  const { spanSheet, sheet } = content;
  const before = hideSecrets(spanSheet.rows, width, redaction);
  const overlaid = before && sheet !== spanSheet ? overlayRows(before.rows, content.written) : sheet.rows;
  const after = sheet === spanSheet ? before : hideSecrets(overlaid, width, redaction);
  const rows = after?.rows ?? overlaid;
  const found = [
    ...hiddenPartsOf(spanSheet, before),
    ...(after === before ? [] : hiddenPartsOf(sheet, after)),
  ];
  return { rows, spans: redactSpans(content.spans, found, redaction), writes: collectWrites(rows, content) };
}

interface HiddenPart extends CellOrigin {
  readonly continued: boolean;
}

/** The hidden parts of spans. */
function hiddenPartsOf({ origins }: CellSheet, hidden: HiddenCells | null): readonly HiddenPart[] {
  return (hidden?.hidden ?? []).flatMap((row, at) =>
    row.flatMap(({ from, to, continued }) => mergeParts(origins[at]!.slice(from, to), continued)),
  );
}

/** One part per span of a secret. Only the first one gets the replacement. */
function mergeParts(origins: readonly (CellOrigin | undefined)[], continued: boolean): readonly HiddenPart[] {
  const bySpan = new Map<number, HiddenPart>();
  for (const origin of origins) {
    if (!origin) continue;
    const known = bySpan.get(origin.span);
    const start = known?.start ?? origin.start;
    bySpan.set(origin.span, {
      ...origin,
      start,
      continued: known?.continued ?? (continued || bySpan.size > 0),
    });
  }
  return [...bySpan.values()];
}

function redactSpans(
  spans: readonly LayerSpan[],
  found: readonly HiddenPart[],
  redaction: Redaction,
): readonly LayerSpan[] {
  const bySpan = new Map<number, HiddenPart[]>();
  for (const part of found) bySpan.set(part.span, [...(bySpan.get(part.span) ?? []), part]);
  return spans.map(({ id, text, ...style }, at) => ({
    ...(id !== undefined && { id: redaction.text(id) }),
    text: replaceParts(text, bySpan.get(at) ?? [], redaction),
    ...style,
  }));
}

function replaceParts(text: string, parts: readonly HiddenPart[], { replacement }: Redaction): string {
  let redacted = '';
  let from = 0;
  for (const { start, end, continued } of mergeRowSpans(parts, false)) {
    redacted += text.slice(from, start) + (continued ? '' : replacement);
    from = end;
  }
  return redacted + text.slice(from);
}

/** Reads the writes from the cells; neighbors of equal style are merged. */
function collectWrites(rows: readonly CellRow[], { written }: LayerContent): readonly LayerWrite[] {
  return [...written.keys()]
    .sort((a, b) => a - b)
    .flatMap((row) => collectRowWrites(row, rows[row]!, written.get(row)!));
}

function collectRowWrites(row: number, visible: CellRow, written: CellRow): readonly LayerWrite[] {
  const writes: (LayerWrite & { text: string; readonly like: string; readonly to: number })[] = [];
  for (let col = 0; col < written.length; col++) {
    if (!written[col]) continue;
    const cell = visible[col]!;
    const style: LayerTextStyle = layerCellStyle(cell);
    const like = JSON.stringify(style);
    const last = writes.at(-1);
    if (last?.to === col && last.like === like)
      writes.splice(-1, 1, { ...last, text: last.text + cell.char, to: col + 1 });
    else writes.push({ row, col, text: cell.char, ...style, like, to: col + 1 });
  }
  return writes.map(({ like: _, to: __, ...write }) => write);
}
