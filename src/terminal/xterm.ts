/**
 * Wraps @xterm/headless. Only this file knows its private members. They are needed to parse synchronously, to clamp
 * counts before they take effect, to bound strings and to read cells as words. The package is pinned to 6.0.0;
 * spec/terminal/xterm.spec.ts fails if they change.
 *
 * Long because all of them are named here.
 */
import { createRequire } from 'node:module';
import type { Terminal } from '@xterm/headless';
import { limits } from '#limits.ts';
import { installFastPrint, PlainTextDecoder, patchUncertainMarks, type Utf8Decoder } from './print.ts';
import { charPropertiesByRule, codePointWidth, type WidthRule } from './unicodeWidth.ts';

export interface Emulator {
  readonly core: XtermCore;
  readonly input: InputHandler;
  readonly parser: SequenceParser;
  /** DECLRMM: the program can set left and right margins. */
  marginMode: boolean;
  /** Margins other than the edges of the screen. */
  margins: ColumnMargins | undefined;
  /** Slices in which the emulator threw, which is a bug of the emulator. The rest of such a slice is lost. */
  parseErrors: number;
  /** Calls the listener for each line by which the whole screen, or a part of it, scrolls up. */
  onScroll(listener: (whole: boolean) => void): void;
  /**
   * Calls the listener for each row just before it scrolls off the main screen. The listener may keep the row and
   * return another line of the same width, which becomes the new bottom row.
   */
  onRowOff(listener: (row: BufferLine) => BufferLine | undefined): void;
  parse(slice: Uint8Array): void;
  resize(cols: number, rows: number): void;
  dispose(): void;
}

/** The first and the last column between the left and right margins. */
export interface ColumnMargins {
  readonly left: number;
  readonly right: number;
  /** The row whose cell at the right margin was just written: the next character wraps. */
  pendingRow: number | undefined;
}

/** A row of cells. Read it with `lineWords`, `combinedText` and `extendedAttrsAt`. */
export interface BufferLine {
  readonly length: number;
  readonly isWrapped: boolean;
  readonly _data: Uint32Array;
  readonly _combined: { readonly [col: number]: string };
  readonly _extendedAttrs: { [col: number]: ExtendedAttrs | undefined };
  resize(cols: number): void;
  copyFrom(line: BufferLine): void;
  clone(): BufferLine;
  addCodepointToCell(col: number, codePoint: number, width: number): void;
}

export interface ExtendedAttrs {
  readonly _ext: number;
  urlId: number;
  clone(): ExtendedAttrs;
}

export interface ScreenBuffer {
  x: number;
  y: number;
  /** 0 in normal use: the emulator keeps no rows that scrolled off. */
  ybase: number;
  ydisp: number;
  scrollTop: number;
  scrollBottom: number;
  savedX: number;
  savedY: number;
  _rows: number;
  _cols: number;
  readonly savedCurAttrData: AttributeData;
  readonly tabs: { readonly [col: number]: boolean };
  readonly lines: {
    length: number;
    maxLength: number;
    readonly _startIndex: number;
    get(index: number): BufferLine | undefined;
    push(line: BufferLine): void;
    set(index: number, line: BufferLine): void;
    /** For a full list: the oldest line becomes the newest one. */
    recycle(): BufferLine;
    splice(start: number, deleted: number, ...inserted: readonly BufferLine[]): void;
  };
  getBlankLine(attributes: AttributeData): BufferLine;
}

export interface SequenceParams {
  readonly length: number;
  readonly params: Int32Array;
}

export interface SgrParams extends SequenceParams {
  hasSubParams(at: number): boolean;
  /** The sub-parameters of a parameter, written with colons; -1 for an omitted one. */
  getSubParams(at: number): Int32Array | null;
}

export interface FunctionIdentifier {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
}

/** Returns true if the sequence is handled; false passes it to the handler that was registered before. */
export type CsiHandler = (params: SequenceParams) => boolean;

export interface StringHandler {
  start?(): void;
  hook?(params: SequenceParams): void;
  put(data: Uint32Array, start: number, end: number): void;
  end?(success: boolean): boolean;
  unhook?(success: boolean): boolean;
}

export type PrintHandler = (data: Uint32Array, start: number, end: number) => void;

interface SequenceParser {
  registerCsiHandler(id: FunctionIdentifier, handler: CsiHandler): void;
  registerEscHandler(id: FunctionIdentifier, handler: () => boolean): void;
  registerOscHandler(ident: number, handler: StringHandler): void;
  clearOscHandler(ident: number): void;
  registerDcsHandler(id: FunctionIdentifier, handler: StringHandler): void;
  clearDcsHandler(id: FunctionIdentifier): void;
  _csiHandlers: Record<number, unknown>;
  readonly _transitions: { readonly table: Uint8Array };
  readonly currentState: number;
  precedingJoinState: number;
  parse(data: Uint32Array, length: number): unknown;
  reset(): void;
  setPrintHandler(handler: PrintHandler): void;
}

