/**
 * Decodes the output of a program and prints it, with fast paths. Plain text is printed straight from its bytes: ASCII
 * with line ends and SGR sequences, which is most output of builds, tests and logs. Other text is decoded to code points,
 * which the parser passes to the print handler. The emulator checks modes and links at each character; if none of them
 * apply, the same cells are written here in a fraction of the time. Characters that wrap or join another cell are left to
 * the emulator.
 *
 * Also marks the rows in which it printed a character of disputed width.
 *
 * Long because the two fast paths write the same cells and must stay alike.
 */
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
  type Emulator,
  lineWords,
  type PrintHandler,
  parserStates,
  type SgrParams,
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

/**
 * Decodes UTF-8 from a program to code points. A character may be split over any chunks. Each maximal part of an
 * invalid sequence becomes one U+FFFD, as in terminals and browsers. A byte order mark is dropped. Written by hand
 * because it runs over every byte of every session: the emulator's decoder drops invalid bytes, and TextDecoder would
 * need a second pass.
 */
export class Utf8Decoder {
  #codePoint = 0;
  #missing = 0;
  #lowest = 0x80;
  #highest = 0xbf;

  /** Writes code points to `target`, which must have room for one more than there are bytes. Returns their number. */
  decode(input: Uint8Array, target: Uint32Array): number {
    const length = input.length;
    let size = 0;
    let at = 0;
    while (at < length) {
      if (this.#missing > 0) {
        const taken = this.#continue(input[at]!);
        if (taken !== rejected) at++;
        if (taken !== incomplete) target[size++] = taken === rejected ? replacement : taken;
        continue;
      }
      let byte = input[at]!;
      while (byte < 0x80) {
        target[size++] = byte;
        if (++at === length) return size;
        byte = input[at]!;
      }
      const whole = decodeWholeSequence(input, at, byte);
      if (whole !== incomplete) {
        target[size++] = whole;
        at += whole < 0x800 ? 2 : whole < 0x10000 ? 3 : 4;
        continue;
      }
      at++;
      if (!this.#start(byte)) target[size++] = replacement;
    }
    return size;
  }

  clear(): void {
    this.#missing = 0;
  }

  /** The last input ended inside a character. */
  get isMidCharacter(): boolean {
    return this.#missing > 0;
  }

  /**
   * Handles a first byte. The allowed range of the next byte excludes overlong forms, surrogates and code points
   * above U+10FFFF.
   */
  #start(byte: number): boolean {
    if (byte < 0xc2 || byte > 0xf4) return false;
    this.#lowest = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
    this.#highest = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
    this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    this.#codePoint = byte & (byte < 0xe0 ? 0x1f : byte < 0xf0 ? 0x0f : 0x07);
    return true;
  }

  /** An invalid continuation byte is not consumed. It is handled again as a first byte. */
  #continue(byte: number): number {
    if (byte < this.#lowest || byte > this.#highest) {
      this.#missing = 0;
      return rejected;
    }
    this.#lowest = 0x80;
    this.#highest = 0xbf;
    this.#codePoint = (this.#codePoint << 6) | (byte & 0x3f);
    const ended = --this.#missing === 0 && this.#codePoint !== byteOrderMark;
    return ended ? this.#codePoint : incomplete;
  }
}

const replacement = 0xfffd;
const byteOrderMark = 0xfeff;
const incomplete = -1;
const rejected = -2;

