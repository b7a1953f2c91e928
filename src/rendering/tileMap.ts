/**
 * A page as tiles. Each distinct glyph is rendered once, in any number of positions and colours. The cost of a
 * picture is its distinct glyphs plus copying.
 */
import type { TiledPicture } from '#platform/picture/rasterizer.ts';
import type { CellMetrics } from './fontMetrics.ts';
import { escapeXml, pathToSvg, renderGlyph, textFontFamilies } from './glyph.ts';
import { mapInSlices, type RenderedCell, type RenderedPage } from './renderedPage.ts';
import { cursorPath, lineThroughSvg, underlinePath } from './svg.ts';

export async function createTileMap(page: RenderedPage, metrics: CellMetrics): Promise<TiledPicture> {
  const { rows, cols } = page;
  const backgrounds = new Uint32Array(rows.length * cols).fill(page.background);
  const tiles = new TileSet(metrics);
  const laid: number[] = [];
  await mapInSlices(rows, (cells, row) => {
    for (const rendered of cells) {
      const cell = row * cols + rendered.col;
      backgrounds.fill(rendered.bg, cell, Math.min(cell + rendered.columns, (row + 1) * cols));
      if (rendered.underline) laid.push(tiles.underline(rendered), cell, rendered.underlineColor);
      if (rendered.text !== '' || rendered.strikethrough || rendered.overline)
        laid.push(tiles.ink(rendered), cell, rendered.fg);
    }
  });
  const { cursor } = page;
  const path = cursor && cursorPath(cursor, metrics);
  if (path)
    laid.push(tiles.add(pathToSvg({ path }), cursor.columns), cursor.row * cols + cursor.col, cursor.color);
  return {
    rows: rows.length,
    cols,
    cell: { width: metrics.width, height: metrics.height },
    font: { family: textFontFamilies(metrics.face), size: metrics.fontSize, files: metrics.face.files },
    backgrounds,
    tiles: tiles.all,
    laid: Uint32Array.from(laid),
  };
}

class TileSet {
  readonly all: TiledPicture['tiles'][number][] = [];
  readonly #indices = new Map<string, number>();
  readonly #metrics: CellMetrics;

  constructor(metrics: CellMetrics) {
    this.#metrics = metrics;
  }

  ink(style: RenderedCell): number {
    const { text, columns, bold, italic, strikethrough, overline } = style;
    const key = `${columns}${bold ? 'b' : ''}${italic ? 'i' : ''}${strikethrough ? 's' : ''}${overline ? 'o' : ''} ${text}`;
    return this.#indexOf(key, columns, () => cellInkSvg(style, this.#metrics));
  }

  underline({ underline, columns }: RenderedCell): number {
    return this.#indexOf(`${columns}_${underline}`, columns, () =>
      pathToSvg(underlinePath(underline!, 0, columns * this.#metrics.width, this.#metrics)),
    );
  }

  add(svg: string, columns: number): number {
    return this.all.push({ svg, columns }) - 1;
  }

  #indexOf(key: string, columns: number, draw: () => string): number {
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.add(draw(), columns);
      this.#indices.set(key, index);
    }
    return index;
  }
}

function cellInkSvg(style: RenderedCell, metrics: CellMetrics): string {
  const span = [0, style.columns * metrics.width] as const;
  return (style.text === '' ? '' : glyphSvg(style, metrics)) + lineThroughSvg(style, span, metrics);
}

function glyphSvg(cell: RenderedCell, metrics: CellMetrics): string {
  const glyph = renderGlyph(cell, metrics);
  if (glyph.kind !== 'letter') return glyph.svg;
  const style = (cell.bold ? ' font-weight="bold"' : '') + (cell.italic ? ' font-style="italic"' : '');
  return `<text x="0" y="${metrics.baseline}"${style}>${escapeXml(cell.text)}</text>`;
}
