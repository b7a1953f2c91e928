/** A terminal on the page: xterm.js in our fonts and colours, as large as its place allows. */
import { type IDisposable, type ITheme, Terminal } from '@xterm/xterm';
import { el, set } from '../parts/element.ts';
import { onScheme, scheme } from '../scheme.ts';
import { type Colors, colorOf, lookOf, type Made } from './colors.ts';
import { fontWidth, onFont, terminalFont } from './fonts.ts';
import { MadeColors } from './madeColors.ts';

export interface Extent {
  readonly rows: number;
  readonly cols: number;
}

const largestFont = 22;
/** Smaller letters are no letters: the rest is reached by scrolling. */
const smallestFont = 6;
/** Between a terminal and its place. */
const padding = 6;
/** Of a row, in em. */
const rowHeight = 1.18;

export class Screen {
  readonly element: HTMLElement;
  readonly terminal: Terminal;
  readonly #end: (() => void)[] = [];
  readonly #colors: MadeColors;
  #extent: Extent;

  constructor(label: string, extent: Extent) {
    this.#extent = extent;
    this.terminal = new Terminal({ ...options(), ...extent });
    // Not the alternate screen, where it is anyway; but only then an emulator shows a cursor that never had the focus.
    this.terminal.write('\x1b[?47l');
    this.element = el('div', { class: 'screen', role: 'group', tabindex: 0, 'aria-label': label });
    this.#colors = new MadeColors(this.terminal.parser, () => this.#paint());
    this.#paint();
    const copies = new AbortController();
    document.addEventListener('copy', (event) => this.#copy(event), { signal: copies.signal });
    const fitting = new ResizeObserver(() => this.#fit());
    fitting.observe(this.element);
    this.#end.push(
      () => copies.abort(),
      () => fitting.disconnect(),
      onFont(() => this.#measure()),
      onScheme(() => this.#paint()),
    );
  }

  /** Once the element stands in the document: an emulator measures what it draws. */
  open(): void {
    this.terminal.open(this.element);
    this.terminal.textarea?.setAttribute('aria-label', 'Type into the terminal');
    this.type(false);
    this.#fit();
  }

  /** Whether keys are its own. Until then it cannot have the focus: it would keep the keys, and give them to nobody. */
  type(typing: boolean): void {
    const { terminal } = this;
    terminal.options.disableStdin = !typing;
    terminal.options.cursorBlink = typing;
    if (!typing) terminal.blur();
    if (terminal.textarea) terminal.textarea.disabled = !typing;
    // One stop on the way through the page is enough.
    set(this.element, { 'data-held': typing, tabindex: typing ? -1 : 0 });
    if (typing) terminal.focus();
  }

  get extent(): Extent {
    return this.#extent;
  }

  resize({ rows, cols }: Extent): void {
    if (rows === this.#extent.rows && cols === this.#extent.cols) return;
    this.#extent = { rows, cols };
    this.terminal.resize(cols, rows);
    this.#fit();
  }

  /** Kept when it is read; it is drawn with the next picture of the browser. */
  write(data: string): Promise<void> {
    return new Promise((resolve) => this.terminal.write(data, resolve));
  }

  /** Kept when all that was read is drawn. While nobody sees it, nothing is. */
  drawn(): Promise<void> {
    const { terminal } = this;
    return new Promise((resolve) => {
      const waiting = terminal.onRender(() => {
        waiting.dispose();
        resolve();
      });
      // Also where nothing of it is to be seen, such as a title.
      terminal.refresh(0, 0);
    });
  }

  reset(): void {
    this.terminal.reset();
    this.#colors.reset();
  }

  onTyped(listener: (data: string) => void): IDisposable {
    return this.terminal.onData(listener);
  }

  close(): void {
    for (const end of this.#end) end();
    this.terminal.dispose();
    this.element.remove();
  }

  /** Also round the rows, where the page has a ground of its own for each scheme. */
  #paint(): void {
    const { made, reversed } = this.#colors;
    const look = lookOf(scheme(), made, reversed);
    this.terminal.options.theme = themeOf(look, made);
    this.element.style.backgroundColor = reversed || made.background ? look.ground : '';
  }

  /** What is selected with the mouse is no selection of the document, which would be copied by itself. */
  #copy(event: ClipboardEvent): void {
    if (!this.terminal.hasSelection() || !document.getSelection()?.isCollapsed) return;
    event.clipboardData?.setData('text/plain', this.terminal.getSelection());
    event.preventDefault();
  }

  /** Anew, which an emulator does when its font is called otherwise. */
  #measure(): void {
    const { options } = this.terminal;
    options.fontFamily = options.fontFamily === terminalFont ? `${terminalFont}, monospace` : terminalFont;
  }

  #fit(): void {
    const width = this.element.clientWidth - 2 * padding;
    const height = this.element.clientHeight - 2 * padding;
    const { rows, cols } = this.#extent;
    if (width <= 0 || height <= 0) return;
    const fits = Math.min(width / (cols * fontWidth), height / (rows * rowHeight)) * 0.985;
    const size = Math.max(smallestFont, Math.min(largestFont, Math.floor(fits * 4) / 4));
    if (this.terminal.options.fontSize !== size) this.terminal.options.fontSize = size;
  }
}

const options = () => ({
  fontFamily: terminalFont,
  fontSize: largestFont,
  scrollback: 0,
  cursorBlink: false,
  cursorInactiveStyle: 'outline' as const,
  drawBoldTextInBrightColors: false,
  minimumContrastRatio: 4.5,
  disableStdin: true,
  // Rows for those who have them read aloud.
  screenReaderMode: true,
  // A program may write links that lie about where they lead; here they are only looked at.
  linkHandler: { activate: () => {} },
});

const names =
  'black red green yellow blue magenta cyan white brightBlack brightRed brightGreen brightYellow brightBlue brightMagenta brightCyan brightWhite';

function themeOf(look: Colors, made: Made): ITheme {
  const { ground, ink, cursor, selection } = look;
  const numbered = (number: number) => colorOf(number, look, made)!;
  return {
    background: ground,
    foreground: ink,
    cursor,
    cursorAccent: ground,
    selectionBackground: selection,
    ...Object.fromEntries(names.split(' ').map((name, at) => [name, numbered(at)])),
    extendedAnsi: Array.from({ length: 240 }, (_, at) => numbered(16 + at)),
  };
}
