/** Renders a page as SVG. */
import { boxPath, roundHundredths, type VectorPath } from './boxDrawing.ts';
import type { CellMetrics } from './fontMetrics.ts';
import { escapeXml, pathToSvg, renderGlyph, textFontFamilies } from './glyph.ts';
import { mapInSlices, type RenderedCell, type RenderedPage } from './renderedPage.ts';
import { formatHexColor, type PackedColor } from './theme.ts';

type UnderlineStyle = NonNullable<RenderedCell['underline']>;

/** `to` is exclusive, in pixels. Patterns restart in each cell, so that spans join. */
export function underlinePath(
  style: UnderlineStyle,
  from: number,
  to: number,
  metrics: CellMetrics,
): VectorPath {
  const { height, baseline, line } = metrics;
  const y = Math.min(baseline + 1 + line, height - line);
  if (style === 'double') {
    const second = Math.min(y + 2 * line, height - line);
    return {
      path: boxPath(from, second - 2 * line, to, second - line) + boxPath(from, second, to, second + line),
    };
  }
  if (style === 'curly') return wavePath(from, to, metrics);
  if (style === 'dotted') return dashesPath(from, to, y, line, 2 * line, line);
  if (style === 'dashed') return dashesPath(from, to, y, Math.ceil(metrics.width / 2), metrics.width, line);
  return { path: boxPath(from, y, to, y + line) };
}

function dashesPath(
  from: number,
  to: number,
  y: number,
  long: number,
  every: number,
  line: number,
): VectorPath {
  let path = '';
  for (let x = from; x < to; x += every) path += boxPath(x, y, Math.min(x + long, to), y + line);
  return { path };
}

/** Draws one wave per cell. */
function wavePath(from: number, to: number, { width, height, baseline, line }: CellMetrics): VectorPath {
  const swing = Math.max(1, Math.min(1.5 * line, (height - baseline) / 3));
  const y = roundHundredths(Math.min(baseline + 1 + line + swing / 2, height - swing - line / 2));
  let path = `M${from} ${y}`;
  for (let x = from; x < to; x += width)
    path += `q${width / 4} ${roundHundredths(-2 * swing)} ${width / 2} 0t${width / 2} 0`;
  return { path, stroke: line, soft: true };
}

function strikethroughPath(from: number, to: number, { baseline, fontSize, line }: CellMetrics): VectorPath {
  const y = Math.round(baseline - 0.28 * fontSize);
  return { path: boxPath(from, y, to, y + line) };
}

const overlinePath = (from: number, to: number, { line }: CellMetrics): VectorPath => ({
  path: boxPath(from, 0, to, line),
});

/** The lines through and over a text. */
export const lineThroughSvg = (
  { strikethrough, overline }: RenderedCell,
  span: readonly [from: number, to: number],
  metrics: CellMetrics,
): string =>
  (strikethrough ? pathToSvg(strikethroughPath(...span, metrics)) : '') +
  (overline ? pathToSvg(overlinePath(...span, metrics)) : '');

/** The same page always gives the same bytes. */
export async function renderSvg(page: RenderedPage, metrics: CellMetrics): Promise<string> {
  const width = page.cols * metrics.width;
  const height = page.rows.length * metrics.height;
  const rows = await mapInSlices(page.rows, (row, index) =>
    rowSvg(row, index * metrics.height, page.background, metrics),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${textFontFamilies(metrics.face)}" font-size="${metrics.fontSize}" xml:space="preserve">`,
    `<rect width="${width}" height="${height}" fill="${formatHexColor(page.background)}"/>`,
    ...rows.filter((row) => row !== ''),
    ...cursorSvg(page, metrics),
    '</svg>\n',
  ].join('\n');
}

function rowSvg(
  row: readonly RenderedCell[],
  top: number,
  background: PackedColor,
  metrics: CellMetrics,
): string {
  const inked = groupCells(row, sameStyle)
    .map((cells) => groupSvg(cells, metrics))
    .join('');
  const content = backgroundsSvg(row, background, metrics) + inked;
  return content && `<g transform="translate(0 ${top})">${content}</g>`;
}

function backgroundsSvg(row: readonly RenderedCell[], background: PackedColor, metrics: CellMetrics): string {
  return groupCells(row, (a, b) => a.bg === b.bg)
    .filter(([cell]) => cell!.bg !== background)
    .map((cells) => {
      const [from, to] = pixelSpan(cells, metrics);
      return `<path d="${boxPath(from, 0, to, metrics.height)}" fill="${formatHexColor(cells[0]!.bg)}" shape-rendering="crispEdges"/>`;
    })
    .join('');
}

