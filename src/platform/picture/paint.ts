/** Lays tiles: from shapes and colours to the pixels of a picture. It blocks its thread, so it is for a worker. */
import { coverageOf } from './raster.ts';

export interface Tiles {
  readonly rows: number;
  readonly cols: number;
  readonly cell: { readonly width: number; readonly height: number };
  readonly font: { readonly family: string; readonly size: number; readonly files: readonly string[] };
  readonly backgrounds: Uint32Array;
  readonly tiles: readonly { readonly svg: string; readonly columns: number }[];
  /** A tile, the index of a cell, a colour. */
  readonly laid: Uint32Array;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each. */
  readonly rgb: Uint8Array;
}

export function paint(picture: Tiles, fontFiles: readonly string[], known?: KnownShapes): Pixels {
  const { rows, cols, cell, laid } = picture;
  const width = cols * cell.width;
  const pixels = { width, height: rows * cell.height, rgb: groundOf(picture) };
  const shapes = known ? known.of(picture, fontFiles) : shapesOf(picture, fontFiles);
  for (let at = 0; at < laid.length; at += 3) {
    const place = laid[at + 1]!;
    const left = (place % cols) * cell.width;
    const top = Math.floor(place / cols) * cell.height;
    lay(shapes[laid[at]!]!, { left, top, color: laid[at + 2]! }, pixels);
  }
  return pixels;
}

function groundOf({ rows, cols, cell, backgrounds }: Tiles): Uint8Array {
  const stride = 3 * cols * cell.width;
  const rgb = new Uint8Array(stride * rows * cell.height);
  for (let row = 0; row < rows; row++) {
    const first = row * cell.height * stride;
    for (let x = 0, at = first; x < cols * cell.width; x++) {
      const color = backgrounds[row * cols + Math.floor(x / cell.width)]!;
      rgb[at++] = color >> 16;
      rgb[at++] = (color >> 8) & 0xff;
      rgb[at++] = color & 0xff;
    }
    for (let line = 1; line < cell.height; line++)
      rgb.copyWithin(first + line * stride, first, first + stride);
  }
  return rgb;
}

/** How much of each pixel of a tile is covered. */
interface Shape {
  readonly width: number;
  readonly coverage: Uint8Array;
}

/** Tiles on one sheet: as many as need no more memory than the picture itself. */
const sheetTiles = 1024;

function shapesOf({ tiles, ...picture }: Tiles, fontFiles: readonly string[]): Shape[] {
  const shapes: Shape[] = [];
  for (let from = 0; from < tiles.length; from += sheetTiles)
    shapes.push(...sheetOf({ ...picture, tiles: tiles.slice(from, from + sheetTiles) }, fontFiles));
  return shapes;
}

/** Those of pictures whose cells are of one size, kept from one to the next. */
export class KnownShapes {
  readonly #maxBytes: number;
  readonly #shapes = new Map<string, Shape>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  of(picture: Tiles, fontFiles: readonly string[]): Shape[] {
    if (this.#bytes > this.#maxBytes) this.#forget();
    const tiles = picture.tiles.filter((tile) => !this.#shapes.has(keyOf(tile)));
    for (const [index, shape] of shapesOf({ ...picture, tiles }, fontFiles).entries()) {
      this.#shapes.set(keyOf(tiles[index]!), shape);
      this.#bytes += shape.coverage.length;
    }
    return picture.tiles.map((tile) => this.#shapes.get(keyOf(tile))!);
  }

  #forget(): void {
    this.#shapes.clear();
    this.#bytes = 0;
  }
}

const keyOf = ({ svg, columns }: Tiles['tiles'][number]): string => `${columns} ${svg}`;

/** All beside and below each other, with room round each so that none reaches into another; about square. */
function sheetOf({ tiles, cell, font }: Tiles, fontFiles: readonly string[]): Shape[] {
  const pitch = { x: 4 * cell.width, y: 2 * cell.height };
  const across = Math.ceil(Math.sqrt((tiles.length * pitch.y) / pitch.x));
  const width = across * pitch.x;
  const height = Math.ceil(tiles.length / across) * pitch.y;
  const corners = tiles.map((_, index) => ({
    x: (index % across) * pitch.x + cell.width,
    y: Math.floor(index / across) * pitch.y + Math.floor(cell.height / 2),
  }));
  const placed = tiles.map(
    ({ svg }, index) => `<g transform="translate(${corners[index]!.x} ${corners[index]!.y})">${svg}</g>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${font.family}" font-size="${font.size}">${placed.join('')}</svg>`;
  const sheet = coverageOf(svg, [...font.files, ...fontFiles]);
  return tiles.map(({ columns }, index) => {
    const wide = columns * cell.width;
    const coverage = new Uint8Array(wide * cell.height);
    for (let line = 0; line < cell.height; line++) {
      const from = (corners[index]!.y + line) * width + corners[index]!.x;
      coverage.set(sheet.subarray(from, from + wide), line * wide);
    }
    return { width: wide, coverage };
  });
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly color: number;
}

/** What reaches past the last column is left out. */
function lay({ width, coverage }: Shape, { left, top, color }: Place, { rgb, width: across }: Pixels): void {
  const [red, green, blue] = [color >> 16, (color >> 8) & 0xff, color & 0xff];
  const shown = Math.min(width, across - left);
  for (let line = 0, from = 0; from < coverage.length; line++, from += width) {
    let to = 3 * ((top + line) * across + left);
    for (let column = 0; column < shown; column++, to += 3) {
      const covered = coverage[from + column]!;
      if (covered === 0) continue;
      rgb[to] = mix(rgb[to]!, red, covered);
      rgb[to + 1] = mix(rgb[to + 1]!, green, covered);
      rgb[to + 2] = mix(rgb[to + 2]!, blue, covered);
    }
  }
}

const mix = (under: number, over: number, covered: number): number =>
  under + Math.round(((over - under) * covered) / 255);
