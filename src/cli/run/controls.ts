/** Cuts what a program prints into what it tells its terminal besides text, in whatever pieces it comes. */
import { limits } from '../../core/limits.ts';

export interface ControlSink {
  /** Of control sequences, those that end so are told; most that programs print need not be looked at. */
  readonly finals: ReadonlySet<number>;
  /** `name` is what stands round the parameters: `?h` of `CSI ? 25 h`. */
  control(name: string, params: string): void;
  /** What follows the ESC, such as `=` or `(0`. */
  escape(name: string): void;
  command(osc: string): void;
  /** Shift out, or in. */
  shift(out: boolean): void;
}

const [bell, cancel, substitute, esc] = [0x07, 0x18, 0x1a, 0x1b];
const stringEnd = { osc: /[\x07\x18\x1a\x1b]/g, other: /[\x18\x1a\x1b]/g } as const;
const strings = new Set(['P', 'X', '^', '_']);
/** What stands before the parameters, the parameters, and what stands behind them. */
const parts = /^([<-?]?)([\d:;]*)([ -/]*[@-~])$/;

const isIntermediate = (code: number) => code >= 0x20 && code <= 0x2f;
const isFinal = (code: number) => code >= 0x30 && code <= 0x7e;
const endsControl = (code: number) => code >= 0x40 && code <= 0x7e;

/** It takes more text to tell. */
const unfinished = -1;

/** As terminals read it that take bytes for UTF-8: controls of eight bits are none there. */
export class Controls {
  readonly #sink: ControlSink;
  /** Of what has begun and not ended no more is kept than it takes to know what it is. */
  #begun = '';

  constructor(sink: ControlSink) {
    this.#sink = sink;
  }

  /** Whether a terminal would take what comes next for the rest of something. */
  get unfinished(): boolean {
    return this.#begun !== '';
  }

  push(bytes: Uint8Array): void {
    const text = this.#begun + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const shifts = text.includes('\x0e') || text.includes('\x0f');
    this.#begun = '';
    for (let at = 0; at < text.length; ) {
      const next = text.indexOf('\x1b', at);
      if (shifts) this.#shift(text.slice(at, next < 0 ? text.length : next));
      if (next < 0) return;
      at = this.#sequence(text, next);
      if (at !== unfinished) continue;
      this.#begun = text.slice(next, next + limits.sequenceChars);
      return;
    }
  }

  #shift(text: string): void {
    const [out, back] = [text.lastIndexOf('\x0e'), text.lastIndexOf('\x0f')];
    if (out !== back) this.#sink.shift(out > back);
  }

  /** Takes what the ESC at `at` begins; gives where to go on, as those below do. */
  #sequence(text: string, at: number): number {
    const char = text[at + 1];
    if (char === '[') return this.#control(text, at + 2);
    if (char === ']') return this.#string(text, at + 2, 'osc');
    if (char !== undefined && strings.has(char)) return this.#string(text, at + 2, 'other');
    return this.#escape(text, at + 1);
  }

  #escape(text: string, from: number): number {
    let to = from;
    while (isIntermediate(text.charCodeAt(to))) to += 1;
    if (to >= text.length) return unfinished;
    if (!isFinal(text.charCodeAt(to))) return to;
    this.#sink.escape(text.slice(from, to + 1));
    return to + 1;
  }

  #control(text: string, from: number): number {
    for (let to = from; to < text.length; to += 1) {
      const code = text.charCodeAt(to);
      if (code === esc) return to;
      if (code === cancel || code === substitute) return to + 1;
      if (!endsControl(code)) continue;
      if (this.#sink.finals.has(code)) this.#tell(text.slice(from, to + 1));
      return to + 1;
    }
    return unfinished;
  }

  #tell(text: string): void {
    const [, prefix, params, rest] = parts.exec(text) ?? [];
    if (rest !== undefined) this.#sink.control(prefix + rest, params!);
  }

  #string(text: string, from: number, kind: keyof typeof stringEnd): number {
    const end = stringEnd[kind];
    end.lastIndex = from;
    const to = end.exec(text)?.index;
    if (to === undefined) return unfinished;
    const how = text.charCodeAt(to);
    if (kind === 'osc' && (how === bell || how === esc)) this.#sink.command(text.slice(from, to));
    return how === esc ? to : to + 1;
  }
}