function groupCells(
  row: readonly RenderedCell[],
  same: (a: RenderedCell, b: RenderedCell) => boolean,
): RenderedCell[][] {
  const stretches: RenderedCell[][] = [];
  for (const cell of row) {
    const last = stretches.at(-1);
    if (last && same(last[0]!, cell)) last.push(cell);
    else stretches.push([cell]);
  }
  return stretches;
}

const sameStyle = (a: RenderedCell, b: RenderedCell): boolean =>
  a.fg === b.fg &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.underline === b.underline &&
  a.underlineColor === b.underlineColor &&
  a.strikethrough === b.strikethrough &&
  a.overline === b.overline &&
  a.link === b.link;

const pixelSpan = (cells: readonly RenderedCell[], { width }: CellMetrics): [from: number, to: number] => {
  const last = cells.at(-1)!;
  return [cells[0]!.col * width, (last.col + last.columns) * width];
};

function groupSvg(cells: readonly RenderedCell[], metrics: CellMetrics): string {
  const cell = cells[0]!;
  const content = decorationsSvg(cells, metrics) + glyphsSvg(cells, metrics);
  if (content === '') return '';
  const style = (cell.bold ? ' font-weight="bold"' : '') + (cell.italic ? ' font-style="italic"' : '');
  const color = formatHexColor(cell.fg);
  return linkSvg(cell.link, `<g fill="${color}" color="${color}"${style}>${content}</g>`);
}

function decorationsSvg(cells: readonly RenderedCell[], metrics: CellMetrics): string {
  const [style] = cells as [RenderedCell];
  const span = pixelSpan(cells, metrics);
  const color = formatHexColor(style.underlineColor);
  const under = style.underline
    ? `<g fill="${color}" color="${color}">${pathToSvg(underlinePath(style.underline, ...span, metrics))}</g>`
    : '';
  return under + lineThroughSvg(style, span, metrics);
}

/** Joins adjacent letters into one text, also across a single blank. Everything else is positioned separately. */
function glyphsSvg(cells: readonly RenderedCell[], metrics: CellMetrics): string {
  let svg = '';
  let text = '';
  let start = 0;
  const flush = (): void => {
    if (text !== '') svg += lettersSvg(text.trimEnd(), start * metrics.width, metrics);
    text = '';
  };
  for (const cell of cells) {
    if (cell.text === '') {
      if (text.endsWith(' ')) flush();
      else if (text !== '') text += ' ';
      continue;
    }
    const glyph = renderGlyph(cell, metrics);
    if (glyph.kind === 'letter') {
      if (text === '') start = cell.col;
      text += cell.text;
      continue;
    }
    flush();
    svg += `<g transform="translate(${cell.col * metrics.width} 0)">${glyph.svg}</g>`;
  }
  flush();
  return svg;
}

/** `textLength` keeps the letters in their columns if the viewer uses another font. */
function lettersSvg(text: string, x: number, { width, baseline }: CellMetrics): string {
  const length = text.length > 1 ? ` textLength="${text.length * width}"` : '';
  return `<text x="${x}" y="${baseline}"${length}>${escapeXml(text)}</text>`;
}

/** Only web and mail links are clickable. Other targets could harm a user who opens the picture. */
const safeLink = /^(?:https?|mailto):/i;

function linkSvg(link: string | undefined, svg: string): string {
  if (link === undefined) return svg;
  const target = escapeXml(link);
  return safeLink.test(link) ? `<a href="${target}">${svg}</a>` : `<g><title>${target}</title>${svg}</g>`;
}

function cursorSvg({ cursor }: RenderedPage, metrics: CellMetrics): string[] {
  const path = cursor && cursorPath(cursor, metrics);
  if (!path) return [];
  const [x, y] = [cursor.col * metrics.width, cursor.row * metrics.height];
  return [
    `<g transform="translate(${x} ${y})" fill="${formatHexColor(cursor.color)}"><path d="${path}" shape-rendering="crispEdges"/></g>`,
  ];
}

/** Returns undefined for a block cursor, which is drawn by colours. */
export function cursorPath(
  { shape, columns }: NonNullable<RenderedPage['cursor']>,
  { width, height, line }: CellMetrics,
): string | undefined {
  if (shape === 'block') return undefined;
  return shape === 'bar'
    ? boxPath(0, 0, 2 * line, height)
    : boxPath(0, height - 2 * line, columns * width, height);
}
