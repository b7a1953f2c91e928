/**
 * A page as tiles: every different shape is made once, however often it stands on the screen and in whatever
 * colours. A picture of text costs what its distinct characters cost, and copying.
 */
import { escaped, familiesOfText, glyphOf, pathOf } from './glyph.ts';
import { inTurns } from './inTurns.ts';
import type { Look, Page } from './looks.ts';
import type { Metrics } from './metrics.ts';
import { overline, strikethrough, underline } from './strokes.ts';
import { cursorPath } from './svg.ts';

export interface Tile {
  /** SVG at the top left of its first cell; what reaches out of its cells is cut off. */
  readonly svg: string;
  readonly columns: number;
}

/** Can be cloned into another thread. */
export interface Mosaic {
  readonly rows: number;
  readonly cols: number;
  readonly cell: { readonly width: number; readonly height: number };
  /** Of texts in tiles; its files, where they are not those of every picture. */
  readonly font: { readonly family: string; readonly size: number; readonly files: readonly string[] };
  /** A colour for each cell. */
  readonly backgrounds: Uint32Array;
  readonly tiles: readonly Tile[];
  /** What is laid, one upon the other: a tile, the index of a cell, a colour. */
  readonly laid: Uint32Array;
}

export async function mosaicOf(page: Page, metrics: Metrics): Promise<Mosaic> {
  const { rows, cols } = page;
  const backgrounds = new Uint32Array(rows.length * cols).fill(page.background);
  const tiles = new Tiles(metrics);
  const laid: number[] = [];
  await inTurns(rows, (looks, row) => {
    for (const look of looks) {
      const cell = row * cols + look.col;
      backgrounds.fill(look.bg, cell, Math.min(cell + look.columns, (row + 1) * cols));
      if (look.underline) laid.push(tiles.underline(look), cell, look.underlineColor);
      if (look.text !== '' || look.strikethrough || look.overline) laid.push(tiles.ink(look), cell, look.fg);
    }
  });
  const { cursor } = page;
  const path = cursor && cursorPath(cursor, metrics);
  if (path)
    laid.push(tiles.add(pathOf({ path }), cursor.columns), cursor.row * cols + cursor.col, cursor.color);
  return {
    rows: rows.length,
    cols,
    cell: { width: metrics.width, height: metrics.height },
    font: { family: familiesOfText(metrics.face), size: metrics.fontSize, files: metrics.face.files },
    backgrounds,
    tiles: tiles.all,
    laid: Uint32Array.from(laid),
  };
}

class Tiles {
  readonly all: Tile[] = [];
  readonly #known = new Map<string, number>();
  readonly #metrics: Metrics;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  ink(look: Look): number {
    const { text, columns, bold, italic, strikethrough: through, overline: over } = look;
    const key = `${columns}${bold ? 'b' : ''}${italic ? 'i' : ''}${through ? 's' : ''}${over ? 'o' : ''} ${text}`;
    return this.#once(key, columns, () => inkOf(look, this.#metrics));
  }

  underline({ underline: style, columns }: Look): number {
    return this.#once(`${columns}_${style}`, columns, () =>
      pathOf(underline(style!, 0, columns * this.#metrics.width, this.#metrics)),
    );
  }

  add(svg: string, columns: number): number {
    return this.all.push({ svg, columns }) - 1;
  }

  #once(key: string, columns: number, draw: () => string): number {
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.add(draw(), columns);
      this.#known.set(key, index);
    }
    return index;
  }
}

function inkOf(look: Look, metrics: Metrics): string {
  const span = [0, look.columns * metrics.width] as const;
  return (
    (look.text === '' ? '' : glyphSvg(look, metrics)) +
    (look.strikethrough ? pathOf(strikethrough(...span, metrics)) : '') +
    (look.overline ? pathOf(overline(...span, metrics)) : '')
  );
}

function glyphSvg(look: Look, metrics: Metrics): string {
  const drawn = glyphOf(look, metrics);
  if (drawn.kind !== 'letter') return drawn.svg;
  const style = (look.bold ? ' font-weight="bold"' : '') + (look.italic ? ' font-style="italic"' : '');
  return `<text x="0" y="${metrics.baseline}"${style}>${escaped(look.text)}</text>`;
}