/** The usual case: a sequence that is valid and complete. A byte order mark takes the slow path. */
function decodeWholeSequence(input: Uint8Array, at: number, first: number): number {
  const second = input[at + 1]! ^ 0x80;
  if (!(second < 0x40)) return incomplete;
  if (first < 0xe0) return first < 0xc2 ? incomplete : ((first & 0x1f) << 6) | second;
  const third = input[at + 2]! ^ 0x80;
  if (!(third < 0x40)) return incomplete;
  if (first < 0xf0) {
    const codePoint = ((first & 0x0f) << 12) | (second << 6) | third;
    const odd =
      codePoint < 0x800 || (codePoint >= 0xd800 && codePoint <= 0xdfff) || codePoint === byteOrderMark;
    return odd ? incomplete : codePoint;
  }
  const fourth = input[at + 3]! ^ 0x80;
  if (!(fourth < 0x40)) return incomplete;
  const codePoint = ((first & 0x07) << 18) | (second << 12) | (third << 6) | fourth;
  return first > 0xf4 || codePoint < 0x10000 || codePoint > 0x10ffff ? incomplete : codePoint;
}

/** The emulator decodes each slice before it parses it. Plain text is printed here, and its bytes are not decoded. */
export class PlainTextDecoder extends Utf8Decoder {
  readonly #emulator: Emulator;

  constructor(emulator: Emulator) {
    super();
    this.#emulator = emulator;
  }

  override decode(input: Uint8Array, target: Uint32Array): number {
    if (this.isMidCharacter) return super.decode(input, target);
    let at = this.#finishSequence(input, target);
    at += printPlainText(this.#emulator, input.subarray(at));
    return super.decode(input.subarray(at), target);
  }

  /** Parses the rest of a sequence that the last slice began, so that the text after it can be printed here. */
  #finishSequence(input: Uint8Array, target: Uint32Array): number {
    const { parser } = this.#emulator;
    let at = 0;
    for (let part = 0; part < mostParts && parser.currentState !== parserStates.ground; part++) {
      let end = at;
      while (end < input.length && input[end]! < firstFinalByte) end++;
      const size = super.decode(input.subarray(at, end + 1), target);
      parser.parse(target, size);
      at = Math.min(end + 1, input.length);
    }
    return at;
  }
}

/** `ESC`, `[`, and the rest of the sequence. */
const mostParts = 2;
const firstFinalByte = 0x40;

const [lineFeed, carriageReturn, esc, bracket, semicolon, finalM] = [0x0a, 0x0d, 0x1b, 0x5b, 0x3b, 0x6d];

/** Returns the number of bytes that are printed. */
function printPlainText(emulator: Emulator, bytes: Uint8Array): number {
  const { core, input, parser } = emulator;
  if (!canPrint(emulator)) return 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (byte >= 0x20 && byte < 0x7f) {
      at = printRow(core, bytes, at);
      continue;
    }
    if (byte === lineFeed) input.lineFeed();
    else if (byte === carriageReturn) input.carriageReturn();
    else {
      const end = byte === esc ? applySgr(emulator, bytes, at) : at;
      if (end === at) break;
      at = end - 1;
    }
    at++;
    parser.precedingJoinState = 0;
  }
  return at;
}

/** Whether each ASCII character is one cell after the last one. */
function canPrint({ core, input, parser, margins }: Emulator): boolean {
  const { decPrivateModes, modes } = core.coreService;
  return (
    parser.currentState === parserStates.ground &&
    decPrivateModes.wraparound &&
    !modes.insertMode &&
    !margins &&
    core.unicodeService.activeVersion !== 'grapheme' &&
    !input._charsetService.charset &&
    input._curAttrData.extended.urlId === 0
  );
}

const wrapping = new Uint32Array(1);

