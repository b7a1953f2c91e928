/**
 * Fast paths for printing. The emulator checks modes and links at each character. If none of them apply, the same
 * cells are written here in a fraction of the time. Characters that wrap or join another cell are left to the
 * emulator.
 */
import { markUncertain } from './rows.ts';
import {
  asciiProperties,
  charProperties,
  clusterProperties,
  codePointWidth,
  isDisputed,
  isDisputedCodePoint,
  isJoined,
  isPrepend,
  propertyWidth,
  textSelector,
} from './unicodeWidth.ts';
import {
  type AttributeData,
  type BufferLine,
  bgFlags,
  lineWords,
  type PrintHandler,
  widthShift,
  wordsPerCell,
  type XtermCore,
} from './xterm.ts';

export function installFastPrint(core: XtermCore): void {
  const input = core._inputHandler;
  const general = markUncertainRows(core, narrowTextPresentation(core, input.print.bind(input)));
  // REP calls `input.print` directly.
  input.print = dropOrphanMarks(core, createFastPrint(core, general));
  input._parser.setPrintHandler(input.print);
}

/** A zero-width character in the first column has no cell to join. xterm would give it a column. */
export function dropOrphanMarks({ buffers }: XtermCore, print: PrintHandler): PrintHandler {
  return (data, start, end) => {
    let from = start;
    if (data[start]! >= 0x80 && buffers.active.x === 0)
      while (from < end && codePointWidth(data[from]!) === 0) from++;
    if (from < end) print(data, from, end);
  };
}

/**
 * Marks the row in which printing a character of disputed width began. Rows that the text wraps to are uncertain as
 * continuations.
 */
function markUncertainRows({ buffers }: XtermCore, print: PrintHandler): PrintHandler {
  return (data, start, end) => {
    const { active } = buffers;
    for (let at = start; at < end; at++)
      if (isDisputedCodePoint(data[at]!)) {
        markUncertain(active.lines.get(active.ybase + active.y)!);
        break;
      }
    print(data, start, end);
  };
}

/**
 * A text presentation selector makes a wide emoji narrow. The emulator does not expect this from a joining character.
 */
export function narrowTextPresentation(core: XtermCore, print: PrintHandler): PrintHandler {
  const { unicodeService, buffers, _inputHandler: input } = core;
  return (data, start, end) => {
    let from = start;
    for (let at = start; at < end && unicodeService.activeVersion === 'grapheme'; at++) {
      if (data[at] !== textSelector) continue;
      if (from < at) print(data, from, at);
      from = at;
      const { precedingJoinState: before } = input._parser;
      const properties = clusterProperties(textSelector, before);
      const { active } = buffers;
      const line = active.lines.get(active.ybase + active.y)!;
      const isWide = active.x > 1 && lineWords(line)[(active.x - 2) * wordsPerCell]! >>> widthShift === 2;
      if (!isWide || propertyWidth(properties) >= propertyWidth(before)) continue;
      active.x -= 1;
      line.addCodepointToCell(active.x - 1, textSelector, 1);
      writeBlankCell(line, active.x, input._curAttrData);
      input._parser.precedingJoinState = properties;
      from = at + 1;
    }
    if (from < end) print(data, from, end);
  };
}

function createFastPrint(core: XtermCore, general: PrintHandler): PrintHandler {
  const { _inputHandler: input, coreService } = core;
  return (data, start, end) => {
    const { decPrivateModes, modes } = coreService;
    if (!decPrivateModes.wraparound || modes.insertMode) return general(data, start, end);
    if (input._charsetService.charset || hasLink(input._curAttrData)) return general(data, start, end);
    let at = printRun(core, data, start, end, true);
    while (at < end) {
      general(data, at, ++at);
      at = printRun(core, data, at, end, false);
    }
  };
}

const hasLink = ({ bg, extended }: AttributeData): boolean =>
  (bg & bgFlags.extended) !== 0 && extended.urlId !== 0;

/** Whether the cell of the character is independent of the characters before and after it. */
const isIndependent = (properties: number, clusters: boolean): boolean =>
  !isJoined(properties) && propertyWidth(properties) > 0 && !(clusters && isPrepend(properties));

/** The fast path skips cluster properties for ASCII, but a selector can still turn an ASCII character into an emoji. */
const joinStateAfter = (data: Uint32Array, start: number, at: number, preceding: number): number =>
  preceding === asciiProperties && at > start ? clusterProperties(data[at - 1]!, 0) : preceding;

/** Prints up to a character that joins another one or does not fit in the row. Returns its index. */
function printRun(
  { _inputHandler: input, buffers, unicodeService }: XtermCore,
  data: Uint32Array,
  start: number,
  end: number,
  first: boolean,
): number {
  // Long because this is the innermost loop of all output: a call in it costs a tenth of the speed.
  const { active } = buffers;
  const line = active.lines.get(active.ybase + active.y)!;
  const cells = lineWords(line);
  const room = cells.length;
  const attributes = input._curAttrData;
  const { fg, bg } = attributes;
  const marked = (bg & bgFlags.extended) !== 0;
  const clusters = unicodeService.activeVersion === 'grapheme';
  let preceding = input._parser.precedingJoinState;
  if (clusters && isPrepend(preceding)) return start;
  let col = active.x;
  let word = col * wordsPerCell;
  // Printing over the second column of a wide character erases the character.
  if (first && col > 0 && cells[word - wordsPerCell]! >>> widthShift === 2)
    writeBlankCell(line, col - 1, attributes);
  let uncertain = false;
  let at = start;
  for (; at < end; at++) {
    const code = data[at]!;
    // Most output takes this branch. Comparing with constants of this file here makes fast logs 10 % faster.
    if (code < 0x7f && code >= 0x20 && !marked && word < room) {
      preceding = asciiProperties;
      cells[word] = code | (1 << widthShift);
      cells[word + 1] = fg;
      cells[word + 2] = bg;
      word += wordsPerCell;
      col++;
      continue;
    }
    if (clusters) preceding = joinStateAfter(data, start, at, preceding);
    const properties = clusters ? clusterProperties(code, preceding) : charProperties(code, preceding);
    const width = propertyWidth(properties);
    if (!isIndependent(properties, clusters) || word + width * wordsPerCell > room) break;
    preceding = properties;
    uncertain ||= isDisputed(properties);
    let content = code | (width << widthShift);
    for (let left = width; left > 0; left--) {
      if (marked) line._extendedAttrs[col] = attributes.extended;
      cells[word] = content;
      cells[word + 1] = fg;
      cells[word + 2] = bg;
      word += wordsPerCell;
      col++;
      content = 0;
    }
  }
  if (uncertain) markUncertain(line);
  // The same for the first column of a wide character.
  if (at === end && cells[word] === 0) writeBlankCell(line, col, attributes);
  input._parser.precedingJoinState = clusters ? joinStateAfter(data, start, at, preceding) : preceding;
  active.x = col;
  input._dirtyRowTracker.markDirty(active.y);
  return at;
}

export function writeBlankCell(line: BufferLine, col: number, { fg, bg, extended }: AttributeData): void {
  if (bg & bgFlags.extended) line._extendedAttrs[col] = extended;
  lineWords(line)[col * wordsPerCell] = 1 << widthShift;
  lineWords(line)[col * wordsPerCell + 1] = fg;
  lineWords(line)[col * wordsPerCell + 2] = bg;
}
