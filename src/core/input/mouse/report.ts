import type { Size } from '../../size.ts';
import type { Modes } from '../modes.ts';
import { buttons, type Gesture, type Held, held, motion, noButton, wheel } from './gesture.ts';

/** One report: what happened, in the numbers of the protocols. */
interface Report {
  readonly code: number;
  readonly released?: boolean;
}

const withHeld = (code: number, modifiers: readonly Held[]) =>
  modifiers.reduce((sum, name) => sum | held[name], code);

function plainReports(gesture: Gesture): Report[] {
  switch (gesture.event) {
    case 'press':
      return [{ code: buttons[gesture.button] }];
    case 'release':
      return [{ code: buttons[gesture.button], released: true }];
    case 'move':
      return [{ code: noButton + motion }];
    case 'drag':
      return [{ code: buttons[gesture.button] + motion }];
    case 'scroll':
      return Array.from({ length: gesture.count }, () => ({ code: wheel[gesture.direction] }));
    case 'click': {
      const code = buttons[gesture.button];
      return Array.from({ length: gesture.count }, () => [{ code }, { code, released: true }]).flat();
    }
  }
}

/** X10 tracking knows presses only, without modifiers. */
function reports(gesture: Gesture, tracking: Modes['mouseTracking']): Report[] {
  const plain = plainReports(gesture);
  if (tracking === 'x10') return plain.filter(({ released }) => !released);
  return plain.map((each) => ({ ...each, code: withHeld(each.code, gesture.modifiers) }));
}

type Encoder = (report: Report, x: number, y: number) => string;

/** All but SGR report a release without saying of which button. */
const withoutButton = ({ code, released }: Report) => (released ? (code & ~0b11_00_00_11) | noButton : code);

const sgr: Encoder = ({ code, released }, x, y) => `\x1b[<${code};${x};${y}${released ? 'm' : 'M'}`;

const characters: Encoder = (report, x, y) =>
  `\x1b[M${String.fromCharCode(withoutButton(report) + 32, x + 32, y + 32)}`;

const urxvt: Encoder = (report, x, y) => `\x1b[${withoutButton(report) + 32};${x};${y}M`;

interface Encoding {
  readonly encode: Encoder;
  /** The largest coordinate, counted from 1, that can be told. */
  readonly furthest: number;
  readonly charset: 'latin1' | 'utf8';
}

/** One byte holds 255 and two of UTF-8 hold 2047, of which 32 go to keeping clear of control characters. */
export const encodings: { readonly [Name in Modes['mouseEncoding']]: Encoding } = {
  default: { encode: characters, furthest: 223, charset: 'latin1' },
  utf8: { encode: characters, furthest: 2015, charset: 'utf8' },
  urxvt: { encode: urxvt, furthest: Number.POSITIVE_INFINITY, charset: 'latin1' },
  sgr: { encode: sgr, furthest: Number.POSITIVE_INFINITY, charset: 'latin1' },
  sgr_pixels: { encode: sgr, furthest: Number.POSITIVE_INFINITY, charset: 'latin1' },
};

/** The middle of the cell; a cell's size is not rounded, so that the last column stays on the screen. */
export const middle = (at: number, cells: number, pixels: number) =>
  Math.floor(((at + 0.5) * pixels) / cells);

function coordinates({ row, col }: Gesture, modes: Modes, size: Size): [x: number, y: number] {
  if (modes.mouseEncoding !== 'sgr_pixels') return [col + 1, row + 1];
  return [middle(col, size.cols, size.pixelWidth), middle(row, size.rows, size.pixelHeight)];
}

/** The bytes of a gesture that the program's modes allow. */
export function encodeGesture(gesture: Gesture, modes: Modes, size: Size): Uint8Array {
  const { encode, charset } = encodings[modes.mouseEncoding];
  const [x, y] = coordinates(gesture, modes, size);
  const text = reports(gesture, modes.mouseTracking)
    .map((report) => encode(report, x, y))
    .join('');
  return Buffer.from(text, charset);
}
