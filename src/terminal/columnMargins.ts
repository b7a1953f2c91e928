/**
 * Left and right margins: DECLRMM (mode 69) and DECSLRM. The emulator lacks them. While margins are set, its methods that
 * move the cursor, print, scroll or shift cells are replaced, so that other programs pay nothing.
 */
import { columnMode, isWrapPending } from './emulatorFixes.ts';
import { writeBlankCell } from './print.ts';
import { copyCells } from './rectangles.ts';
import { charProperties, clusterProperties, isJoined, propertyWidth } from './unicodeWidth.ts';
import type {
  BufferLine,
  ColumnMargins,
  Emulator,
  FunctionIdentifier,
  InputHandler,
  PrintHandler,
  ScreenBuffer,
  SequenceParams,
} from './xterm.ts';

export const columnMarginMode = 69;

/** Up or left, and down or right. */
type Direction = -1 | 1;

const countOf = ({ params }: SequenceParams) => params[0] || 1;

export class ColumnMarginModes {
  readonly #emulator: Emulator;
  readonly #input: InputHandler;
  readonly #originals: InputHandler;
  readonly #replacements: Partial<InputHandler>;

  /** Call after other modules have replaced methods of the emulator. */
  constructor(emulator: Emulator) {
    const { input, parser } = emulator;
    this.#emulator = emulator;
    this.#input = input;
    this.#replacements = { ...this.#moves(), ...this.#edits(), print: this.#print };
    const names = Object.keys(this.#replacements) as (keyof InputHandler)[];
    const originals = names.map((name) => [name, (input[name] as () => unknown).bind(input)]);
    this.#originals = Object.fromEntries(originals) as InputHandler;
    const on = (id: FunctionIdentifier, handle: (params: SequenceParams) => void) =>
      parser.registerCsiHandler(id, (params) => {
        handle(params);
        return false;
      });
    const sets = ({ params, length }: SequenceParams, mode: number) =>
      params.subarray(0, length).includes(mode);
    on({ prefix: '?', final: 'h' }, (params) => {
      if (sets(params, columnMode)) this.clear();
      if (sets(params, columnMarginMode)) emulator.marginMode = true;
    });
    on({ prefix: '?', final: 'l' }, (params) => {
      if (sets(params, columnMarginMode)) this.reset();
    });
    on({ intermediates: '!', final: 'p' }, () => this.reset());
    // REP: more would only scroll all of it away again, for seconds.
    on({ final: 'b' }, ({ params }) => {
      const { margins, core } = emulator;
      const most = margins && (margins.right - margins.left + 1) * core.rows + core.cols;
      if (most) params[0] = Math.min(params[0]!, most);
    });
    parser.registerCsiHandler({ final: 's' }, (params) => {
      if (emulator.marginMode) this.#setMargins(params);
      return emulator.marginMode;
    });
    parser.registerEscHandler({ intermediates: '#', final: '8' }, () => {
      this.clear();
      return false;
    });
  }

  /** Ends the mode and removes the margins. */
  reset(): void {
    this.#emulator.marginMode = false;
    this.clear();
  }

  /** Removes the margins. The mode stays as it is. */
  clear(): void {
    if (!this.#emulator.margins) return;
    this.#emulator.margins = undefined;
    this.#replace(this.#originals);
  }

  #setMargins({ params, length }: SequenceParams): void {
    const { cols } = this.#emulator.core;
    const left = (params[0] || 1) - 1;
    const right = Math.min((length > 1 && params[1]) || cols, cols) - 1;
    if (left >= right) return;
    this.clear();
    if (left > 0 || right < cols - 1) {
      this.#emulator.margins = { left, right, pendingRow: undefined };
      this.#replace(this.#replacements);
    }
    this.#input._setCursor(0, 0);
  }

  #replace(methods: Partial<InputHandler>): void {
    Object.assign(this.#input, methods);
    this.#emulator.parser.setPrintHandler(this.#input.print);
  }

  get #buffer(): ScreenBuffer {
    return this.#emulator.core.buffers.active;
  }

