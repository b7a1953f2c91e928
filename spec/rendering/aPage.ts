/** Pictures of program output for specs, as pixels. */
import { inflateSync } from 'node:zlib';
import { systemClock } from '#platform/clock.ts';
import { noRedaction } from '#redaction/policy.ts';
import { PngRenderer } from '#rendering/pngRenderer.ts';
import { type Screenshot, type ScreenshotOptions, takeScreenshot } from '#rendering/screenshot.ts';
import { aScreen } from '../terminal/aScreen.ts';

export const defaults: ScreenshotOptions = {
  format: 'svg',
  font_size: 15,
  theme: 'dark',
  cursor: false,
  scale: 1,
  redaction: noRedaction,
};

export interface PictureOptions extends Partial<ScreenshotOptions> {
  readonly rows?: number;
  readonly cols?: number;
}

export const logged: string[] = [];
const createPainter = () => new PngRenderer({ clock: systemClock, log: (line) => logged.push(line) });

/** Shared by the specs of a worker. */
export let painter = createPainter();

/** The next spec of the worker gets another painter. */
export async function closePainter(): Promise<void> {
  const used = painter;
  painter = createPainter();
  await used.close();
}

/** A picture of a screen after this output. */
export async function pictureOf(
  output: string,
  { rows = 2, cols = 10, ...how }: PictureOptions = {},
): Promise<Screenshot> {
  const { screen, feed } = aScreen(rows, cols);
  feed(output);
  try {
    return await takeScreenshot(screen, { ...defaults, ...how }, painter);
  } finally {
    screen.dispose();
  }
}

export const svgOf = async (output: string, how: PictureOptions = {}): Promise<string> =>
  (await pictureOf(output, { ...how, format: 'svg' })).data;

export const pixelsOf = async (output: string, how: PictureOptions = {}): Promise<Pixels> =>
  new Pixels(Buffer.from((await pictureOf(output, { ...how, format: 'png' })).data, 'base64'));

/** A decoded PNG: RGB for each pixel, with alpha in PNGs from browsers. */
export class Pixels {
  readonly width: number;
  readonly height: number;
  readonly #channels: number;
  readonly #bytes: Buffer;

  constructor(png: Buffer) {
    this.width = png.readUInt32BE(16);
    this.height = png.readUInt32BE(20);
    this.#channels = png[25] === 6 ? 4 : 3;
    this.#bytes = unfiltered(inflateSync(bodyOf(png)), this.width * this.#channels, this.#channels);
  }

  /** The colour as 0xrrggbb. */
  at(x: number, y: number): number {
    const at = (y * this.width + x) * this.#channels;
    return this.#bytes.readUIntBE(at, 3);
  }

  /** How often each colour is in a cell of that size, the most frequent first. */
  cell(
    row: number,
    col: number,
    width = 9,
    height = 18,
  ): readonly (readonly [color: number, count: number])[] {
    const counts = new Map<number, number>();
    for (let y = row * height; y < (row + 1) * height; y++)
      for (let x = col * width; x < (col + 1) * width; x++) {
        const color = this.at(x, y);
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
    return [...counts].sort((a, b) => b[1] - a[1]);
  }
}

function bodyOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  return Buffer.concat(parts);
}

/** Reverses the PNG filters: none, left, above, average, and Paeth. */
function unfiltered(raw: Buffer, stride: number, pixel: number): Buffer {
  const rows = raw.length / (stride + 1);
  const out = Buffer.alloc(rows * stride);
  for (let row = 0; row < rows; row++) {
    const filter = raw[row * (stride + 1)]!;
    for (let column = 0; column < stride; column++) {
      const at = row * stride + column;
      const left = column >= pixel ? out[at - pixel]! : 0;
      const up = row > 0 ? out[at - stride]! : 0;
      const corner = row > 0 && column >= pixel ? out[at - stride - pixel]! : 0;
      out[at] = raw[row * (stride + 1) + 1 + column]! + added(filter, left, up, corner);
    }
  }
  return out;
}

function added(filter: number, left: number, up: number, corner: number): number {
  if (filter < 3) return [0, left, up][filter]!;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each)) as [number, number, number];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
