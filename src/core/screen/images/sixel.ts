/** Sixel graphics (`DCS q`): measured while they pass, whatever their length. */
import { limits } from '../../limits.ts';
import type { Emulator, Params, StringHandler } from '../xterm.ts';
import { type Extent, extentOf } from './extent.ts';
import type { ShowImage } from './images.ts';

/** Rows of pixels in a band, which one character draws a column of. */
const band = 6;

export function hearSixel({ parser }: Emulator, show: ShowImage): void {
  let ruler = new Ruler();
  parser.registerDcsHandler({ final: 'q' }, {
    hook: (_params: Params) => {
      ruler = new Ruler();
    },
    put: (data, start, end) => {
      for (let at = start; at < end; at++) ruler.read(data[at]!);
    },
    unhook: (success) => {
      if (success) show({ protocol: 'sixel', pixels: ruler.extent });
      return true;
    },
  } satisfies StringHandler);
}

const commands = {
  raster: 0x22,
  repeat: 0x21,
  colour: 0x23,
  back: 0x24,
  down: 0x2d,
  semicolon: 0x3b,
} as const;

class Ruler {
  #said: number[] = [];
  #command = 0;
  #numbers: number[] = [0];
  #column = 0;
  #widest = 0;
  #bands = 0;
  #inBand = false;

  read(char: number): void {
    const digit = char - 0x30;
    if (digit >= 0 && digit <= 9) return this.#digit(digit);
    if (char === commands.semicolon) {
      // A fifth number means nothing anywhere.
      if (this.#numbers.length <= 4) this.#numbers.push(0);
      return;
    }
    if (this.#command === commands.raster) this.#said = this.#numbers;
    const times = this.#command === commands.repeat ? this.#numbers[0]! : 1;
    this.#command = char;
    this.#numbers = [0];
    if (char >= 0x3f && char <= 0x7e) this.#draw(times);
    else if (char === commands.back) this.#column = 0;
    else if (char === commands.down) this.#nextBand();
  }

  /** What the raster attributes say, or else what was drawn. */
  get extent(): Extent | undefined {
    const [, , width = 0, height = 0] = this.#command === commands.raster ? this.#numbers : this.#said;
    if (width > 0 && height > 0) return { width, height };
    const bands = this.#bands + (this.#inBand ? 1 : 0);
    return extentOf(this.#widest || undefined, Math.min(bands * band, limits.maxPixels) || undefined);
  }

  #digit(digit: number): void {
    const last = this.#numbers.length - 1;
    this.#numbers[last] = Math.min(this.#numbers[last]! * 10 + digit, limits.maxPixels);
  }

  #draw(times: number): void {
    this.#column = Math.min(this.#column + Math.max(1, times), limits.maxPixels);
    this.#widest = Math.max(this.#widest, this.#column);
    this.#inBand = true;
  }

  #nextBand(): void {
    this.#column = 0;
    this.#bands++;
    this.#inBand = false;
  }
}