/** Prints up to the last column. The emulator prints a character that wraps. */
function printRow(core: XtermCore, bytes: Uint8Array, start: number): number {
  const { _inputHandler: input, buffers } = core;
  const { active } = buffers;
  const line = active.lines.get(active.ybase + active.y)!;
  const cells = lineWords(line);
  const attributes = input._curAttrData;
  const { fg, bg, extended } = attributes;
  const first = active.x;
  let word = first * wordsPerCell;
  if (word >= cells.length) {
    wrapping[0] = bytes[start]!;
    input.print(wrapping, 0, 1);
    return start + 1;
  }
  const end = Math.min(bytes.length, start + cells.length / wordsPerCell - first);
  if (first > 0 && cells[word - wordsPerCell]! >>> widthShift === 2)
    writeBlankCell(line, first - 1, attributes);
  let at = start;
  for (let byte = bytes[at]!; byte >= 0x20 && byte < 0x7f; byte = bytes[at]!) {
    cells[word] = byte | (1 << widthShift);
    cells[word + 1] = fg;
    cells[word + 2] = bg;
    word += wordsPerCell;
    if (++at === end) break;
  }
  active.x = first + at - start;
  if (bg & bgFlags.extended) for (let col = first; col < active.x; col++) line._extendedAttrs[col] = extended;
  if (cells[word] === 0) writeBlankCell(line, active.x, attributes);
  input._parser.precedingJoinState = asciiProperties;
  input._dirtyRowTracker.markDirty(active.y);
  return at;
}

const values = new Int32Array(32);
const sgrParams = {
  length: 1,
  params: values,
  hasSubParams: () => false,
  getSubParams: () => null,
} satisfies SgrParams;
const mostValue = 9999;

/** Applies a complete sequence of numbers and returns its end, or `at` for any other sequence. */
function applySgr({ input }: Emulator, bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== bracket) return at;
  let count = 0;
  let value = 0;
  for (let next = at + 2; next < bytes.length; next++) {
    const byte = bytes[next]!;
    if (byte >= 0x30 && byte <= 0x39) {
      value = value * 10 + byte - 0x30;
      if (value > mostValue) return at;
      continue;
    }
    values[count++] = value;
    value = 0;
    if (byte === finalM) {
      sgrParams.length = count;
      input.charAttributes(sgrParams);
      return next + 1;
    }
    if (byte !== semicolon || count === values.length) return at;
  }
  return at;
}

/**
 * Rows in which a character of disputed width was written since they were last erased: text may not be where the
 * program expects it. The mark is kept with the combined characters of the row. It moves with the row, and disappears
 * when the row is filled or overwritten by a copy.
 */
const markKey = -1;

type MarkStore = { [key: number]: string };

export function markUncertain(line: BufferLine): void {
  (line._combined as MarkStore)[markKey] = '';
}

export const isMarkedUncertain = (line: BufferLine): boolean => line._combined[markKey] !== undefined;

/**
 * A row that continues an uncertain row is uncertain, too. `above` is whether the row before the buffer is uncertain.
 */
export function isUncertain(
  lines: { get(index: number): BufferLine | undefined },
  at: number,
  above: () => boolean,
): boolean {
  for (let index = at; index >= 0; index--) {
    const line = lines.get(index)!;
    if (isMarkedUncertain(line)) return true;
    if (!line.isWrapped) return false;
  }
  return above();
}

interface MarkedLinePrototype {
  replaceCells(this: BufferLine, start: number, end: number, fill: object, unprotected?: boolean): void;
  copyCellsFrom(
    this: BufferLine,
    from: BufferLine,
    srcCol: number,
    destCol: number,
    count: number,
    back: boolean,
  ): void;
}

let prototypesPatched = false;

/** Patches the prototypes once for all terminals: erasing a whole row removes its mark, and a reflow copies marks. */
export function patchUncertainMarks({ buffers }: XtermCore): void {
  if (prototypesPatched) return;
  prototypesPatched = true;
  const lines = Object.getPrototypeOf(buffers.active.lines.get(0)) as MarkedLinePrototype;
  const { replaceCells, copyCellsFrom } = lines;
  lines.replaceCells = function (start, end, fill, unprotected = false) {
    replaceCells.call(this, start, end, fill, unprotected);
    if (start <= 0 && end >= this.length && !unprotected && isMarkedUncertain(this))
      delete (this._combined as MarkStore)[markKey];
  };
  lines.copyCellsFrom = function (from, ...rest) {
    copyCellsFrom.call(this, from, ...rest);
    if (isMarkedUncertain(from)) markUncertain(this);
  };
}
