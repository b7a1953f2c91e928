/** The wrapper of gifenc: encodes pictures of one size as an animated GIF that loops forever. */

import { type Encoder, GIFEncoder } from 'gifenc';
import type { Pixels } from './rasterizer.ts';

/** A reserved palette index for unchanged pixels. It is transparent, so the previous pixel stays. */
const unchangedIndex = 0;
const maxColors = 255;
const keepPrevious = 1;
/** In hundredths of a second. The field has 16 bits. */
const maxDelay = 0xffff;

export class GifWriter {
  readonly #encoder: Encoder = GIFEncoder();
  #before: Uint8Array | undefined;
  /** Total duration so far, so that rounding errors do not accumulate. */
  #ms = 0;

  get bytes(): number {
    return this.#encoder.bytesView().length;
  }

  /** A picture that is shown longer than the maximum delay is written several times. */
  add(picture: Pixels, ms: number): void {
    const began = Math.round(this.#ms / 10);
    this.#ms += ms;
    let left = Math.round(this.#ms / 10) - began;
    for (; left > maxDelay; left -= maxDelay) this.#write(picture, maxDelay * 10);
    this.#write(picture, left * 10);
  }

  finish(): Uint8Array {
    this.#encoder.finish();
    return this.#encoder.bytesView();
  }

  #write({ width, height, rgb }: Pixels, delay: number): void {
    const { index, palette } = quantize(rgb, this.#before);
    const options = {
      palette,
      delay,
      transparent: true,
      transparentIndex: unchangedIndex,
      dispose: keepPrevious,
    };
    this.#encoder.writeFrame(index, width, height, options);
    this.#before = rgb;
  }
}

type RgbColor = readonly [red: number, green: number, blue: number];

interface IndexedPixels {
  readonly index: Uint8Array;
  readonly palette: readonly RgbColor[];
}

/** Reduces the bits of each colour until the palette fits. Text has few colours, but many shades between them. */
function quantize(rgb: Uint8Array, before: Uint8Array | undefined): IndexedPixels {
  for (let dropped = 0; ; dropped += 1) {
    const found = tryQuantize(rgb, before, dropped);
    if (found) return found;
  }
}

function tryQuantize(
  rgb: Uint8Array,
  before: Uint8Array | undefined,
  dropped: number,
): IndexedPixels | undefined {
  const index = new Uint8Array(rgb.length / 3);
  const known = new Map<number, number>();
  const palette: RgbColor[] = [[0, 0, 0]];
  for (let pixel = 0, at = 0; pixel < index.length; pixel++, at += 3) {
    const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
    if (before && before[at] === red && before[at + 1] === green && before[at + 2] === blue) continue;
    const key = ((red >> dropped) << 16) | ((green >> dropped) << 8) | (blue >> dropped);
    let colour = known.get(key);
    if (colour === undefined) {
      if (palette.length > maxColors) return undefined;
      colour = palette.push([red, green, blue]) - 1;
      known.set(key, colour);
    }
    index[pixel] = colour;
  }
  return { index, palette };
}
