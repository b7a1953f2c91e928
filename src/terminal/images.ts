/** Images of the sixel, kitty and iTerm2 protocols. They are measured and reported, not drawn. */
import { limits } from '#limits.ts';
import type { Size } from '#platform/pty/size.ts';
import { onApc } from './controlStrings.ts';
import { cellPixels } from './deviceReports.ts';
import type { EmitEvent, LineNumbers } from './events.ts';
import type { Emulator, SequenceParams, StringHandler } from './xterm.ts';

interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Parses a number of pixels or cells. Returns undefined if it is missing, invalid, zero or too large. */
export const parseCount = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^\d{1,5}$/.test(text)) return undefined;
  return Number(text) <= limits.maxPixels ? Number(text) || undefined : undefined;
};

export function imageSize(width: number | undefined, height: number | undefined): ImageSize | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}

/** Reads the size from the header of a PNG or a GIF. Other formats store it too far into the file. */
export function imageSizeFromHeader(base64: string): ImageSize | undefined {
  const head = Buffer.from(base64.slice(0, headerChars), 'base64');
  if (head.length >= 24 && head.toString('latin1', 1, 4) === 'PNG')
    return boundedImageSize(head.readUInt32BE(16), head.readUInt32BE(20));
  if (head.length >= 10 && head.toString('latin1', 0, 3) === 'GIF')
    return boundedImageSize(head.readUInt16LE(6), head.readUInt16LE(8));
  return undefined;
}

const headerChars = 32;

const boundedImageSize = (width: number, height: number) =>
  imageSize(parseCount(`${width}`), parseCount(`${height}`));

/** The kitty graphics protocol (`APC G`). Images arrive in chunks, some long before they are shown. */
interface KittyTransmission {
  readonly keys: ReadonlyMap<string, string>;
  readonly pixels: ImageSize | undefined;
}

const pngFormat = '100';

function registerKittyImages(emulator: Emulator, show: ShowImage): void {
  const kept = new ImageSizeCache();
  // The first chunk of an unfinished transmission.
  let begun: KittyTransmission | undefined;
  onApc(emulator, limits.imageHeadChars, (text) => {
    const [, head = '', payload = ''] = /^G([^;]*);?(.*)$/s.exec(text) ?? [];
    const keys = new Map(head.split(',').map((pair) => [pair.slice(0, 1), pair.slice(2)]));
    if (!begun || keys.has('a')) begun = { keys, pixels: transmittedSize(keys, payload) };
    if (keys.get('m') === '1') return;
    const whole = begun;
    begun = undefined;
    done(whole);
  });
  function done({ keys, pixels }: KittyTransmission): void {
    const action = keys.get('a') ?? 't';
    const id = parseImageId(keys.get('i'));
    if ((action === 't' || action === 'T') && id !== undefined && pixels) kept.set(id, pixels);
    // A virtual placement shows nothing until placeholder characters refer to it.
    if ((action !== 'T' && action !== 'p') || keys.get('U') === '1') return;
    const all = pixels ?? (id === undefined ? undefined : kept.get(id));
    const part = imageSize(parseCount(keys.get('w')), parseCount(keys.get('h')));
    const cells = { width: parseCount(keys.get('c')), height: parseCount(keys.get('r')) };
    show({ protocol: 'kitty', pixels: part ?? all, cells, id });
  }
}

const transmittedSize = (keys: ReadonlyMap<string, string>, payload: string) =>
  imageSize(parseCount(keys.get('s')), parseCount(keys.get('v'))) ??
  (keys.get('f') === pngFormat && (keys.get('t') ?? 'd') === 'd' ? imageSizeFromHeader(payload) : undefined);

/** Ids are 32-bit numbers. */
const parseImageId = (text = '') =>
  /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32 ? Number(text) : undefined;

/** Sizes of the images that were transmitted last. */
class ImageSizeCache {
  readonly #sizes = new Map<number, ImageSize>();

