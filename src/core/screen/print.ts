/**
 * Printing, for which the emulator asks about modes and links at each character. Where nothing of that is on, the same
 * cells are written here in a part of the time; what wraps or joins another cell is still the emulator's.
 */
import { charProperties, isJoined, widthIn, widthOf } from './widths.ts';
import {
  type Attributes,
  bgFlag,
  type Core,
  cellWords,
  type Line,
  type Print,
  widthBits,
  words,
} from './xterm.ts';

export function printDirectly(core: Core): void {
  const parser = core._inputHandler._parser;
  parser.setPrintHandler(withoutOrphans(core, directly(core, parser._printHandler)));
}

/** A zero width character in the first column has nothing to join; xterm would give it a column of its own. */
export function withoutOrphans({ buffers }: Core, print: Print): Print {
  return (data, start, end) => {
    let from = start;
    if (data[start]! >= 0x80 && buffers.active.x === 0)
      while (from < end && widthOf(data[from]!) === 0) from++;
    if (from < end) print(data, from, end);
  };
}

function directly(core: Core, general: Print): Print {
  const { _inputHandler: input, coreService } = core;
  return (data, start, end) => {
    const { decPrivateModes, modes } = coreService;
    if (!decPrivateModes.wraparound || modes.insertMode) return general(data, start, end);
    if (input._charsetService.charset || isLinked(input._curAttrData)) return general(data, start, end);
    let at = fill(core, data, start, end, true);
    while (at < end) {
      general(data, at, ++at);
      at = fill(core, data, at, end, false);
    }
  };
}

const isLinked = ({ bg, extended }: Attributes): boolean =>
  (bg & bgFlag.extended) !== 0 && extended.urlId !== 0;

/** Of a character of ASCII: one column, and no other character is joined to it. */
const ascii = charProperties(0x20, 0);

/** Prints up to a character that joins another one or has no room in the row, and tells where that stands. */
function fill(
  { _inputHandler: input, buffers }: Core,
  data: Uint32Array,
  start: number,
  end: number,
  first: boolean,
): number {
  const { active } = buffers;
  const line = active.lines.get(active.ybase + active.y)!;
  const cells = words(line);
  const room = cells.length;
  const attributes = input._curAttrData;
  const { fg, bg } = attributes;
  const marked = (bg & bgFlag.extended) !== 0;
  let preceding = input._parser.precedingJoinState;
  let col = active.x;
  let word = col * cellWords;
  // A wide character loses its second column to what is printed there.
  if (first && col > 0 && cells[word - cellWords]! >>> widthBits === 2) blank(line, col - 1, attributes);
  let at = start;
  for (; at < end; at++) {
    const code = data[at]!;
    // Most of what is printed; asking here, of constants of this file, saves a tenth of the time of a log going by.
    if (code < 0x7f && code >= 0x20 && !marked && word < room) {
      preceding = ascii;
      cells[word] = code | (1 << widthBits);
      cells[word + 1] = fg;
      cells[word + 2] = bg;
      word += cellWords;
      col++;
      continue;
    }
    const properties = charProperties(code, preceding);
    const width = widthIn(properties);
    if (isJoined(properties) || width === 0 || word + width * cellWords > room) break;
    preceding = properties;
    if (marked) line._extendedAttrs[col] = attributes.extended;
    cells[word] = code | (width << widthBits);
    cells[word + 1] = fg;
    cells[word + 2] = bg;
    word += cellWords;
    col++;
    if (width === 1) continue;
    if (marked) line._extendedAttrs[col] = attributes.extended;
    cells[word] = 0;
    cells[word + 1] = fg;
    cells[word + 2] = bg;
    word += cellWords;
    col++;
  }
  // Or its first one.
  if (at === end && cells[word] === 0) blank(line, col, attributes);
  input._parser.precedingJoinState = preceding;
  active.x = col;
  input._dirtyRowTracker.markDirty(active.y);
  return at;
}

function blank(line: Line, col: number, { fg, bg, extended }: Attributes): void {
  if (bg & bgFlag.extended) line._extendedAttrs[col] = extended;
  words(line)[col * cellWords] = 1 << widthBits;
  words(line)[col * cellWords + 1] = fg;
  words(line)[col * cellWords + 2] = bg;
}
