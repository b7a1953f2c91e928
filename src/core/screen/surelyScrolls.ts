/** Whether a piece of output is sure to move the whole screen up, told before it is parsed. */
import { type Emulator, parserStates } from './xterm.ts';

/** For less, it is not worth asking: a log that goes by comes in pieces of 4 KiB. */
const floodBytes = 2048;

const [lineFeed, escapeByte, bracket, styleFinal, unsure] = [0x0a, 0x1b, 0x5b, 0x6d, -1];

/** Where the cursor stands at the bottom, and nothing comes before a line feed but text and its style. */
export function surelyScrolls(emulator: Emulator, slice: Uint8Array): boolean {
  return slice.length >= floodBytes && isAtBottom(emulator) && reachesLineFeed(slice, begun(emulator, slice));
}

function isAtBottom({ core }: Emulator): boolean {
  const { y, scrollTop, scrollBottom } = core.buffers.active;
  return y === scrollBottom && scrollTop === 0 && scrollBottom === core.rows - 1;
}

/** Where the first sequence begins that does; a style may have been cut in two. */
function begun({ parser }: Emulator, slice: Uint8Array): number {
  const { currentState } = parser;
  if (currentState === parserStates.ground) return isInside(slice[0]!) ? unsure : 0;
  const isStyle = currentState === parserStates.csiEntry || currentState === parserStates.csiParam;
  return isStyle ? behindStyle(slice, 0) : unsure;
}

/** Of a character of several bytes, not the first: with those that came before, it may be a control. */
const isInside = (byte: number) => byte >= 0x80 && byte < 0xc0;

function reachesLineFeed(slice: Uint8Array, from: number): boolean {
  for (let at = from; at !== unsure && at < slice.length; ) {
    const byte = slice[at]!;
    if (byte === lineFeed) return true;
    if (byte === escapeByte) at = slice[at + 1] === bracket ? behindStyle(slice, at + 2) : unsure;
    else at = leavesRow(byte) ? unsure : at + 1;
  }
  return false;
}

/** Of one byte, all but tab and carriage return (backspace may go a row up); of two, those that begin with 0xc2. */
const leavesRow = (byte: number) => (byte < 0x20 && byte !== 9 && byte !== 13) || byte === 0xc2;

function behindStyle(slice: Uint8Array, from: number): number {
  let at = from;
  while (slice[at]! >= 0x30 && slice[at]! <= 0x3b) at++;
  return slice[at] === styleFinal ? at + 1 : unsure;
}
