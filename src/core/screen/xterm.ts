/**
 * The door to @xterm/headless, and the only file that knows its private parts. They are needed for parsing at
 * once and not a millisecond later, for counts that are clamped before they are obeyed, for bounded strings and
 * for reading cells as words. The package is pinned to 6.0.0; spec/core/screen/xterm.spec.ts fails if they move.
 *
 * Long because all of them are named here.
 */
import { createRequire } from 'node:module';
import type { Terminal } from '@xterm/headless';
import { limits } from '../limits.ts';
import { Utf8Decoder } from './decode.ts';
import { printDirectly } from './print.ts';
import { charProperties, widthOf } from './widths.ts';

export interface Emulator {
  readonly core: Core;
  readonly input: InputHandler;
  readonly parser: Parser;
  /** Slices that the emulator threw at, which is its mistake: the rest of such a slice is lost. */
  failures: number;
  /** Told of each line by which the whole screen, or a part of it, moved up. */
  onScroll(listener: (whole: boolean) => void): void;
  parse(slice: Uint8Array): void;
  resize(cols: number, rows: number): void;
  dispose(): void;
}

/** A row of cells. Read it with `words`, `combined` and `extras`. */
export interface Line {
  readonly length: number;
  readonly isWrapped: boolean;
  readonly _data: Uint32Array;
  readonly _combined: { readonly [col: number]: string };
  readonly _extendedAttrs: { [col: number]: Extras | undefined };
  resize(cols: number): void;
  copyFrom(line: Line): void;
}

export interface Extras {
  readonly _ext: number;
  urlId: number;
  clone(): Extras;
}

export interface Buffer {
  x: number;
  y: number;
  ybase: number;
  ydisp: number;
  readonly scrollTop: number;
  readonly scrollBottom: number;
  savedX: number;
  /** Counted from the oldest line. */
  savedY: number;
  readonly savedCurAttrData: Attributes;
  readonly savedCharset: object | undefined;
  readonly tabs: { readonly [col: number]: boolean };
  readonly lines: {
    readonly length: number;
    readonly maxLength: number;
    readonly _startIndex: number;
    /** Told how many of the oldest lines were dropped. */
    readonly onTrim: Listen<number>;
    get(index: number): Line | undefined;
    push(line: Line): void;
    set(index: number, line: Line): void;
  };
  getBlankLine(attributes: Attributes): Line;
  /** Of a line, which it stays with until that is dropped; it is on -1 then. */
  addMarker(line: number): { readonly line: number; dispose(): void };
}

export interface Params {
  readonly length: number;
  readonly params: Int32Array;
}

export interface Identifier {
  readonly prefix?: string;
  readonly intermediates?: string;
  readonly final: string;
}

/** True when the sequence is dealt with; false hands it to the handler that was there before. */
export type CsiHandler = (params: Params) => boolean;

export interface StringHandler {
  start?(): void;
  hook?(params: Params): void;
  put(data: Uint32Array, start: number, end: number): void;
  end?(success: boolean): boolean;
  unhook?(success: boolean): boolean;
}

export type Print = (data: Uint32Array, start: number, end: number) => void;

interface Parser {
  registerCsiHandler(id: Identifier, handler: CsiHandler): void;
  registerEscHandler(id: Identifier, handler: () => boolean): void;
  registerOscHandler(ident: number, handler: StringHandler): void;
  clearOscHandler(ident: number): void;
  registerDcsHandler(id: Identifier, handler: StringHandler): void;
  clearDcsHandler(id: Identifier): void;
  _printHandler: Print;
  _csiHandlers: Record<number, unknown>;
  readonly _transitions: { readonly table: Uint8Array };
  readonly currentState: number;
  precedingJoinState: number;
  reset(): void;
  setPrintHandler(handler: Print): void;
}

type Listen<T> = (listener: (event: T) => void) => void;

export interface Attributes {
  fg: number;
  bg: number;
  extended: Extras;
  updateExtended(): void;
  clone(): Attributes;
}

interface InputHandler {
  readonly _parser: Parser;
  _parseBuffer: Uint32Array;
  _utf8Decoder: Utf8Decoder;
  readonly _curAttrData: Attributes;
  readonly _charsetService: {
    readonly charset: object | undefined;
    readonly glevel: number;
    readonly _charsets: readonly (object | undefined)[];
  };
  readonly _dirtyRowTracker: {
    markDirty(row: number): void;
    markRangeDirty(top: number, bottom: number): void;
  };
  _eraseAttrData(): Attributes;
  readonly print: Print;
  readonly onRequestRefreshRows: Listen<{ start: number; end: number } | undefined>;
  readonly onRequestBell: Listen<void>;
  readonly onRequestReset: Listen<void>;
  readonly onTitleChange: Listen<string>;
  parse(slice: Uint8Array): unknown;
  markRangeDirty(top: number, bottom: number): void;
  setTitle(title: string): void;
  /** Also called for a name that was kept. */
  setIconName(name: string): void;
  windowOptions(params: Params): boolean;
  requestStatusString(data: string): boolean;
  insertLines(params: Params): boolean;
  deleteLines(params: Params): boolean;
  eraseInDisplay(params: Params, unprotected: boolean): boolean;
  eraseInLine(params: Params, unprotected: boolean): boolean;
}

