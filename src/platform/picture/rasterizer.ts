/**
 * The wrapper of resvg: renders SVG tiles and composes them to pictures. Rendering blocks its thread, so run it in a
 * worker.
 */

import { createRequire } from 'node:module';

type ResvgModule = typeof import('@resvg/resvg-js');
let loadedResvg: ResvgModule | undefined;

/** Throws if the package has no binary for this system. */
function loadResvg(): ResvgModule {
  loadedResvg ??= createRequire(import.meta.url)('@resvg/resvg-js') as ResvgModule;
  return loadedResvg;
}

/** Returns the coverage of each pixel, 0 to 255, independent of the colour. */
function rasterizeCoverage(svg: string, fontFiles: readonly string[]): Uint8Array {
  const { Resvg } = loadResvg();
  const font = { fontFiles: [...fontFiles], loadSystemFonts: false };
  const { pixels } = new Resvg(svg, { font }).render();
  const coverage = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < coverage.length; at++) coverage[at] = pixels[4 * at + 3]!;
  return coverage;
}

/** A picture as tiles: shapes, and the cells and colours in which they are drawn. Can be cloned to another thread. */
export interface TiledPicture {
  readonly rows: number;
  readonly cols: number;
  readonly cell: { readonly width: number; readonly height: number };
  /** The font of text in tiles. `files` lists only files that other pictures do not need. */
  readonly font: { readonly family: string; readonly size: number; readonly files: readonly string[] };
  /** One colour per cell. */
  readonly backgrounds: Uint32Array;
  /** SVG with its origin at the top left of the first cell. Content outside the cells is clipped. */
  readonly tiles: readonly { readonly svg: string; readonly columns: number }[];
  /** Triples in drawing order: tile index, cell index, colour. */
  readonly laid: Uint32Array;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel. */
  readonly rgb: Uint8Array;
}

export function paintTiles(picture: TiledPicture, fontFiles: readonly string[], known?: ShapeCache): Pixels {
  const { rows, cols, cell, laid } = picture;
  const width = cols * cell.width;
  const pixels = { width, height: rows * cell.height, rgb: paintBackground(picture) };
  const shapes = known ? known.get(picture, fontFiles) : rasterizeTiles(picture, fontFiles);
  for (let at = 0; at < laid.length; at += 3) {
    const place = laid[at + 1]!;
    const left = (place % cols) * cell.width;
    const top = Math.floor(place / cols) * cell.height;
    drawTile(shapes[laid[at]!]!, { left, top, color: laid[at + 2]! }, pixels);
  }
  return pixels;
}

function paintBackground({ rows, cols, cell, backgrounds }: TiledPicture): Uint8Array {
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

/** The coverage of each pixel of a tile. */
interface TileShape {
  readonly width: number;
  readonly coverage: Uint8Array;
}

/** Maximum number of tiles on one sheet, so that a sheet needs no more memory than the picture. */
const maxSheetTiles = 1024;

function rasterizeTiles({ tiles, ...picture }: TiledPicture, fontFiles: readonly string[]): TileShape[] {
  const shapes: TileShape[] = [];
  for (let from = 0; from < tiles.length; from += maxSheetTiles)
    shapes.push(...rasterizeSheet({ ...picture, tiles: tiles.slice(from, from + maxSheetTiles) }, fontFiles));
  return shapes;
}

/** Caches rendered tiles between pictures with the same cell size. */
export class ShapeCache {
  readonly #maxBytes: number;
  readonly #shapes = new Map<string, TileShape>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(picture: TiledPicture, fontFiles: readonly string[]): TileShape[] {
    if (this.#bytes > this.#maxBytes) this.#clear();
    const tiles = picture.tiles.filter((tile) => !this.#shapes.has(tileKey(tile)));
    for (const [index, shape] of rasterizeTiles({ ...picture, tiles }, fontFiles).entries()) {
      this.#shapes.set(tileKey(tiles[index]!), shape);
      this.#bytes += shape.coverage.length;
    }
    return picture.tiles.map((tile) => this.#shapes.get(tileKey(tile))!);
  }

  #clear(): void {
    this.#shapes.clear();
    this.#bytes = 0;
  }
}

const tileKey = ({ svg, columns }: TiledPicture['tiles'][number]): string => `${columns} ${svg}`;

/** Renders tiles in a grid that is about square, with margins so that no tile reaches into another. */
function rasterizeSheet({ tiles, cell, font }: TiledPicture, fontFiles: readonly string[]): TileShape[] {
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
  const sheet = rasterizeCoverage(svg, [...font.files, ...fontFiles]);
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

interface TilePlacement {
  readonly left: number;
  readonly top: number;
  readonly color: number;
}

/** Clips pixels beyond the last column. */
function drawTile(
  { width, coverage }: TileShape,
  { left, top, color }: TilePlacement,
  { rgb, width: across }: Pixels,
): void {
  const [red, green, blue] = [color >> 16, (color >> 8) & 0xff, color & 0xff];
  const visible = Math.min(width, across - left);
  for (let line = 0, from = 0; from < coverage.length; line++, from += width) {
    let to = 3 * ((top + line) * across + left);
    for (let column = 0; column < visible; column++, to += 3) {
      const covered = coverage[from + column]!;
      if (covered === 0) continue;
      rgb[to] = blend(rgb[to]!, red, covered);
      rgb[to + 1] = blend(rgb[to + 1]!, green, covered);
      rgb[to + 2] = blend(rgb[to + 2]!, blue, covered);
    }
  }
}

const blend = (under: number, over: number, covered: number): number =>
  under + Math.round(((over - under) * covered) / 255);
