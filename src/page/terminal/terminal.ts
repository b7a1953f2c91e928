/** A terminal on the page: xterm.js in our fonts and colours, as large as its place allows. */
import { type IDisposable, Terminal } from '@xterm/xterm';
import { el } from '../parts/element.ts';
import { onScheme, scheme } from '../scheme.ts';
import { colors } from './colors.ts';
import { fontWidth, terminalFont } from './fonts.ts';

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
  #extent: Extent;

  constructor(label: string, extent: Extent) {
    this.#extent = extent;
    this.terminal = new Terminal({ ...options(), ...extent });
    this.element = el('div', { class: 'screen', role: 'group', 'aria-label': label });
    const fitting = new ResizeObserver(() => this.#fit());
    fitting.observe(this.element);
    this.#end.push(
      () => fitting.disconnect(),
      onScheme(() => {
        this.terminal.options.theme = theme();
      }),
    );
  }

  /** Once the element stands in the document: an emulator measures what it draws. */
  open(): void {
    this.terminal.open(this.element);
    this.terminal.textarea?.setAttribute('aria-label', 'Type into the terminal');
    this.#fit();
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

  write(data: string): Promise<void> {
    return new Promise((resolve) => this.terminal.write(data, resolve));
  }

  onTyped(listener: (data: string) => void): IDisposable {
    return this.terminal.onData(listener);
  }

  close(): void {
    for (const end of this.#end) end();
    this.terminal.dispose();
    this.element.remove();
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
  theme: theme(),
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

function theme() {
  const { ground, ink, cursor, selection, basic } = colors[scheme()];
  return {
    background: ground,
    foreground: ink,
    cursor,
    cursorAccent: ground,
    selectionBackground: selection,
    ...Object.fromEntries(names.split(' ').map((name, at) => [name, basic[at]])),
  };
}
