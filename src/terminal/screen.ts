/** The screen of a session. */
import type { Clock } from '#platform/clock.ts';
import type { Size } from '#platform/pty/size.ts';

import { ChangeCounter, ChangeTracker, ScreenResets } from './changeTracker.ts';
import { registerColorQueries } from './colorQueries.ts';
import { ColumnMarginModes } from './columnMargins.ts';
import {
  ReplyQueue,
  type ReplyTarget,
  registerDeviceAttributes,
  registerStatusReports,
  registerUnsolicitedReports,
  registerWindowReports,
} from './deviceReports.ts';
import {
  clearOnColumnMode,
  fixCursorMoves,
  fixErase,
  fixRowsAfterResize,
  fixSgrColors,
} from './emulatorFixes.ts';
import { type EventFacts, LineNumbers, type TerminalEventKind, TerminalEventLog } from './events.ts';
import { resizeEmulator } from './history/reflow.ts';
import { createScrollback, type Scrollback } from './history/scrollback.ts';
import { registerImages } from './images.ts';
import { LinkRegistry, PointerTracker } from './links.ts';
import {
  beforeModeChange,
  KeyboardModes,
  ModeChangeReporter,
  type Modes,
  readModes,
  TrackedModes,
} from './modes.ts';
import {
  registerClipboard,
  registerFileTransfers,
  registerITerm,
  registerNotifications,
} from './oscExtensions.ts';
import { TerminalPalette } from './palette.ts';
import { collapseResets, SequenceClamps, sliceEnd } from './parseLimits.ts';
import { isUncertain } from './print.ts';
import { RectangleOperations } from './rectangles.ts';
import { columnsByOffset, DirtyRows, joinRows, readRow, type ScreenRowText } from './rows.ts';
import { registerShellIntegration } from './shellIntegration.ts';
import type { WidthRule } from './unicodeWidth.ts';
import { WindowInfo } from './windowInfo.ts';
import { type BufferLine, type Emulator, openEmulator, parserStates } from './xterm.ts';

/**
 * Call after all handlers are registered. The parser keeps CSI handlers in one object under numbers up to millions,
 * which the engine hashes for each sequence. Nearly all sequences have no prefix. Their handlers are also put into an
 * object in front of it under numbers below 256, which the engine finds by index.
 */
function indexCsiHandlers({ parser }: Emulator): void {
  const all = parser._csiHandlers;
  const near = Object.create(all) as Record<number, unknown>;
  for (let final = 0x40; final < 0x7f; final++) if (all[final]) near[final] = all[final];
  parser._csiHandlers = near;
}

export interface ScreenOptions {
  readonly size: Size;
  /** Rows kept above the screen, at least one. */
  readonly scrollback: number;
  readonly clock: Clock;
  /** Receives replies to queries after the output with the query was parsed. Without it, queries are not answered. */
  readonly replies?: ReplyTarget | undefined;
  /** The width rule until the program chooses one (mode 2027). Defaults to code points. */
  readonly widths?: WidthRule | undefined;
}

/** The live state of a terminal. `feed` parses the output of the program. */
export class Screen {
  readonly scrollback: Scrollback;
  readonly links: LinkRegistry;
  readonly palette = new TerminalPalette();
  readonly events = new TerminalEventLog();
  readonly resets: ScreenResets;
  readonly pointer = new PointerTracker();
  readonly lineNumbers: LineNumbers;
  /** Internal to src/terminal. */
  readonly emulator: Emulator;
  readonly #changes: ChangeTracker;
  readonly #clamps: SequenceClamps;
  readonly #keyboard: KeyboardModes;
  readonly #modes: TrackedModes;
  readonly #margins: ColumnMarginModes;
  readonly #dirtyRows = new Set<DirtyRows>();
  readonly #windowInfo: WindowInfo;
  readonly #replyQueue: ReplyQueue;
  readonly #reportResize: () => void;
  readonly #changeCounter: ChangeCounter;
  readonly #modeChanges: ModeChangeReporter;
  #size: Size;
  #text = '';
  #textVersion = -1;

