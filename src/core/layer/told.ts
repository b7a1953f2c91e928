/**
 * What a layer says, as it may be told: drawn, and as spans and writes. A secret is hidden also where it is made of
 * several spans, of several writes, or of both; what was written over cannot be told from what it was before.
 */
import type { Redaction } from '../redact/redaction.ts';
import { mergeRowSpans } from '../redact/spans.ts';
import { type CellRow, widest } from './cellRow.ts';
import { type Content, overwritten } from './content.ts';
import { type Hidden, hide } from './hide.ts';
import type { Origin, Sheet } from './sheet.ts';
import { lookOf, type Span, type TextLook, type Write } from './span.ts';

export interface Told {
  readonly rows: readonly CellRow[];
  readonly spans: readonly Span[];
  readonly writes: readonly Write[];
}

const kept = new WeakMap<Content, WeakMap<Redaction, Told & { readonly width: number }>>();

/** `width` is where the rows of the layer end, if it says so. Worked out once for each content and each redaction. */
export function toldOf(content: Content, width: number | undefined, redaction: Redaction): Told {
  const by = kept.get(content) ?? new WeakMap();
  kept.set(content, by);
  const edge = width ?? Math.max(1, widest(content.sheet.rows));
  const known = by.get(redaction);
  if (known?.width === edge) return known;
  const told = { ...work(content, edge, redaction), width: edge };
  by.set(redaction, told);
  return told;
}

function work(content: Content, width: number, redaction: Redaction): Told {
  const { plain, sheet } = content;
  const before = hide(plain.rows, width, redaction);
  const overlaid = before && sheet !== plain ? overwritten(before.rows, content.written) : sheet.rows;
  const after = sheet === plain ? before : hide(overlaid, width, redaction);
  const rows = after?.rows ?? overlaid;
  const found = [...partsOf(plain, before), ...(after === before ? [] : partsOf(sheet, after))];
  return { rows, spans: toldSpans(content.spans, found, redaction), writes: writesIn(rows, content) };
}

interface Part extends Origin {
  readonly continued: boolean;
}

/** The parts of spans that are hidden. */
function partsOf({ origins }: Sheet, hidden: Hidden | null): readonly Part[] {
  return (hidden?.hidden ?? []).flatMap((row, at) =>
    row.flatMap(({ from, to, continued }) => joinParts(origins[at]!.slice(from, to), continued)),
  );
}

/** One for each span that a secret is of: only the first has its replacement. */
function joinParts(origins: readonly (Origin | undefined)[], continued: boolean): readonly Part[] {
  const bySpan = new Map<number, Part>();
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

function toldSpans(spans: readonly Span[], found: readonly Part[], redaction: Redaction): readonly Span[] {
  const bySpan = new Map<number, Part[]>();
  for (const part of found) bySpan.set(part.span, [...(bySpan.get(part.span) ?? []), part]);
  return spans.map(({ id, text, ...look }, at) => ({
    ...(id !== undefined && { id: redaction.text(id) }),
    text: replaced(text, bySpan.get(at) ?? [], redaction),
    ...look,
  }));
}

function replaced(text: string, parts: readonly Part[], { replacement }: Redaction): string {
  let told = '';
  let from = 0;
  for (const { start, end, continued } of mergeRowSpans(parts, false)) {
    told += text.slice(from, start) + (continued ? '' : replacement);
    from = end;
  }
  return told + text.slice(from);
}

/** What was written, read off the cells: neighbours that look alike are one. */
function writesIn(rows: readonly CellRow[], { written }: Content): readonly Write[] {
  return [...written.keys()]
    .sort((a, b) => a - b)
    .flatMap((row) => writesOn(row, rows[row]!, written.get(row)!));
}

function writesOn(row: number, shown: CellRow, written: CellRow): readonly Write[] {
  const writes: (Write & { text: string; readonly like: string; readonly to: number })[] = [];
  for (let col = 0; col < written.length; col++) {
    if (!written[col]) continue;
    const cell = shown[col]!;
    const look: TextLook = lookOf(cell);
    const like = JSON.stringify(look);
    const last = writes.at(-1);
    if (last?.to === col && last.like === like)
      writes.splice(-1, 1, { ...last, text: last.text + cell.char, to: col + 1 });
    else writes.push({ row, col, text: cell.char, ...look, like, to: col + 1 });
  }
  return writes.map(({ like: _, to: __, ...write }) => write);
}
