import type { Clock } from '../../platform/clock.ts';
import type { Modes } from '../input/modes.ts';
import { limits } from '../limits.ts';
import type { Redaction } from '../redact/redaction.ts';
import type { Size } from '../size.ts';
import { Shadow } from './change.ts';
import { Clamps, collapseResets } from './clamps.ts';
import { hearClipboard } from './clipboard.ts';
import { type EventKind, Events, type Facts } from './events.ts';
import { hearFileTransfers } from './fileTransfers.ts';
import { Freshness } from './freshness.ts';
import { putHandlersInReach } from './handlers.ts';
import { hearImages } from './images/images.ts';
import { hearITerm } from './iterm.ts';
import { Keyboard } from './keyboard.ts';
import { Labels } from './labels.ts';
import { LineNumbers } from './lineNumbers.ts';
import { Links } from './links.ts';
import { masked, maskedSlice } from './masked.ts';
import { ModeNews } from './modeNews.ts';
import { isAlternate, onModeChanges, readModes, TrackedModes } from './modes.ts';
import { hearNotices } from './notices.ts';
import { Pace } from './pace.ts';
import { Palette } from './palette.ts';
import { Pointer } from './pointer.ts';
import { mendRows, repair } from './repairs.ts';
import { answerColors } from './replies/colors.ts';
import { answerIdentity } from './replies/identity.ts';
import { Outbox } from './replies/outbox.ts';
import { answerStatus } from './replies/status.ts';
import { answerWindow } from './replies/window.ts';
import { Resets } from './resets.ts';
import { resizeEmulator } from './resizing.ts';
import { columnsOf, joinRows, type RowText, readRow } from './rows.ts';
import { Scrollback } from './scrollback.ts';
import { hearShellMarks } from './shellMarks.ts';
import { type Emulator, type Line, openEmulator } from './xterm.ts';

export interface ScreenOptions {
  readonly size: Size;
  /** Rows kept above the screen; at least one is. */
  readonly scrollback: number;
  readonly clock: Clock;
  /** Whether queries of the program are answered. */
  readonly replies: boolean;
  /** Takes what the terminal answers, after the output that asked has been parsed. */
  reply(bytes: string): void;
}

/** What a terminal shows. Output of the program goes in; everything else reads. */
export class Screen {
  readonly scrollback: Scrollback;
  readonly links: Links;
  readonly palette = new Palette();
  readonly events = new Events();
  readonly resets: Resets;
  readonly pointer = new Pointer();
  readonly lines: LineNumbers;
  /** For the files of this folder. */
  readonly emulator: Emulator;
  readonly #shadow: Shadow;
  readonly #clamps: Clamps;
  readonly #keyboard: Keyboard;
  readonly #modes: TrackedModes;
  readonly #tracked = new Set<Freshness>();
  readonly #labels: Labels;
  readonly #outbox: Outbox;
  readonly #pace: Pace;
  readonly #modeNews: ModeNews;
  #size: Size;
  #text = '';
  #textRead = -1;