/** Of those in which the parser may be between two slices. */
export const parserStates = { ground: 0, csiEntry: 3, csiParam: 4 } as const;

export interface Core {
  readonly rows: number;
  readonly _inputHandler: InputHandler;
  readonly buffers: {
    readonly active: Buffer;
    readonly alt: Buffer;
    readonly normal: Buffer;
    /** Told when the screens were switched, and after a reset, which makes both anew. */
    readonly onBufferActivate: Listen<unknown>;
  };
  readonly coreService: {
    readonly onData: Listen<string>;
    /** A full reset leaves it as it was. */
    isCursorHidden: boolean;
    readonly modes: { readonly insertMode: boolean };
    readonly decPrivateModes: {
      readonly applicationCursorKeys: boolean;
      readonly applicationKeypad: boolean;
      readonly bracketedPasteMode: boolean;
      readonly cursorStyle: 'block' | 'underline' | 'bar' | undefined;
      readonly cursorBlink: boolean | undefined;
      readonly origin: boolean;
      readonly reverseWraparound: boolean;
      readonly sendFocus: boolean;
      readonly synchronizedOutput: boolean;
      readonly wraparound: boolean;
    };
  };
  readonly optionsService: {
    /** `windowsMode`: lines are not wrapped anew. */
    readonly rawOptions: { readonly convertEol: boolean; windowsMode: boolean };
  };
  readonly coreMouseService: { readonly activeProtocol: 'NONE' | 'X10' | 'VT200' | 'DRAG' | 'ANY' };
}

export function openEmulator(options: { cols: number; rows: number; scrollback: number }): Emulator {
  const terminal = new (load().Terminal)({
    cols: options.cols,
    rows: options.rows,
    // With none, a resize that reflows throws out of a timer and the terminal is dead.
    scrollback: Math.max(1, Math.min(options.scrollback, limits.maxScrollback)),
    allowProposedApi: true,
    logLevel: 'off',
    reflowCursorLine: true,
    windowOptions: { pushTitle: true, popTitle: true },
  });
  terminal.unicode.register({ version, wcwidth: widthOf, charProperties } as never);
  terminal.unicode.activeVersion = version;
  const core = (terminal as unknown as { _core: Core })._core;
  const input = core._inputHandler;
  input._utf8Decoder = new Utf8Decoder();
  input._parseBuffer = parseBuffer;
  boundCells(core);
  input._parser._transitions.table[afterEscape | 0x5f] = beginsControlString;
  printDirectly(core);
  return {
    core,
    input,
    parser: input._parser,
    onScroll: (listener) => tellScrolls(terminal, input, listener),
    // Not `write`, which parses a millisecond later, nor `writeSync`, which stays locked after an exception.
    failures: 0,
    parse(slice) {
      try {
        input.parse(slice);
      } catch {
        this.failures++;
        input._parser.reset();
      }
    },
    resize: (cols, rows) => terminal.resize(cols, rows),
    dispose: () => terminal.dispose(),
  };
}

/** The package calls every row dirty that a scroll moves; when all of them move, the count says more. */
function tellScrolls(terminal: Terminal, input: InputHandler, listener: (whole: boolean) => void): void {
  const dirty = input.markRangeDirty.bind(input);
  input.markRangeDirty = (top, bottom) => {
    const whole = top === 0 && bottom === terminal.rows - 1;
    if (!whole) dirty(top, bottom);
    listener(whole);
  };
}

/** Code points of the slice that is being parsed, which is one at a time: 16 KiB that no terminal needs for itself. */
const parseBuffer = new Uint32Array(limits.sliceBytes + 1);

const version = 'ptywright';

type Package = { readonly Terminal: new (options: object) => Terminal };
let loaded: Package | undefined;

/** Loaded when the first session needs it: ten milliseconds that the start of a server does not pay for. */
function load(): Package {
  loaded ??= createRequire(import.meta.url)('@xterm/headless') as Package;
  return loaded;
}

interface LinePrototype {
  addCodepointToCell(this: Line, col: number, codePoint: number, width: number): void;
  clone(this: Line): BlankLine;
}