type AddListener<T> = (listener: (event: T) => void) => void;

export interface AttributeData {
  fg: number;
  bg: number;
  extended: ExtendedAttrs;
  updateExtended(): void;
  clone(): AttributeData;
}

export interface InputHandler {
  readonly _parser: SequenceParser;
  _parseBuffer: Uint32Array;
  _utf8Decoder: Utf8Decoder;
  readonly _curAttrData: AttributeData;
  readonly _charsetService: {
    readonly charset: object | undefined;
    readonly glevel: number;
    readonly _charsets: readonly (object | undefined)[];
    setgCharset(g: number, charset: object | undefined): void;
    setgLevel(g: number): void;
  };
  readonly _dirtyRowTracker: {
    markDirty(row: number): void;
    markRangeDirty(top: number, bottom: number): void;
  };
  _eraseAttrData(): AttributeData;
  print: PrintHandler;
  readonly onRequestRefreshRows: AddListener<{ start: number; end: number } | undefined>;
  readonly onRequestBell: AddListener<void>;
  readonly onRequestReset: AddListener<void>;
  readonly onTitleChange: AddListener<string>;
  parse(slice: Uint8Array): unknown;
  markRangeDirty(top: number, bottom: number): void;
  setTitle(title: string): void;
  /** Also called when a saved name is restored. */
  setIconName(name: string): void;
  windowOptions(params: SequenceParams): boolean;
  requestStatusString(data: string): boolean;
  insertLines(params: SequenceParams): boolean;
  _restrictCursor(most?: number): void;
  _moveCursor(cols: number, rows: number): void;
  _setCursor(x: number, y: number): void;
  charAttributes(params: SgrParams): boolean;
  lineFeed(): boolean;
  index(): boolean;
  nextLine(): boolean;
  reverseIndex(): boolean;
  carriageReturn(): boolean;
  backspace(): boolean;
  tab(): boolean;
  cursorUp(params: SequenceParams): boolean;
  cursorDown(params: SequenceParams): boolean;
  cursorBackward(params: SequenceParams): boolean;
  cursorNextLine(params: SequenceParams): boolean;
  cursorPrecedingLine(params: SequenceParams): boolean;
  linePosAbsolute(params: SequenceParams): boolean;
  hPositionRelative(params: SequenceParams): boolean;
  insertChars(params: SequenceParams): boolean;
  deleteChars(params: SequenceParams): boolean;
  insertColumns(params: SequenceParams): boolean;
  deleteColumns(params: SequenceParams): boolean;
  scrollLeft(params: SequenceParams): boolean;
  scrollRight(params: SequenceParams): boolean;
  saveCursor(): boolean;
  restoreCursor(): boolean;
  deleteLines(params: SequenceParams): boolean;
  scrollUp(params: SequenceParams): boolean;
  scrollDown(params: SequenceParams): boolean;
  eraseInDisplay(params: SequenceParams, unprotected: boolean): boolean;
  eraseInLine(params: SequenceParams, unprotected: boolean): boolean;
  /** Returns how many of the following parameters it used. */
  _extractColor(params: SgrParams, pos: number, attributes: AttributeData): number;
}

/** Some of the states that the parser can have between two slices. */
export const parserStates = { ground: 0, csiEntry: 3, csiParam: 4 } as const;

export interface XtermCore {
  readonly rows: number;
  readonly cols: number;
  readonly _inputHandler: InputHandler;
  readonly buffers: {
    readonly active: ScreenBuffer;
    readonly alt: ScreenBuffer;
    readonly normal: ScreenBuffer;
    /** Fires after a switch of screens, and after a reset, which creates both buffers again. */
    readonly onBufferActivate: AddListener<unknown>;
  };
  readonly coreService: {
    readonly onData: AddListener<string>;
    /** A full reset does not change it. */
    isCursorHidden: boolean;
    readonly modes: { insertMode: boolean };
    readonly decPrivateModes: {
      readonly applicationCursorKeys: boolean;
      readonly applicationKeypad: boolean;
      readonly bracketedPasteMode: boolean;
      readonly cursorStyle: 'block' | 'underline' | 'bar' | undefined;
      readonly cursorBlink: boolean | undefined;
      origin: boolean;
      readonly reverseWraparound: boolean;
      readonly sendFocus: boolean;
      readonly synchronizedOutput: boolean;
      readonly wraparound: boolean;
    };
  };
  readonly optionsService: {
    readonly rawOptions: { readonly convertEol: boolean };
  };
  /** The width rule. */
  readonly unicodeService: { activeVersion: WidthRule };
  readonly coreMouseService: { readonly activeProtocol: 'NONE' | 'X10' | 'VT200' | 'DRAG' | 'ANY' };
}

