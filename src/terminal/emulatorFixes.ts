/**
 * Fixes of the emulator where it differs from other terminals or throws. They cover cursor moves in origin mode
 * (DECOM) and after the last column, DECSC and DECRC, HPB and VPB (missing), DECCOLM, erasing, resizing and SGR
 * colours.
 */
import type { GridSize } from '#platform/pty/size.ts';
import type {
  CsiHandler,
  Emulator,
  ExtendedAttrs,
  ScreenBuffer,
  SequenceParams,
  SgrParams,
} from './xterm.ts';

/** State that DECSC saves besides position and colours. */
interface SavedCursorState {
  /** The columns up to the right edge, or the right margin, if the last one was just written: the next character wraps. */
  readonly pendingWrapCols: number | undefined;
  readonly origin: boolean;
  readonly extended: ExtendedAttrs;
  readonly charsets: readonly (object | undefined)[];
  readonly glevel: number;
}

/** After the last column of the screen, or of the margins. */
export function isWrapPending({ core, margins }: Emulator): boolean {
  const { x, y } = core.buffers.active;
  return x >= core.cols || (margins !== undefined && y === margins.pendingRow && x === margins.right);
}

export function fixCursorMoves(emulator: Emulator): void {
  const { core, input, parser } = emulator;
  const { buffers } = core;
  const column: CsiHandler = (params) => {
    const left = (core.coreService.decPrivateModes.origin && emulator.margins?.left) || 0;
    buffers.active.x = left + (params.params[0]! || 1) - 1;
    input._restrictCursor();
    return true;
  };
  // The emulator adds the top margin to relative moves as if they were absolute.
  input._moveCursor = (x, y) => {
    input._restrictCursor();
    buffers.active.x += x;
    buffers.active.y += y;
    input._restrictCursor();
  };
  parser.registerCsiHandler({ final: 'G' }, column);
  parser.registerCsiHandler({ final: '`' }, column);
  parser.registerCsiHandler({ final: 'j' }, (params) => input.cursorBackward(params));
  parser.registerCsiHandler({ final: 'k' }, (params) => input.cursorUp(params));
  fixSaveRestore(emulator);
}

const savedStates = new WeakMap<ScreenBuffer, SavedCursorState>();

/** The state that DECSC saved for a buffer; undefined if it was never used there. */
export const savedCursorState = (page: ScreenBuffer): SavedCursorState | undefined => savedStates.get(page);

function fixSaveRestore(emulator: Emulator): void {
  const { core, input, parser } = emulator;
  const { buffers, coreService } = core;
  const save = input.saveCursor.bind(input);
  const charset = input._charsetService;
  input.saveCursor = () => {
    const { x } = buffers.active;
    savedStates.set(buffers.active, {
      pendingWrapCols: isWrapPending(emulator) ? Math.min(x + 1, core.cols) : undefined,
      origin: coreService.decPrivateModes.origin,
      extended: input._curAttrData.extended,
      charsets: [...charset._charsets],
      glevel: charset.glevel,
    });
    return save();
  };
  const restore = input.restoreCursor.bind(input);
  input.restoreCursor = () => {
    const { active } = buffers;
    const saved = savedStates.get(active);
    coreService.decPrivateModes.origin = false;
    restore();
    coreService.decPrivateModes.origin = saved?.origin ?? false;
    if (saved?.pendingWrapCols === core.cols) active.x = core.cols;
    else if (emulator.margins && saved?.pendingWrapCols === emulator.margins.right + 1)
      emulator.margins.pendingRow = active.y;
    if (saved) input._curAttrData.extended = saved.extended;
    // Without an earlier DECSC, DECRC resets the character sets.
    for (const g of [0, 1, 2, 3]) charset.setgCharset(g, saved?.charsets[g]);
    charset.setgLevel(saved?.glevel ?? 0);
    return true;
  };
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, () => {
    savedStates.delete(buffers.active);
    return false;
  });
}

/** DECCOLM selects 132 columns in other terminals. Here it has the other effects: it clears the screen and the margins. */
export function clearOnColumnMode({ core, input, parser }: Emulator): void {
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, ({ params, length }) => {
    if (!params.subarray(0, length).includes(columnMode)) return false;
    const { active } = core.buffers;
    active.scrollTop = 0;
    active.scrollBottom = core.rows - 1;
    input.eraseInDisplay({ params: Int32Array.of(2), length: 1 }, false);
    input._setCursor(0, 0);
    return false;
  });
}

