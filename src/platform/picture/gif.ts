/** The door to gifenc: pictures of one size as an animated GIF that goes on for ever. */
import { type Encoder, GIFEncoder } from 'gifenc';
import type { Pixels } from './paint.ts';

/** A colour of its own, which leaves what was there: all that did not change. */
const unchanged = 0;
const colors = 255;
const leaveInPlace = 1;
/** In hundredths of a second: it has 16 bits. */
const longest = 0xffff;

export class Gif {
  readonly #encoder: Encoder = GIFEncoder();
  #before: Uint8Array | undefined;
  /** Of all pictures so far: what one is rounded by, the next one makes up for. */
  #ms = 0;

  get bytes(): number {
    return this.#encoder.bytesView().length;
  }

  /** One that is shown for longer than can be said is there several times. */
  add(picture: Pixels, ms: number): void {
    const began = Math.round(this.#ms / 10);
    this.#ms += ms;
    let left = Math.round(this.#ms / 10) - began;
    for (; left > longest; left -= longest) this.#write(picture, longest * 10);
    this.#write(picture, left * 10);
  }

  finish(): Uint8Array {
    this.#encoder.finish();
    return this.#encoder.bytesView();
  }

  #write({ width, height, rgb }: Pixels, delay: number): void {
    const { index, palette } = indexed(rgb, this.#before);
    const options = { palette, delay, transparent: true, transparentIndex: unchanged, dispose: leaveInPlace };
    this.#encoder.writeFrame(index, width, height, options);
    this.#before = rgb;
  }
}

type Colour = readonly [red: number, green: number, blue: number];

interface Indexed {
  readonly index: Uint8Array;
  readonly palette: readonly Colour[];
}

/** With as much of each colour as the palette has room for: text has few colours and many shades between them. */
function indexed(rgb: Uint8Array, before: Uint8Array | undefined): Indexed {
  for (let dropped = 0; ; dropped += 1) {
    const found = tryIndex(rgb, before, dropped);
    if (found) return found;
  }
}

function tryIndex(rgb: Uint8Array, before: Uint8Array | undefined, dropped: number): Indexed | undefined {
  const index = new Uint8Array(rgb.length / 3);
  const known = new Map<number, number>();
  const palette: Colour[] = [[0, 0, 0]];
  for (let pixel = 0, at = 0; pixel < index.length; pixel++, at += 3) {
    const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
    if (before && before[at] === red && before[at + 1] === green && before[at + 2] === blue) continue;
    const key = ((red >> dropped) << 16) | ((green >> dropped) << 8) | (blue >> dropped);
    let colour = known.get(key);
    if (colour === undefined) {
      if (palette.length > colors) return undefined;
      colour = palette.push([red, green, blue]) - 1;
      known.set(key, colour);
    }
    index[pixel] = colour;
  }
  return { index, palette };
}