export function openEmulator(options: { cols: number; rows: number }): Emulator {
  const terminal = new (loadXterm().Terminal)({
    cols: options.cols,
    rows: options.rows,
    scrollback: 0,
    allowProposedApi: true,
    logLevel: 'off',
    windowOptions: { pushTitle: true, popTitle: true },
  });
  for (const [version, rule] of Object.entries(charPropertiesByRule))
    terminal.unicode.register({ version, wcwidth: codePointWidth, charProperties: rule } as never);
  terminal.unicode.activeVersion = 'codepoint';
  const core = (terminal as unknown as { _core: XtermCore })._core;
  const input = core._inputHandler;
  input._parseBuffer = parseBuffer;
  patchPrototypes(core);
  patchUncertainMarks(core);
  input._parser._transitions.table[afterEscape | 0x5f] = enterDcsTransition;
  installFastPrint(core);
  fixDecGraphicsUnderscore(input);
  const emulator: Emulator = {
    core,
    input,
    parser: input._parser,
    onScroll: (listener) => hookScroll(terminal, input, listener),
    onRowOff: (listener) => hookRowsOff(core, listener),
    // `write` is not used, because it parses a millisecond later. `writeSync` stays locked after an exception.
    parseErrors: 0,
    marginMode: false,
    margins: undefined,
    parse(slice) {
      try {
        input.parse(slice);
      } catch {
        this.parseErrors++;
        input._parser.reset();
      }
    },
    resize: (cols, rows) => terminal.resize(cols, rows),
    dispose: () => terminal.dispose(),
  };
  input._utf8Decoder = new PlainTextDecoder(emulator);
  return emulator;
}

/**
 * The package marks every row of a scroll as dirty. If the whole screen scrolls, the number of lines is more useful.
 */
function hookScroll(terminal: Terminal, input: InputHandler, listener: (whole: boolean) => void): void {
  const dirty = input.markRangeDirty.bind(input);
  input.markRangeDirty = (top, bottom) => {
    const whole = top === 0 && bottom === terminal.rows - 1;
    if (!whole) dirty(top, bottom);
    listener(whole);
  };
}

/** A full list of lines drops its oldest line in `recycle` and in `splice`. A reset creates a new list. */
function hookRowsOff({ buffers }: XtermCore, listener: Parameters<Emulator['onRowOff']>[0]): void {
  let hooked: ScreenBuffer['lines'] | undefined;
  const hook = () => {
    const { lines } = buffers.normal;
    if (lines === hooked) return;
    hooked = lines;
    const { recycle, splice } = lines;
    lines.recycle = () => {
      const other = listener(lines.get(0)!);
      const recycled = recycle.call(lines);
      if (!other) return recycled;
      lines.set(lines.length - 1, other);
      return other;
    };
    lines.splice = (start, deleted, ...inserted) => {
      const off = lines.length - deleted + inserted.length - lines.maxLength;
      for (let row = 0; row < off; row++) listener(lines.get(row)!);
      splice.call(lines, start, deleted, ...inserted);
    };
  };
  hook();
  buffers.onBufferActivate(hook);
}

/**
 * Code points of the slice being parsed. All terminals share it, because one slice is parsed at a time; saves 16 KiB
 * each.
 */
const parseBuffer = new Uint32Array(limits.sliceBytes + 1);

type XtermPackage = { readonly Terminal: new (options: object) => Terminal };
let loadedPackage: XtermPackage | undefined;

/** Loaded by the first session. The start of a server is 10 ms faster without it. */
function loadXterm(): XtermPackage {
  loadedPackage ??= createRequire(import.meta.url)('@xterm/headless') as XtermPackage;
  return loadedPackage;
}

let underscoreFixed = false;

/** In DEC Special Graphics `_` is a blank. The emulator's table, which all terminals share, lacks it. */
function fixDecGraphicsUnderscore(input: InputHandler): void {
  if (underscoreFixed) return;
  underscoreFixed = true;
  input.parse(Buffer.from('\x1b(0'));
  (input._charsetService.charset as { _?: string })._ = ' ';
  input.parse(Buffer.from('\x1b(B'));
}

interface BufferLinePrototype {
  addCodepointToCell(this: BufferLine, col: number, codePoint: number, width: number): void;
  clone(this: BufferLine): BlankLine;
}

interface ScreenBufferPrototype {
  readonly _bufferService: { readonly cols: number };
  getBlankLine(this: ScreenBufferPrototype, attributes: AttributeData, wrapped?: boolean): BlankLine;
}