  constructor(options: ScreenOptions) {
    this.#size = options.size;
    const emulator = openEmulator({ ...options.size, scrollback: options.scrollback });
    this.emulator = emulator;
    this.#outbox = new Outbox(options.clock, options.replies ? options.reply : undefined);
    repair(emulator);
    this.#clamps = new Clamps(emulator);
    this.#keyboard = new Keyboard(emulator);
    this.#modes = new TrackedModes(emulator);
    this.#labels = new Labels(emulator, this.events.tell);
    this.resets = new Resets(emulator);
    this.lines = new LineNumbers(emulator);
    this.#hear();
    this.links = new Links(emulator);
    this.scrollback = new Scrollback(emulator);
    this.#answer();
    putHandlersInReach(emulator);
    emulator.input.onRequestReset(() => this.#reset());
    this.#shadow = new Shadow(emulator, options.size);
    this.#pace = new Pace(options.clock, this);
    this.#modeNews = new ModeNews(this, this.events.tell);
    onModeChanges(emulator, () => this.#modeNews.between());
  }

  /** Parses output at once. A caller that shares its thread hands over `limits.sliceBytes` at a time. */
  feed(bytes: Uint8Array): void {
    let cellsChanged = false;
    for (let at = 0; at < bytes.length; at += limits.sliceBytes) {
      this.#clamps.renew(this.#size);
      const slice = bytes.subarray(at, at + limits.sliceBytes);
      this.#shadow.prepare(slice);
      this.emulator.parse(collapseResets(slice));
      if (this.#shadow.changed()) cellsChanged = true;
    }
    this.#pace.step(cellsChanged);
    this.#modeNews.step();
    this.events.settle(this.#pace.sequence);
    this.#outbox.flush();
  }

  /** What the terminal itself did, told like what the program said. */
  tell(kind: EventKind, facts: Facts): void {
    this.events.tell(kind, facts);
    this.events.settle(this.sequence);
  }

  resize(size: Size): void {
    const before = this.#size;
    this.#size = size;
    resizeEmulator(this.emulator, size);
    mendRows(this.emulator, size);
    if (size.rows !== before.rows || size.cols !== before.cols) {
      this.#shadow.resize(size);
      this.resets.add('resize');
    }
    this.#pace.resized(!sameSize(size, before));
  }

  get size(): Size {
    return this.#size;
  }

  get modes(): Modes {
    return readModes(this.emulator, this.#modes, this.#keyboard);
  }

  get alternateScreen(): boolean {
    return isAlternate(this.emulator);
  }

  /** Null until the program sets one, and when it sets an empty one. */
  get title(): string | null {
    return this.#labels.title;
  }

  /** How often a title was set, also to what it was. */
  get titles(): number {
    return this.#labels.titles;
  }

  /** As the title. */
  get iconName(): string | null {
    return this.#labels.iconName;
  }

  /** The working directory, if the program tells it (OSC 7). */
  get cwd(): string | null {
    return this.#labels.cwd;
  }

  /** How often one was told. */
  get cwds(): number {
    return this.#labels.cwds;
  }

  /** How often the bell has rung. */
  get bells(): number {
    return this.#labels.bells;
  }

  get cursor(): { readonly row: number; readonly col: number; readonly visible: boolean } {
    const { buffers, coreService } = this.emulator.core;
    const { x, y } = buffers.active;
    // After the last column of a row was written the emulator's cursor is outside, and in rare states further.
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

  /** Advances by one at each feed or resize that changed what a snapshot shows, or rang the bell; never else. */
  get sequence(): number {
    return this.#pace.sequence;
  }

  /** When cells, cursor, size or the choice of screen last changed, by the clock's `now`. */
  get lastVisibleChange(): number {
    return this.#pace.lastVisibleChange;
  }

  /** Advances whenever any cell changed: text that was read at this version is still right. */
  get contentVersion(): number {
    return this.#shadow.version;
  }

  /** The content version at which a row last changed. */
  rowVersion(row: number): number {
    return this.#shadow.rowVersions[row] ?? 0;
  }

  row(row: number): RowText {
    const { texts } = this.#shadow;
    const text = texts[row] ?? readRow(this.line(row));
    texts[row] = text;
    return text;
  }

  rows(): readonly RowText[] {
    return Array.from({ length: this.#size.rows }, (_, row) => this.row(row));
  }

  /** Rows without blanks at their right end, without blank rows at the end, joined by line feeds. */
  text(): string {
    if (this.#textRead !== this.contentVersion) {
      this.#text = joinRows(this.rows().map((row) => row.text));
      this.#textRead = this.contentVersion;
    }
    return this.#text;
  }

  /** What may be told of `text()`. */
  redactedText(redaction: Redaction): string {
    return masked(this, redaction).text;
  }

  /** What may be told of a stretch of `text()`: a secret that it touches is replaced whole. */
  redactedSlice(redaction: Redaction, start: number, end: number): string {
    return maskedSlice(this, redaction, start, end);
  }

  /** Begins to tell what is written from now on from what is already there. */
  track(): Freshness {
    return new Freshness(this, this.#tracked);
  }

  /** The column of each UTF-16 unit of a row's text, and at its end the column after it. */
  columns(row: number): readonly number[] {
    return columnsOf(this.line(row));
  }

  /** For the files of this folder: the cells of a row. */
  line(row: number): Line {
    const { active } = this.emulator.core.buffers;
    return active.lines.get(active.ybase + row)!;
  }

  dispose(): void {
    this.emulator.dispose();
  }

  #answer(): void {
    const { emulator } = this;
    emulator.core.coreService.onData((answer) => this.#outbox.add(answer));
    answerColors(emulator, this.palette, this.#outbox, this.events.tell);
    answerWindow(emulator, () => this.#size, this.#outbox);
    answerIdentity(emulator, this.#keyboard, this.#outbox);
    answerStatus(emulator, this.#modes, this.#outbox);
  }

  /** What a program says besides its screen. */
  #hear(): void {
    const { emulator, events, lines } = this;
    const goTo = (path: string) => this.#labels.goTo(path);
    hearShellMarks(emulator, lines, events.tell);
    hearClipboard(emulator, events.tell);
    const show = hearImages(emulator, lines, () => this.#size, events.tell);
    hearITerm(emulator, { tell: events.tell, goTo, show, size: () => this.#size });
    hearFileTransfers(emulator, events.tell);
    hearNotices(emulator, goTo, events.tell);
    let alternate = false;
    emulator.core.buffers.onBufferActivate(() => {
      if (alternate === isAlternate(emulator)) return;
      alternate = !alternate;
      events.tell('alternate_screen', { on: alternate });
      this.resets.add(alternate ? 'alternate_screen_enter' : 'alternate_screen_exit');
    });
  }

  #reset(): void {
    this.resets.add('hard_reset');
    this.#keyboard.reset();
    this.#modes.reset();
  }
}

const sameSize = (a: Size, b: Size) =>
  a.rows === b.rows && a.cols === b.cols && a.pixelWidth === b.pixelWidth && a.pixelHeight === b.pixelHeight;