export const columnMode = 3;

/**
 * Avoids exceptions of the emulator that spec/terminal/fuzz.spec.ts found. An exception in a slice would lose the
 * rest of the output.
 */
export function fixErase(emulator: Emulator): void {
  const { parser } = emulator;
  parser.registerCsiHandler({ final: 'J' }, (params) => eraseAbove(emulator, params, false));
  parser.registerCsiHandler({ prefix: '?', final: 'J' }, (params) => eraseAbove(emulator, params, true));
}

/**
 * Erasing up to the cursor in the last column clears the wrap mark of the next row, which may not exist. So the last
 * column is erased separately, which does not touch that mark.
 */
function eraseAbove({ core, input }: Emulator, params: SequenceParams, unprotected: boolean): boolean {
  const { active } = core.buffers;
  const cols = active.lines.get(active.ybase)?.length ?? 0;
  if (params.params[0] !== 1 || active.x + 1 < cols || active.lines.get(active.y + 1)) return false;
  active.x = cols - 2;
  input.eraseInDisplay(params, unprotected);
  active.x = cols - 1;
  params.params[0] = 0;
  return input.eraseInLine(params, unprotected);
}

/** Adds rows that a resize left out, and cuts rows of the alternate screen that are wider than the new size. */
export function fixRowsAfterResize(emulator: Emulator, { rows, cols }: GridSize): void {
  const { normal, alt, active } = emulator.core.buffers;
  const blank = emulator.input._curAttrData.clone();
  blank.fg = 0;
  blank.bg = 0;
  for (const buffer of new Set([normal, active])) {
    buffer.ybase = Math.max(0, Math.min(buffer.ybase, buffer.lines.maxLength - rows));
    buffer.ydisp = buffer.ybase;
    while (buffer.lines.length < buffer.ybase + rows) buffer.lines.push(buffer.getBlankLine(blank));
  }
  truncateRows(alt, cols);
}

function truncateRows({ lines }: ScreenBuffer, cols: number): void {
  for (let row = 0; row < lines.length; row++) {
    const line = lines.get(row)!;
    if (line.length > cols) line.resize(cols);
  }
}

/** Fixes SGR 38, 48 and 58, which the emulator misreads without a colour space, and 59, which it reads as white. */
export function fixSgrColors({ input }: Emulator): void {
  const extract = input._extractColor;
  input._extractColor = (params, pos, attributes) => {
    const own = params.getSubParams(pos);
    const rest = own ? [...own] : trailingSubParams(params, pos + 1);
    if (!rest) return extract.call(input, params, pos, attributes);
    const color = parseColor(rest);
    if (color) extract.call(input, toPlainParams([params.params[pos]!, ...color]), 0, attributes);
    return own ? 0 : 1;
  };
  fixDefaultUnderlineColor(Object.getPrototypeOf(input._curAttrData.extended) as object);
}

const defaultColorValue = -1;
let underlineColorFixed = false;

/** Patches the prototype once for all terminals. */
function fixDefaultUnderlineColor(extended: object): void {
  if (underlineColorFixed) return;
  underlineColorFixed = true;
  const { get, set } = Object.getOwnPropertyDescriptor(extended, 'underlineColor')!;
  Object.defineProperty(extended, 'underlineColor', {
    get,
    set(value: number) {
      set!.call(this, value === defaultColorValue ? 0 : value);
    },
  });
}

/** The mixed forms `38;2:R:G:B` and `38;5:N`. */
function trailingSubParams(params: SgrParams, pos: number): readonly number[] | undefined {
  const rest = pos < params.length ? params.getSubParams(pos) : null;
  return rest ? [params.params[pos]!, ...rest] : undefined;
}

/** Three values; with more values the first is a colour space. Missing values are 0. */
function parseColor([mode, ...values]: readonly number[]): readonly number[] | undefined {
  const first = mode === 2 && (values.length > 3 || values[0] === -1) ? 1 : 0;
  const channels = Array.from({ length: mode === 2 ? 3 : 1 }, (_, at) =>
    Math.max(0, values[first + at] ?? 0),
  );
  return channels.some((channel) => channel > 255) ? undefined : [mode!, ...channels];
}

const toPlainParams = (values: readonly number[]): SgrParams => ({
  length: values.length,
  params: Int32Array.from(values),
  hasSubParams: () => false,
  getSubParams: () => null,
});