  constructor(options: ScreenOptions) {
    this.#size = options.size;
    const emulator = openEmulator(options.size);
    this.emulator = emulator;
    this.scrollback = createScrollback(emulator, options);
    this.#replyQueue = new ReplyQueue(options.clock, options.replies);
    fixErase(emulator);
    fixSgrColors(emulator);
    fixCursorMoves(emulator);
    clearOnColumnMode(emulator);
    this.#clamps = new SequenceClamps(emulator);
    this.#keyboard = new KeyboardModes(emulator);
    this.#modes = new TrackedModes(emulator, options.widths ?? 'codepoint');
    this.#margins = new ColumnMarginModes(emulator);
    this.#windowInfo = new WindowInfo(emulator, this.events.emit);
    this.resets = new ScreenResets(emulator);
    this.lineNumbers = new LineNumbers(emulator, this.scrollback);
    this.#registerExtensions();
    this.links = new LinkRegistry(emulator);
    this.#reportResize = this.#registerReplies();
    new RectangleOperations(emulator, this.#replyQueue);
    indexCsiHandlers(emulator);
    emulator.input.onRequestReset(() => this.#onHardReset());
    this.#changes = new ChangeTracker(emulator, options.size);
    this.#changeCounter = new ChangeCounter(options.clock, this);
    this.#modeChanges = new ModeChangeReporter(this, this.events.emit);
    beforeModeChange(emulator, () => this.#modeChanges.reportPending());
  }

  /** Parses output synchronously. A caller that shares its thread passes one slice at a time. */
  feed(bytes: Uint8Array): void {
    let cellsChanged = false;
    for (let at = 0, end = 0; at < bytes.length; at = end) {
      end = this.sliceEnd(bytes, at);
      this.#clamps.startSlice(this.#size);
      const slice = bytes.subarray(at, end);
      this.#changes.beforeSlice(slice);
      this.emulator.parse(collapseResets(slice));
      if (this.#changes.detectChanges()) cellsChanged = true;
    }
    this.#changeCounter.update(cellsChanged);
    // Tested here, because this runs for each piece of output, and most pieces need none of the calls.
    if (this.#modeChanges.pending) this.#modeChanges.finishOutput();
    if (this.events.unstamped) this.events.stampSequence(this.#changeCounter.sequence);
    if (this.#replyQueue.size > 0) this.#replyQueue.flush();
  }

  /** The last output ended inside a control sequence. */
  get midSequence(): boolean {
    return this.emulator.parser.currentState !== parserStates.ground;
  }

  /** The program has not read its replies: do not call `feed` until the target is unblocked. */
  get repliesBlocked(): boolean {
    return this.#replyQueue.blocked;
  }

  /** Returns the end of the slice that starts at `at`. */
  sliceEnd(bytes: Uint8Array, at: number): number {
    return sliceEnd(bytes, at, this.#size, this.emulator.margins !== undefined);
  }

  /** Emits an event that the terminal caused and not the program. */
  emitEvent(kind: TerminalEventKind, facts: EventFacts): void {
    this.events.emit(kind, facts);
    this.events.stampSequence(this.sequence);
  }

  resize(size: Size): void {
    const before = this.#size;
    this.#size = size;
    resizeEmulator(this.emulator, this.scrollback, size);
    fixRowsAfterResize(this.emulator, size);
    if (size.rows !== before.rows || size.cols !== before.cols) {
      this.#margins.clear();
      this.#changes.resize(size);
      this.resets.add('resize');
    }
    this.#changeCounter.onResize(!sameSize(size, before));
    if (!sameSize(size, before)) this.#reportResize();
  }

  get size(): Size {
    return this.#size;
  }

  get modes(): Modes {
    return readModes(this.emulator, this.#modes, this.#keyboard);
  }

  get alternateScreen(): boolean {
    const { active, alt } = this.emulator.core.buffers;
    return active === alt;
  }

  /** Null if the program has set no title or an empty one. */
  get title(): string | null {
    return this.#windowInfo.title;
  }

  /** How often a title was set, also the same one. */
  get titleCount(): number {
    return this.#windowInfo.titleCount;
  }

  /** Null like the title. */
  get iconName(): string | null {
    return this.#windowInfo.iconName;
  }

  /** The working directory, if the program has reported one (OSC 7). */
  get cwd(): string | null {
    return this.#windowInfo.cwd;
  }

  /** How often a directory was reported. */
  get cwdCount(): number {
    return this.#windowInfo.cwdCount;
  }

  get bellCount(): number {
    return this.#windowInfo.bellCount;
  }

  get cursor(): { readonly row: number; readonly col: number; readonly visible: boolean } {
    const { buffers, coreService } = this.emulator.core;
    const { x, y } = buffers.active;
    // With a pending wrap, the emulator's cursor is after the last column; in rare states it is further out.
    return {
      row: Math.max(0, Math.min(y, this.#size.rows - 1)),
      col: Math.max(0, Math.min(x, this.#size.cols - 1)),
      visible: !coreService.isCursorHidden,
    };
  }

  get cursorShape(): 'block' | 'underline' | 'bar' {
    return this.emulator.core.coreService.decPrivateModes.cursorStyle ?? 'block';
  }

  get cursorBlinks(): boolean {
    return this.emulator.core.coreService.decPrivateModes.cursorBlink ?? false;
  }

  /** Advances by one at each feed or resize that changed a snapshot or rang the bell, and never otherwise. */
  get sequence(): number {
    return this.#changeCounter.sequence;
  }

  /** When cells, cursor, size or the active screen last changed, in the time of `clock`. */
  get lastVisibleChange(): number {
    return this.#changeCounter.lastVisibleChange;
  }

  /** Advances whenever any cell changes. Text that was read at the current version is still valid. */
  get contentVersion(): number {
    return this.#changes.version;
  }

  /** The content version at which a row last changed. */
  rowVersion(row: number): number {
    return this.#changes.rowVersions[row] ?? 0;
  }

  row(row: number): ScreenRowText {
    const { rowTexts: texts } = this.#changes;
    const text = texts[row] ?? readRow(this.line(row));
    texts[row] = text;
    return text;
  }

  rows(): readonly ScreenRowText[] {
    return Array.from({ length: this.#size.rows }, (_, row) => this.row(row));
  }

  /** Rows without trailing blanks, joined by line feeds, without blank rows at the end. */
  text(): string {
    if (this.#textVersion !== this.contentVersion) {
      this.#text = joinRows(this.rows().map((row) => row.text));
      this.#textVersion = this.contentVersion;
    }
    return this.#text;
  }

  /** Starts to track which cells are written from now on. */
  trackWrites(): DirtyRows {
    return new DirtyRows(this, this.#dirtyRows);
  }

  /** The current width rule. */
  get widths(): WidthRule {
    return this.#modes.widths;
  }

  /** Whether a character of disputed width was written in a row since it was last erased. */
  isUncertain(row: number): boolean {
    const { active, normal } = this.emulator.core.buffers;
    return isUncertain(active.lines, row, () => active === normal && this.scrollback.endsUncertain);
  }

  /** The column of each UTF-16 unit of a row's text, and at the end the column after it. */
  columns(row: number): readonly number[] {
    return columnsByOffset(this.line(row));
  }

  /** Internal to src/terminal: the cells of a row. */
  line(row: number): BufferLine {
    const { active } = this.emulator.core.buffers;
    return active.lines.get(active.ybase + row)!;
  }

  dispose(): void {
    this.#replyQueue.dispose();
    this.scrollback.clear();
    this.emulator.dispose();
  }

  /** Returns the function to call after a resize. */
  #registerReplies(): () => void {
    const { emulator } = this;
    const size = () => this.#size;
    emulator.core.coreService.onData((answer) => this.#replyQueue.add(answer));
    registerColorQueries(emulator, this.palette, this.#replyQueue, this.events.emit);
    registerWindowReports(emulator, size, this.#replyQueue);
    registerDeviceAttributes(emulator, this.#keyboard, this.#replyQueue);
    registerStatusReports(emulator, this.#modes, this.#replyQueue);
    return registerUnsolicitedReports(emulator, this.#modes, this.palette, size, this.#replyQueue);
  }

  /** Registers handlers for what a program reports besides screen content. */
  #registerExtensions(): void {
    const { emulator, events, lineNumbers: lines } = this;
    const setCwd = (path: string) => this.#windowInfo.setCwd(path);
    registerShellIntegration(emulator, lines, events.emit);
    registerClipboard(emulator, events.emit);
    const show = registerImages(emulator, lines, () => this.#size, events.emit);
    registerITerm(emulator, { emit: events.emit, setCwd, showImage: show, size: () => this.#size });
    registerFileTransfers(emulator, events.emit);
    registerNotifications(emulator, setCwd, events.emit);
    let alternate = false;
    emulator.core.buffers.onBufferActivate(() => {
      if (alternate === this.alternateScreen) return;
      alternate = !alternate;
      events.emit('alternate_screen', { on: alternate });
      this.resets.add(alternate ? 'alternate_screen_enter' : 'alternate_screen_exit');
    });
  }

  #onHardReset(): void {
    this.resets.add('hard_reset');
    this.#keyboard.reset();
    this.#modes.reset();
    this.#margins.reset();
  }
}

const sameSize = (a: Size, b: Size) =>
  a.rows === b.rows && a.cols === b.cols && a.pixelWidth === b.pixelWidth && a.pixelHeight === b.pixelHeight;
