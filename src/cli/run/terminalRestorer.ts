/** Tracks what a program changed at its terminal, and generates the sequence that restores it. */
import { VtTokenizer } from '#terminal/vtTokenizer.ts';
import {
  applyColor,
  controlHandlers,
  drawingModes,
  escapeHandlers,
  lastingModes,
  type ScreenChanges,
  TerminalChanges,
} from './terminalChanges.ts';

/** Prefix, parameters, and the intermediate and final bytes. */
const controlPattern = /^([<-?]?)([\d:;]*)([ -/]*[@-~])$/;

/**
 * Tracks what a program changed at its terminal, and generates the sequence that reverts it. A full emulator would
 * parse all output a second time, and take longer to load than `ptywright run` takes to start.
 */
export class TerminalRestorer {
  /** A UTF-8 terminal ignores 8-bit controls. */
  readonly #tokens = new VtTokenizer({ c1: false, controls: false });
  readonly #rows: () => number;
  #changes = new TerminalChanges();

  constructor(rows: () => number) {
    this.#rows = rows;
  }

  push(bytes: Uint8Array): void {
    const tokens = this.#tokens;
    tokens.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'));
    const shifts = tokens.text.includes('\x0e') || tokens.text.includes('\x0f');
    while (tokens.next()) {
      const { kind, final, from, to } = tokens;
      if (kind === 'csi') {
        if (reportedFinals.has(final)) this.#handleControl(tokens.text.slice(from, to + 1));
      } else if (kind === 'escape') this.#handleEscape(tokens.content);
      else if (kind === 'string') {
        if (final === ']' && tokens.isTerminated) this.#handleOsc(tokens.content);
      } else if (shifts) this.#handleShift(tokens.text.slice(tokens.start, tokens.end));
    }
  }

  /** Returns the sequence that restores the terminal; empty if nothing was changed. */
  restoreSequence(): string {
    const state = this.#changes;
    // Ends an incomplete sequence: CAN ends most, ST ends the rest.
    const whole = this.#tokens.isIncomplete ? '\x18\x1b\\' : '';
    return [
      whole,
      penSequence(state),
      modeSequences(drawingModes, state),
      state.alternateMode === undefined ? '' : leaveScreenSequence(state.alternate, state.alternateMode),
      state.main.margins ? resetMargins : '',
      keyboardSequence(state.main),
      modeSequences(lastingModes, state),
      state.keypad ? '\x1b>' : '',
      state.modifyOtherKeys ? '\x1b[>4m' : '',
      state.cursor ? '\x1b[0 q' : '',
      colorSequences(state),
      ...state.titles.toReversed().map((what) => `\x1b[23;${what}t`),
    ].join('');
  }

  /** The name is the sequence without its parameters: `?h` for `CSI ? 25 h`. */
  #handleControl(text: string): void {
    const [, prefix, params = '', rest] = controlPattern.exec(text) ?? [];
    if (rest === undefined) return;
    const name = prefix + rest;
    if (name === 'm') this.#changes.pen.apply(params);
    else controlHandlers[name]?.(this.#changes, params.split(';'), this.#rows());
  }

  #handleEscape(name: string): void {
    if (name === 'c') this.#changes = new TerminalChanges();
    else escapeHandlers[name]?.(this.#changes);
  }

  #handleOsc(text: string): void {
    const [number = '', ...values] = text.split(';');
    const state = this.#changes;
    if (number === '8') state.link = values.length > 1 && values.slice(1).join(';') !== '';
    else if (/^1?1?\d$|^104$/.test(number)) applyColor(state, Number(number), values);
  }

  #handleShift(text: string): void {
    const [out, back] = [text.lastIndexOf('\x0e'), text.lastIndexOf('\x0f')];
    if (out !== back) this.#changes.shifted = out > back;
  }
}

/** Other sequences are skipped, which is most of what programs print. */
const reportedFinals: ReadonlySet<string> = new Set(
  ['m', ...Object.keys(controlHandlers)].map((name) => name.at(-1)!),
);

/** `CSI … r` moves the cursor home, so it is saved and restored. */
const resetMargins = '\x1b7\x1b[r\x1b8';

const modeSequences = (table: readonly (readonly [string, boolean])[], state: TerminalChanges): string =>
  table
    .filter(([mode, itself]) => state.isOn(mode) !== itself)
    .map(([mode, itself]) => `\x1b[${mode}${itself ? 'h' : 'l'}`)
    .join('');

const penSequence = ({ pen, link, charset, shifted }: TerminalChanges): string =>
  `${pen.isPlain ? '' : '\x1b[0m'}${link ? '\x1b]8;;\x1b\\' : ''}${charset ? '\x1b(B' : ''}${shifted ? '\x0f' : ''}`;

/** Pops what was pushed, which restores the previous settings. */
const keyboardSequence = ({ pushed, flags }: ScreenChanges): string =>
  `${pushed > 0 ? `\x1b[<${pushed}u` : ''}${flags === 0 ? '' : '\x1b[=0u'}`;

const leaveScreenSequence = (page: ScreenChanges, mode: string): string =>
  `${page.margins ? resetMargins : ''}${keyboardSequence(page)}\x1b[${mode}l`;

const colorSequences = ({ colors }: TerminalChanges): string =>
  [...colors].map((number) => `\x1b]${number + 100}\x1b\\`).join('');