interface BufferPrototype {
  readonly _bufferService: { readonly cols: number };
  getBlankLine(this: BufferPrototype, attributes: Attributes, wrapped?: boolean): BlankLine;
}

type BlankLine = Line & { isWrapped: boolean };

export const isFilledWith = (line: Line, { fg, bg }: Attributes) =>
  words(line)[1] === fg && words(line)[2] === bg;

let bounded = false;

/**
 * Two methods of the package replaced, once for all terminals: a cell takes no more than so many combining
 * marks, and a blank line is copied from the one made last, which makes a flood of resets four times cheaper.
 */
function boundCells({ buffers }: Core): void {
  if (bounded) return;
  bounded = true;
  const lines = Object.getPrototypeOf(buffers.active.lines.get(0)) as LinePrototype;
  const add = lines.addCodepointToCell;
  lines.addCodepointToCell = function (col, codePoint, width) {
    const text = isCombined(words(this)[col * cellWords]!) ? this._combined[col]! : '';
    if (text.length < limits.cellCodePoints || [...text].length < limits.cellCodePoints)
      add.call(this, col, codePoint, width);
  };
  const blanks = Object.getPrototypeOf(buffers.active) as BufferPrototype;
  const make = blanks.getBlankLine;
  let last: BlankLine | undefined;
  blanks.getBlankLine = function (attributes, wrapped = false) {
    if (attributes.bg & bgFlag.extended) return make.call(this, attributes, wrapped);
    const same = last?.length === this._bufferService.cols && isFilledWith(last, attributes);
    if (!same) last = make.call(this, attributes);
    const line = lines.clone.call(last!);
    line.isWrapped = wrapped;
    return line;
  };
}

/** APC strings, which the package passes over, in all terminals: heard as control strings of this last character. */
export const apc = { final: '_' } as const;
const [afterEscape, beginsControlString] = [1 << 8, (12 << 4) | 13];

/** Cells are three words: content, foreground with flags, background with flags. */
export const cellWords = 3;
export const words = (line: Line): Uint32Array => line._data;
export const combined = (line: Line, col: number): string => line._combined[col] ?? '';
export const extras = (line: Line, col: number): Extras | undefined => line._extendedAttrs[col];

export const codePointMask = 0x1fffff;
export const contentMask = 0x3fffff;
export const isCombined = (content: number): boolean => (content & 0x200000) !== 0;
export const widthBits = 22;
const widthIn = (content: number): number => content >> widthBits;

/**
 * Columns of a cell: 2 for a wide character with its second column, 0 for that second column. Either can lose the
 * other when it is half overwritten, and then takes one column.
 */
export function cellWidth(line: Line, col: number): 0 | 1 | 2 {
  const width = widthIn(line._data[col * cellWords]!);
  if (width === 1) return 1;
  if (width === 2) return col + 1 < line.length && widthIn(line._data[(col + 1) * cellWords]!) === 0 ? 2 : 1;
  return col > 0 && widthIn(line._data[(col - 1) * cellWords]!) === 2 ? 0 : 1;
}

export const fgFlag = {
  inverse: 0x4000000,
  bold: 0x8000000,
  underline: 0x10000000,
  blink: 0x20000000,
  invisible: 0x40000000,
  strikethrough: 0x80000000,
} as const;

export const bgFlag = {
  italic: 0x4000000,
  faint: 0x8000000,
  extended: 0x10000000,
  guarded: 0x20000000,
  overline: 0x40000000,
} as const;

/**
 * The one bit of a cell that the emulator leaves free. It is set on cells that were there when a wait began: a
 * cell that is written loses it, one that is only moved keeps it. Whoever compares backgrounds leaves it out.
 */
export const staleBit = 0x80000000;
export const background = (word: number): number => word & 0x7fffffff;

const colorMode = { mask: 0x3000000, indexed16: 0x1000000, indexed: 0x2000000, rgb: 0x3000000 } as const;

/** A palette index, `#rrggbb`, or undefined for the default. */
export function colorOf(word: number): number | string | undefined {
  const mode = word & colorMode.mask;
  if (mode === 0) return undefined;
  if (mode !== colorMode.rgb) return word & 0xff;
  return `#${(word & 0xffffff).toString(16).padStart(6, '0')}`;
}

const underlines = ['single', 'single', 'double', 'curly', 'dotted', 'dashed'] as const;

export const underlineStyle = (extra: Extras | undefined) =>
  underlines[((extra?._ext ?? 0) >> 26) & 7] ?? 'single';

export const underlineColor = (extra: Extras | undefined) => colorOf(extra?._ext ?? 0);
