/** A terminal on the page: xterm.js with our fonts and colors, scaled to its container. */

import { type IDisposable, type IParser, type ITheme, Terminal } from '@xterm/xterm';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { GridSize } from '#platform/pty/size.ts';
import { type ColorOverrides, resolveColor, resolveColors, type TerminalColors } from './colors.ts';
import { el, setAttributes } from './dom.ts';
import { cellWidthEm, hasLineGaps, onFontLoaded, terminalFontFamily } from './fonts.ts';
import { currentScheme, onSchemeChange } from './scheme.ts';

/** In the order of OSC 10 to 12, and of OSC 110 to 112, which reset the colors. */
const specialColors = ['foreground', 'background', 'cursor'] as const;
const reverseVideoMode = 5;

/**
 * Tracks the colors that a program sets, and reverse video of the whole screen (DECSCNM). xterm.js does not support
 * reverse video in this form.
 */
class ProgramColors {
  readonly #onChange: () => void;
  #made: ColorOverrides = {};
  #reversed = false;

  constructor(parser: IParser, changed: () => void) {
    this.#onChange = changed;
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (modes) => this.#handleModes(modes, true));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (modes) => this.#handleModes(modes, false));
    parser.registerEscHandler({ final: 'c' }, () => {
      this.reset();
      return false;
    });
    for (const [at, name] of specialColors.entries()) {
      parser.registerOscHandler(10 + at, (payload) => this.#setSpecialColors(at, payload));
      parser.registerOscHandler(110 + at, () => this.#update({ ...this.#made, [name]: undefined }));
    }
    parser.registerOscHandler(4, (payload) => this.#setPalette(payload));
    parser.registerOscHandler(104, (payload) => this.#resetPalette(payload));
  }

  get overrides(): ColorOverrides {
    return this.#made;
  }

  get reversed(): boolean {
    return this.#reversed;
  }

  reset(): void {
    this.#made = {};
    this.#reversed = false;
    this.#onChange();
  }

  #handleModes(modes: readonly (number | readonly number[])[], on: boolean): false {
    if (modes.includes(reverseVideoMode) && this.#reversed !== on) {
      this.#reversed = on;
      this.#onChange();
    }
    return false;
  }

  /** Handled here, because xterm.js would swap the colors in reverse video. Queries are left to xterm.js. */
  #setSpecialColors(first: number, payload: string): boolean {
    if (payload.includes('?')) return false;
    const set = payload
      .split(';')
      .map((spec, at) => [specialColors[first + at], parseColorSpec(spec)] as const);
    return this.#update({ ...this.#made, ...toOverrides(set) });
  }

  #update(made: ColorOverrides): true {
    const changed = specialColors.some((name) => made[name] !== this.#made[name]);
    this.#made = made;
    if (changed) this.#onChange();
    return true;
  }

  /** xterm.js sets the color too. It is kept here for the next change of the theme. */
  #setPalette(payload: string): false {
    const parts = payload.split(';');
    const set = parts.map(
      (spec, at) => [at % 2 === 1 ? parts[at - 1] : undefined, parseColorSpec(spec)] as const,
    );
    this.#made = { ...this.#made, ...toOverrides(set) };
    return false;
  }

  #resetPalette(payload: string): false {
    const gone = payload === '' ? (name: string) => /^\d/.test(name) : (name: string) => numbers.has(name);
    const numbers = new Set(payload.split(';'));
    this.#made = Object.fromEntries(Object.entries(this.#made).filter(([name]) => !gone(name)));
    return false;
  }
}

type ColorPair = readonly [name: string | undefined, color: string | undefined];

/** Skips pairs without a name or a valid color. */
const toOverrides = (pairs: readonly ColorPair[]): ColorOverrides =>
  Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => !pair.includes(undefined)));

/** Parses a color in the notation of programs to `#rrggbb`. */
function parseColorSpec(spec: string): string | undefined {
  const [, digits = ''] = /^#((?:[\da-f]{3}){1,4})$/i.exec(spec) ?? [];
  const each = digits.length / 3;
  if (each > 0)
    return `#${[0, 1, 2].map((at) => twoDigits(digits.slice(at * each, (at + 1) * each))).join('')}`;
  const [, ...channels] = /^rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})$/i.exec(spec) ?? [];
  return channels.length > 0 ? `#${channels.map(scaleChannel).join('')}` : undefined;
}

/** After `#`, the digits are the highest of each channel. */
const twoDigits = (digits: string): string => digits.padEnd(2, '0').slice(0, 2).toLowerCase();

/** After `rgb:`, the digits cover the full range of the channel. */
const scaleChannel = (digits: string): string =>
  Math.round((255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1))
    .toString(16)
    .padStart(2, '0');

const maxFontSize = 22;
/** Fits 120 columns on a phone, where people zoom to read. A larger terminal scrolls instead. */
const minFontSize = 4;
/** Between a terminal and its container, in pixels. */
const padding = 6;
/** Readable on a phone, where a terminal that fits has letters of half this size. */
const zoomedFontSize = 14;
/** The height of a row, in em. */
const rowHeightEm = 1.18;

export class TerminalView {
  readonly element: HTMLElement;
  readonly terminal: Terminal;
  readonly #listeners: readonly Disposable[];
  readonly #colors: ProgramColors;
  #extent: GridSize;
  #zoomed = false;

