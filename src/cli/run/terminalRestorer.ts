/** Parses the control sequences of a program, and generates the sequence that restores the terminal after it. */
import { limits } from '#limits.ts';
import {
  applyColor,
  controlHandlers,
  drawingModes,
  escapeHandlers,
  lastingModes,
  type ScreenChanges,
  TerminalChanges,
} from './terminalChanges.ts';

export interface ControlHandlers {
  /** Final bytes of the control sequences to report. Most of what programs print is skipped. */
  readonly finals: ReadonlySet<number>;
  /** `name` is the sequence without its parameters: `?h` for `CSI ? 25 h`. */
  control(name: string, params: string): void;
  /** The text after ESC, such as `=` or `(0`. */
  escape(name: string): void;
  command(osc: string): void;
  /** Shift out or shift in. */
  shift(out: boolean): void;
}

const [bell, cancel, substitute, esc] = [0x07, 0x18, 0x1a, 0x1b];
const stringEnd = { osc: /[\x07\x18\x1a\x1b]/g, other: /[\x18\x1a\x1b]/g } as const;
const stringIntroducers = new Set(['P', 'X', '^', '_']);
/** Prefix, parameters, and the intermediate and final bytes. */
const controlPattern = /^([<-?]?)([\d:;]*)([ -/]*[@-~])$/;

const isIntermediate = (code: number) => code >= 0x20 && code <= 0x2f;
const isFinal = (code: number) => code >= 0x30 && code <= 0x7e;
const isControlFinal = (code: number) => code >= 0x40 && code <= 0x7e;

/** More input is needed. */
const incomplete = -1;

/** Parses like a UTF-8 terminal, which ignores 8-bit controls. */
export class ControlParser {
  readonly #sink: ControlHandlers;
  /** An incomplete sequence, cut to the length that is needed to recognize it. */
  #pending = '';

  constructor(sink: ControlHandlers) {
    this.#sink = sink;
  }

  /** Whether a terminal would treat the next bytes as part of an incomplete sequence. */
  get isIncomplete(): boolean {
    return this.#pending !== '';
  }

  push(bytes: Uint8Array): void {
    const text = this.#pending + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const shifts = text.includes('\x0e') || text.includes('\x0f');
    this.#pending = '';
    for (let at = 0; at < text.length; ) {
      const next = text.indexOf('\x1b', at);
      if (shifts) this.#handleShift(text.slice(at, next < 0 ? text.length : next));
      if (next < 0) return;
      at = this.#parseSequence(text, next);
      if (at !== incomplete) continue;
      this.#pending = text.slice(next, next + limits.sequenceChars);
      return;
    }
  }

  #handleShift(text: string): void {
    const [out, back] = [text.lastIndexOf('\x0e'), text.lastIndexOf('\x0f')];
    if (out !== back) this.#sink.shift(out > back);
  }

  /** Parses the sequence at the ESC. Returns the position after it, or `incomplete`; so do the methods below. */
  #parseSequence(text: string, at: number): number {
    const char = text[at + 1];
    if (char === '[') return this.#parseControl(text, at + 2);
    if (char === ']') return this.#parseString(text, at + 2, 'osc');
    if (char !== undefined && stringIntroducers.has(char)) return this.#parseString(text, at + 2, 'other');
    return this.#parseEscape(text, at + 1);
  }

  #parseEscape(text: string, from: number): number {
    let to = from;
    while (isIntermediate(text.charCodeAt(to))) to += 1;
    if (to >= text.length) return incomplete;
    if (!isFinal(text.charCodeAt(to))) return to;
    this.#sink.escape(text.slice(from, to + 1));
    return to + 1;
  }

  #parseControl(text: string, from: number): number {
    for (let to = from; to < text.length; to += 1) {
      const code = text.charCodeAt(to);
      if (code === esc) return to;
      if (code === cancel || code === substitute) return to + 1;
      if (!isControlFinal(code)) continue;
      if (this.#sink.finals.has(code)) this.#emitControl(text.slice(from, to + 1));
      return to + 1;
    }
    return incomplete;
  }

  #emitControl(text: string): void {
    const [, prefix, params, rest] = controlPattern.exec(text) ?? [];
    if (rest !== undefined) this.#sink.control(prefix + rest, params!);
  }

  #parseString(text: string, from: number, kind: keyof typeof stringEnd): number {
    const end = stringEnd[kind];
    end.lastIndex = from;
    const to = end.exec(text)?.index;
    if (to === undefined) return incomplete;
    const how = text.charCodeAt(to);
    if (kind === 'osc' && (how === bell || how === esc)) this.#sink.command(text.slice(from, to));
    return how === esc ? to : to + 1;
  }
}

/**
 * Tracks what a program changed at its terminal, and generates the sequence that reverts it. A full emulator would
 * parse all output a second time, and take longer to load than `ptywright run` takes to start.
 */
export class TerminalRestorer implements ControlHandlers {
  readonly finals = reportedFinals;
  readonly #parser = new ControlParser(this);
  readonly #rows: () => number;
  #changes = new TerminalChanges();

  constructor(rows: () => number) {
    this.#rows = rows;
  }

  push(bytes: Uint8Array): void {
    this.#parser.push(bytes);
  }

  /** Returns the sequence that restores the terminal; empty if nothing was changed. */
  restoreSequence(): string {
    const state = this.#changes;
    // Ends an incomplete sequence: CAN ends most, ST ends the rest.
    const whole = this.#parser.isIncomplete ? '\x18\x1b\\' : '';
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

  control(name: string, params: string): void {
    if (name === 'm') this.#changes.pen.apply(params);
    else controlHandlers[name]?.(this.#changes, params.split(';'), this.#rows());
  }

  escape(name: string): void {
    if (name === 'c') this.#changes = new TerminalChanges();
    else escapeHandlers[name]?.(this.#changes);
  }

  command(osc: string): void {
    const [number = '', ...values] = osc.split(';');
    const state = this.#changes;
    if (number === '8') state.link = values.length > 1 && values.slice(1).join(';') !== '';
    else if (/^1?1?\d$|^104$/.test(number)) applyColor(state, Number(number), values);
  }

  shift(out: boolean): void {
    this.#changes.shifted = out;
  }
}

const reportedFinals: ReadonlySet<number> = new Set(
  ['m', ...Object.keys(controlHandlers)].map((name) => name.charCodeAt(name.length - 1)),
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

const colorSequences = ({ colors: colours }: TerminalChanges): string =>
  [...colours].map((number) => `\x1b]${number + 100}\x1b\\`).join('');