type BlankLine = BufferLine & { isWrapped: boolean };

export const isFilledWith = (line: BufferLine, { fg, bg }: AttributeData) =>
  lineWords(line)[1] === fg && lineWords(line)[2] === bg;

let prototypesPatched = false;

/**
 * Patches two methods of the package once for all terminals. A cell takes a limited number of combining marks. A
 * blank line is copied from the last one, which makes a flood of resets four times cheaper.
 */
function patchPrototypes({ buffers }: XtermCore): void {
  if (prototypesPatched) return;
  prototypesPatched = true;
  const lines = Object.getPrototypeOf(buffers.active.lines.get(0)) as BufferLinePrototype;
  const add = lines.addCodepointToCell;
  lines.addCodepointToCell = function (col, codePoint, width) {
    const text = isCombined(lineWords(this)[col * wordsPerCell]!) ? this._combined[col]! : '';
    if (text.length < limits.cellCodePoints || [...text].length < limits.cellCodePoints)
      add.call(this, col, codePoint, width);
  };
  const blanks = Object.getPrototypeOf(buffers.active) as ScreenBufferPrototype;
  const make = blanks.getBlankLine;
  let last: BlankLine | undefined;
  blanks.getBlankLine = function (attributes, wrapped = false) {
    if (attributes.bg & bgFlags.extended) return make.call(this, attributes, wrapped);
    const same = last?.length === this._bufferService.cols && isFilledWith(last, attributes);
    if (!same) last = make.call(this, attributes);
    const line = lines.clone.call(last!);
    line.isWrapped = wrapped;
    return line;
  };
}

/**
 * APC strings, which the package ignores. In all terminals they are parsed as control strings with this final
 * character.
 */
export const apcIdentifier = { final: '_' } as const;
const [afterEscape, enterDcsTransition] = [1 << 8, (12 << 4) | 13];

/** A cell is three words: content, foreground with flags, background with flags. */
export const wordsPerCell = 3;
export const lineWords = (line: BufferLine): Uint32Array => line._data;
export const combinedText = (line: BufferLine, col: number): string => line._combined[col] ?? '';
export const extendedAttrsAt = (line: BufferLine, col: number): ExtendedAttrs | undefined =>
  line._extendedAttrs[col];

export const codePointMask = 0x1fffff;
export const contentMask = 0x3fffff;
export const isCombined = (content: number): boolean => (content & 0x200000) !== 0;
export const widthShift = 22;
const contentWidth = (content: number): number => content >> widthShift;

/**
 * Columns of a cell: 2 for a wide character with its second column, 0 for that second column. If one half is
 * overwritten, the other half takes one column.
 */
export function cellWidth(line: BufferLine, col: number): 0 | 1 | 2 {
  const width = contentWidth(line._data[col * wordsPerCell]!);
  if (width === 1) return 1;
  if (width === 2)
    return col + 1 < line.length && contentWidth(line._data[(col + 1) * wordsPerCell]!) === 0 ? 2 : 1;
  return col > 0 && contentWidth(line._data[(col - 1) * wordsPerCell]!) === 2 ? 0 : 1;
}

export const fgFlags = {
  inverse: 0x4000000,
  bold: 0x8000000,
  underline: 0x10000000,
  blink: 0x20000000,
  invisible: 0x40000000,
  strikethrough: 0x80000000,
} as const;

export const bgFlags = {
  italic: 0x4000000,
  faint: 0x8000000,
  extended: 0x10000000,
  guarded: 0x20000000,
  overline: 0x40000000,
} as const;

/**
 * The only bit of a cell that the emulator does not use. It marks cells that existed when a wait began: writing a
 * cell clears it, moving a cell keeps it. Ignore it when you compare backgrounds.
 */
export const staleBit = 0x80000000;
export const withoutStaleBit = (word: number): number => word & 0x7fffffff;

const colorMode = { mask: 0x3000000, indexed16: 0x1000000, indexed: 0x2000000, rgb: 0x3000000 } as const;

/** A palette index, `#rrggbb`, or undefined for the default. */
export function decodeColor(word: number): number | string | undefined {
  const mode = word & colorMode.mask;
  if (mode === 0) return undefined;
  if (mode !== colorMode.rgb) return word & 0xff;
  return `#${(word & 0xffffff).toString(16).padStart(6, '0')}`;
}

const underlineStyles = ['single', 'single', 'double', 'curly', 'dotted', 'dashed'] as const;

export const underlineStyle = (extra: ExtendedAttrs | undefined) =>
  underlineStyles[((extra?._ext ?? 0) >> 26) & 7] ?? 'single';

export const underlineColor = (extra: ExtendedAttrs | undefined) => decodeColor(extra?._ext ?? 0);