  constructor(label: string, extent: GridSize) {
    this.#extent = extent;
    this.terminal = new Terminal({ ...terminalOptions(), ...extent });
    // Does not switch the screen. After it, xterm.js shows the cursor of a terminal that never had the focus.
    this.terminal.write('\x1b[?47l');
    this.element = el('div', { class: 'screen', role: 'group', tabindex: 0, 'aria-label': label });
    this.#colors = new ProgramColors(this.terminal.parser, () => this.#applyTheme());
    this.#applyTheme();
    const copies = new AbortController();
    document.addEventListener('copy', (event) => this.#handleCopy(event), { signal: copies.signal });
    const fitting = new ResizeObserver(() => this.#fit());
    fitting.observe(this.element);
    this.#listeners = [
      { dispose: () => copies.abort() },
      { dispose: () => fitting.disconnect() },
      onFontLoaded(() => this.#remeasure()),
      onSchemeChange(() => this.#applyTheme()),
    ];
  }

  /** Call it when the element is in the document, because xterm.js measures it. */
  open(): void {
    this.terminal.open(this.element);
    this.terminal.textarea?.setAttribute('aria-label', 'Terminal input');
    this.#applyTheme();
    this.setTyping(false);
    this.#fit();
  }

  /** Whether the terminal gets keys. Without them it must not have the focus, because it would swallow all keys. */
  setTyping(typing: boolean): void {
    const { terminal } = this;
    terminal.options.disableStdin = !typing;
    terminal.options.cursorBlink = typing;
    if (!typing) terminal.blur();
    if (terminal.textarea) terminal.textarea.disabled = !typing;
    // One tab stop is enough.
    setAttributes(this.element, { 'data-held': typing, tabindex: typing ? -1 : 0 });
    if (typing) terminal.focus();
  }

  get size(): GridSize {
    return this.#extent;
  }

  /** Zoomed, the text has a readable size, and the terminal scrolls in its container. */
  setZoomed(zoomed: boolean): void {
    this.#zoomed = zoomed;
    this.#fit();
  }

  resize({ rows, cols }: GridSize): void {
    if (rows === this.#extent.rows && cols === this.#extent.cols) return;
    this.#extent = { rows, cols };
    this.terminal.resize(cols, rows);
    this.#fit();
  }

  /** Resolves when the data is parsed. The browser renders it in its next frame. */
  write(data: string): Promise<void> {
    return new Promise((resolve) => this.terminal.write(data, resolve));
  }

  /** Resolves when all parsed data is rendered. Nothing is rendered while the terminal is out of sight. */
  rendered(): Promise<void> {
    const { terminal } = this;
    return new Promise((resolve) => {
      const waiting = terminal.onRender(() => {
        waiting.dispose();
        resolve();
      });
      // Also renders after data without visible output, such as a title.
      terminal.refresh(0, 0);
    });
  }

  /** Restores the state before the first write. */
  reset(): void {
    this.terminal.reset();
    this.#colors.reset();
  }

  onInput(listener: (data: string) => void): IDisposable {
    return this.terminal.onData(listener);
  }

  close(): void {
    disposeAll(this.#listeners);
    this.terminal.dispose();
    this.element.remove();
  }

  /** Also colors the frame around the rows, where the page has a background for each scheme. */
  #applyTheme(): void {
    const { overrides, reversed } = this.#colors;
    const colors = resolveColors(currentScheme(), overrides, reversed);
    this.terminal.options.theme = createTheme(colors, overrides);
    if (this.terminal.element)
      this.terminal.element.style.backgroundColor = reversed || overrides.background ? colors.background : '';
  }

  /** A mouse selection in the terminal is not a selection of the document, so the browser does not copy it. */
  #handleCopy(event: ClipboardEvent): void {
    if (!this.terminal.hasSelection() || !document.getSelection()?.isCollapsed) return;
    event.clipboardData?.setData('text/plain', this.terminal.getSelection());
    event.preventDefault();
  }

  /** xterm.js measures again only when the name of its font changes. */
  #remeasure(): void {
    const { options } = this.terminal;
    options.fontFamily =
      options.fontFamily === terminalFontFamily ? `${terminalFontFamily}, monospace` : terminalFontFamily;
  }

  #fit(): void {
    const width = this.element.clientWidth - 2 * padding;
    const height = this.element.clientHeight - 2 * padding;
    const { rows, cols } = this.#extent;
    if (width <= 0 || height <= 0) return;
    const fits = Math.min(width / (cols * cellWidthEm), height / (rows * rowHeightEm)) * 0.985;
    const least = this.#zoomed ? zoomedFontSize : minFontSize;
    let size = Math.max(least, Math.min(maxFontSize, Math.floor(fits * 4) / 4));
    while (size > least && hasLineGaps(size)) size -= 0.25;
    if (this.terminal.options.fontSize !== size) this.terminal.options.fontSize = size;
  }
}

const terminalOptions = () => ({
  fontFamily: terminalFontFamily,
  fontSize: maxFontSize,
  scrollback: 0,
  cursorBlink: false,
  cursorInactiveStyle: 'outline' as const,
  drawBoldTextInBrightColors: false,
  minimumContrastRatio: 4.5,
  disableStdin: true,
  // Rows for screen readers.
  screenReaderMode: true,
  // Links of a program may hide their target, so they cannot be opened here.
  linkHandler: { activate: () => {} },
});

const colorNames =
  'black red green yellow blue magenta cyan white brightBlack brightRed brightGreen brightYellow brightBlue brightMagenta brightCyan brightWhite';

function createTheme(colors: TerminalColors, made: ColorOverrides): ITheme {
  const { background, foreground, cursor, selection } = colors;
  const numbered = (number: number) => resolveColor(number, colors, made)!;
  return {
    background,
    foreground,
    cursor,
    cursorAccent: background,
    selectionBackground: selection,
    ...Object.fromEntries(colorNames.split(' ').map((name, at) => [name, numbered(at)])),
    extendedAnsi: Array.from({ length: 240 }, (_, at) => numbered(16 + at)),
  };
}