  set(id: number, size: ImageSize): void {
    this.#sizes.delete(id);
    this.#sizes.set(id, size);
    if (this.#sizes.size > limits.imageSizes) this.#sizes.delete(this.#sizes.keys().next().value!);
  }

  get(id: number): ImageSize | undefined {
    return this.#sizes.get(id);
  }
}

/**
 * Sixel graphics (`DCS q`) are measured while they stream, so their length has no limit. One character draws a column
 * of a band, which is this many rows of pixels high.
 */
const bandHeight = 6;

function registerSixel({ parser }: Emulator, show: ShowImage): void {
  let ruler = new SixelRuler();
  parser.registerDcsHandler({ final: 'q' }, {
    hook: (_params: SequenceParams) => {
      ruler = new SixelRuler();
    },
    put: (data, start, end) => {
      for (let at = start; at < end; at++) ruler.read(data[at]!);
    },
    unhook: (success) => {
      if (success) show({ protocol: 'sixel', pixels: ruler.size });
      return true;
    },
  } satisfies StringHandler);
}

const sixelCommands = {
  raster: 0x22,
  repeat: 0x21,
  colour: 0x23,
  back: 0x24,
  down: 0x2d,
  semicolon: 0x3b,
} as const;

class SixelRuler {
  #rasterAttributes: number[] = [];
  #command = 0;
  #numbers: number[] = [0];
  #column = 0;
  #widest = 0;
  #bands = 0;
  #bandStarted = false;

  read(char: number): void {
    const digit = char - 0x30;
    if (digit >= 0 && digit <= 9) return this.#digit(digit);
    if (char === sixelCommands.semicolon) {
      // No command has a fifth number.
      if (this.#numbers.length <= 4) this.#numbers.push(0);
      return;
    }
    if (this.#command === sixelCommands.raster) this.#rasterAttributes = this.#numbers;
    const times = this.#command === sixelCommands.repeat ? this.#numbers[0]! : 1;
    this.#command = char;
    this.#numbers = [0];
    if (char >= 0x3f && char <= 0x7e) this.#draw(times);
    else if (char === sixelCommands.back) this.#column = 0;
    else if (char === sixelCommands.down) this.#nextBand();
  }

  /** The size in the raster attributes, or else the size that was drawn. */
  get size(): ImageSize | undefined {
    const [, , width = 0, height = 0] =
      this.#command === sixelCommands.raster ? this.#numbers : this.#rasterAttributes;
    if (width > 0 && height > 0) return { width, height };
    const bands = this.#bands + (this.#bandStarted ? 1 : 0);
    return imageSize(this.#widest || undefined, Math.min(bands * bandHeight, limits.maxPixels) || undefined);
  }

  #digit(digit: number): void {
    const last = this.#numbers.length - 1;
    this.#numbers[last] = Math.min(this.#numbers[last]! * 10 + digit, limits.maxPixels);
  }

  #draw(times: number): void {
    this.#column = Math.min(this.#column + Math.max(1, times), limits.maxPixels);
    this.#widest = Math.max(this.#widest, this.#column);
    this.#bandStarted = true;
  }

  #nextBand(): void {
    this.#column = 0;
    this.#bands++;
    this.#bandStarted = false;
  }
}

/** An image that a program shows. Its bytes are not kept, and the cursor does not move. */
interface TerminalImage {
  readonly protocol: 'sixel' | 'kitty' | 'iterm2';
  readonly pixels?: ImageSize | undefined;
  /** A missing dimension is computed from the pixels. */
  readonly cells?: { readonly width?: number | undefined; readonly height?: number | undefined };
  readonly id?: number | undefined;
}

export type ShowImage = (image: TerminalImage) => void;

export function registerImages(
  emulator: Emulator,
  lines: LineNumbers,
  size: () => Size,
  emit: EmitEvent,
): ShowImage {
  const show: ShowImage = ({ protocol, pixels, cells = {}, id }) => {
    const cell = cellPixels(size());
    const inCells = (pixels: number | undefined, one: number) => pixels && Math.ceil(pixels / one);
    const { line, col } = lines.cursor();
    emit('image', {
      protocol,
      line,
      row: emulator.core.buffers.active.y,
      col,
      width_cells: cells.width || inCells(pixels?.width, cell.width) || null,
      height_cells: cells.height || inCells(pixels?.height, cell.height) || null,
      width_pixels: pixels?.width || null,
      height_pixels: pixels?.height || null,
      id: id ?? null,
    });
  };
  registerSixel(emulator, show);
  registerKittyImages(emulator, show);
  return show;
}