  /** The replacements are only called while margins are set. */
  get #margins(): ColumnMargins {
    return this.#emulator.margins!;
  }

  get #isOrigin(): boolean {
    return this.#emulator.core.coreService.decPrivateModes.origin;
  }

  /** After the last column of the screen, the cursor counts as in it. */
  get #col(): number {
    return Math.min(this.#buffer.x, this.#emulator.core.cols - 1);
  }

  get #isInColumns(): boolean {
    return this.#col >= this.#margins.left && this.#col <= this.#margins.right;
  }

  get #isInRegion(): boolean {
    const { y, scrollTop, scrollBottom } = this.#buffer;
    return this.#isInColumns && y >= scrollTop && y <= scrollBottom;
  }

  /** Movements of the cursor. */
  #moves() {
    const input = this.#input;
    return {
      _restrictCursor: (most?: number) => {
        this.#margins.pendingRow = undefined;
        this.#originals._restrictCursor(most);
        const { left, right } = this.#margins;
        if (this.#isOrigin) this.#buffer.x = Math.max(left, Math.min(this.#buffer.x, right));
      },
      _moveCursor: (cols: number, rows: number) => {
        const { left, right } = this.#margins;
        const most = this.#col <= right ? right - this.#col : cols;
        const least = this.#col >= left ? left - this.#col : cols;
        this.#originals._moveCursor(cols > 0 ? Math.min(cols, most) : Math.max(cols, least), rows);
      },
      _setCursor: (x: number, y: number) =>
        this.#originals._setCursor(this.#isOrigin ? x + this.#margins.left : x, y),
      linePosAbsolute: (params: SequenceParams) => {
        this.#originals._setCursor(this.#buffer.x, countOf(params) - 1);
        return true;
      },
      hPositionRelative: (params: SequenceParams) => {
        this.#originals._moveCursor(countOf(params), 0);
        return true;
      },
      cursorNextLine: (params: SequenceParams) => input.cursorDown(params) && input.carriageReturn(),
      cursorPrecedingLine: (params: SequenceParams) => input.cursorUp(params) && input.carriageReturn(),
      carriageReturn: () => {
        const { left } = this.#margins;
        this.#buffer.x = this.#buffer.x < left && !this.#isOrigin ? 0 : left;
        return true;
      },
      backspace: () => {
        input._restrictCursor();
        input._moveCursor(-1, 0);
        return true;
      },
      tab: () => {
        const { right } = this.#margins;
        const most = this.#buffer.x <= right ? right : this.#emulator.core.cols;
        this.#originals.tab();
        this.#buffer.x = Math.min(this.#buffer.x, most);
        return true;
      },
    };
  }

  /** What moves cells, and the cursor into cells that were moved. */
  #edits() {
    const lineFeed = () => {
      this.#input._restrictCursor();
      this.#moveDown();
      return true;
    };
    const reverseIndex = () => {
      this.#input._restrictCursor();
      const { y, scrollTop } = this.#buffer;
      if (y !== scrollTop) this.#buffer.y = Math.max(0, y - 1);
      else if (this.#isInColumns) this.#scroll(scrollTop, 1);
      return true;
    };
    const chars = (direction: Direction) => (params: SequenceParams) => {
      this.#input._restrictCursor();
      const { x, y } = this.#buffer;
      if (this.#isInColumns) this.#shiftRows(y, y, x, direction * countOf(params));
      return true;
    };
    const columns = (direction: Direction, all: boolean) => (params: SequenceParams) => {
      const { scrollTop, scrollBottom } = this.#buffer;
      const from = all ? this.#margins.left : this.#col;
      if (all || this.#isInRegion)
        this.#shiftRows(scrollTop, scrollBottom, from, direction * countOf(params));
      return true;
    };
    const lines = (direction: Direction, all: boolean) => (params: SequenceParams) => {
      if (!all) this.#input._restrictCursor();
      if (all || this.#isInRegion)
        this.#scroll(all ? this.#buffer.scrollTop : this.#buffer.y, direction * countOf(params));
      if (!all && this.#isInRegion) this.#buffer.x = this.#margins.left;
      return true;
    };
    return {
      lineFeed,
      index: lineFeed,
      nextLine: () => lineFeed() && this.#input.carriageReturn(),
      reverseIndex,
      insertChars: chars(1),
      deleteChars: chars(-1),
      insertColumns: columns(1, false),
      deleteColumns: columns(-1, false),
      scrollRight: columns(1, true),
      scrollLeft: columns(-1, true),
      insertLines: lines(1, false),
      deleteLines: lines(-1, false),
      scrollDown: lines(1, true),
      scrollUp: lines(-1, true),
    };
  }

  /** In the last row of the region it scrolls instead, if the cursor is between the margins. */
  #moveDown(): void {
    const { y, scrollTop, scrollBottom } = this.#buffer;
    if (y !== scrollBottom) this.#buffer.y = Math.min(y + 1, this.#emulator.core.rows - 1);
    else if (this.#isInColumns) this.#scroll(scrollTop, -1);
    this.#input._dirtyRowTracker.markDirty(this.#buffer.y);
  }

  readonly #print: PrintHandler = (data, start, end) => {
    for (let at = start; at < end; at++) this.#printOne(data, at);
  };

  #printOne(data: Uint32Array, at: number): void {
    const { core, input } = this.#emulator;
    const { modes, decPrivateModes } = core.coreService;
    const { left, right } = this.#margins;
    const buffer = this.#buffer;
    const rule = core.unicodeService.activeVersion === 'grapheme' ? clusterProperties : charProperties;
    const properties = rule(data[at]!, input._parser.precedingJoinState);
    const width = propertyWidth(properties);
    const pending = isWrapPending(this.#emulator);
    if (isJoined(properties) || width === 0) {
      const isAtMargin = pending && buffer.x === right;
      if (isAtMargin) buffer.x++;
      this.#originals.print(data, at, at + 1);
      if (isAtMargin) buffer.x = right;
      return;
    }
    let limit = buffer.x <= right ? right + 1 : core.cols;
    if (pending || buffer.x + width > limit) {
      if (decPrivateModes.wraparound) {
        this.#moveDown();
        buffer.x = left;
        limit = right + 1;
      } else if (width > 1) return;
      else buffer.x = limit - 1;
    }
    const { insertMode } = modes;
    if (insertMode) this.#shift(this.#line(buffer.y), buffer.x, limit, width);
    modes.insertMode = false;
    this.#originals.print(data, at, at + 1);
    modes.insertMode = insertMode;
    const reached = buffer.x === limit && limit < core.cols;
    this.#margins.pendingRow = reached ? buffer.y : undefined;
    if (reached) buffer.x = right;
  }

  /** Scrolls the cells between the margins, from row `top` to the last row of the region. */
  #scroll(top: number, by: number): void {
    const { left, right } = this.#margins;
    const { scrollBottom: bottom } = this.#buffer;
    for (let done = 0; done <= bottom - top; done++) {
      const row = by < 0 ? top + done : bottom - done;
      const from = row - by;
      if (from < top || from > bottom) this.#erase(this.#line(row), left, right + 1);
      else copyCells(this.#line(from), left, this.#line(row), left, right - left + 1);
    }
    this.#input._dirtyRowTracker.markRangeDirty(top, bottom);
  }

  /** Shifts the cells from column `from` to the right margin. */
  #shiftRows(top: number, bottom: number, from: number, by: number): void {
    for (let row = top; row <= bottom; row++) this.#shift(this.#line(row), from, this.#margins.right + 1, by);
    this.#input._dirtyRowTracker.markRangeDirty(top, bottom);
  }

  #shift(line: BufferLine, from: number, end: number, by: number): void {
    const count = Math.min(Math.abs(by), end - from);
    const [source, target] = by > 0 ? [from, from + count] : [from + count, from];
    copyCells(line, source, line, target, end - from - count);
    const blank = by > 0 ? from : end - count;
    this.#erase(line, blank, blank + count);
  }

  #erase(line: BufferLine, from: number, end: number): void {
    const attributes = this.#input._eraseAttrData();
    for (let col = from; col < end; col++) writeBlankCell(line, col, attributes);
  }

  #line(row: number): BufferLine {
    return this.#buffer.lines.get(this.#buffer.ybase + row)!;
  }
}
