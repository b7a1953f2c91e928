/**
 * Splits terminal output into text, control characters and control sequences, by the state machine of DEC terminals
 * (ECMA-48). The emulator has its own parser. Everything else that must know where a sequence ends uses this one.
 */
import { limits } from '#limits.ts';

type VtTokenKind = 'text' | 'control' | 'escape' | 'csi' | 'string';

export interface VtTokenizerOptions {
  /** 8-bit controls are controls. Otherwise they are text, as in UTF-8 terminals that ignore them. */
  readonly c1: boolean;
  /** Control characters except tab and line feed are tokens. Otherwise they belong to the text. */
  readonly controls: boolean;
}

const [carriageReturn, cancel, substitute, esc, bracket] = [0x0d, 0x18, 0x1a, 0x1b, 0x5b];

const escOnly = /\x1b/g;
const textEnds = {
  c1: [/[\x1b\x80-\x9f]/g, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g],
  c0: [escOnly, /[\x00-\x08\x0b-\x1f\x7f]/g],
} as const;
/** The ends of an OSC, which may be BEL, and of other strings. */
const stringEnds = {
  c1: [/[\x07\x18\x1a\x1b\x9c]/g, /[\x18\x1a\x1b\x9c]/g],
  c0: [/[\x07\x18\x1a\x1b]/g, /[\x18\x1a\x1b]/g],
} as const;

const isStringIntroducer = (char: string) =>
  char === ']' || char === 'P' || char === '_' || char === '^' || char === 'X';

/** Reads tokens with `next`. Its properties describe the last token; their offsets refer to `text`. */
export class VtTokenizer {
  text = '';
  kind: VtTokenKind = 'text';
  start = 0;
  /** The next token starts here. */
  end = 0;
  /** Range of `content`. */
  from = 0;
  to = 0;
  /**
   * The final character of a sequence, empty if it was cancelled; the introducer of a string (`]` for OSC); or a control
   * character. C1 controls have the letter of their 7-bit form.
   */
  final = '';
  /** The sequence contains control characters, which terminals execute in the middle of it. */
  hasControls = false;
  /** The text ends in the sequence at `start`. */
  isIncomplete = false;
  readonly #textEnd: RegExp;
  readonly #hasControlTokens: boolean;
  readonly #oscEnd: RegExp;
  readonly #otherStringEnd: RegExp;
  #openString = '';

  constructor({ c1, controls }: VtTokenizerOptions) {
    this.#textEnd = textEnds[c1 ? 'c1' : 'c0'][controls ? 1 : 0];
    this.#hasControlTokens = controls;
    [this.#oscEnd, this.#otherStringEnd] = stringEnds[c1 ? 'c1' : 'c0'];
  }

  /** Starts over with a text. `openString`: the introducer of the string in which the text starts. */
  begin(text: string, openString = ''): this {
    this.text = text;
    this.start = this.end = 0;
    this.isIncomplete = false;
    this.#openString = openString;
    return this;
  }

  /**
   * Continues with more text, after all tokens were read. An incomplete sequence is in front of it. A longer one than
   * `limits.sequenceChars` is cut there, so it is longer than that when it is complete.
   */
  push(text: string): this {
    if (!this.isIncomplete) return this.begin(text);
    const whole = this.text.slice(this.start);
    const cut = whole.length > limits.sequenceChars;
    const kept = cut ? whole.slice(0, limits.sequenceChars) + (whole.endsWith('\x1b') ? '\x1b' : '') : whole;
    return this.begin(kept + text);
  }

  /** Returns false at the end of the text, and for an incomplete sequence. */
  next(): boolean {
    const at = this.end;
    this.start = at;
    this.hasControls = false;
    if (this.#openString !== '') return this.#readString(at, this.#openString);
    if (at >= this.text.length) return false;
    const code = this.text.charCodeAt(at);
    if (code === esc) return this.#readEscape(at + 1);
    // Without the search: most lines end in such a control.
    if (code === carriageReturn && this.#hasControlTokens) return this.#readControl(at + 1, code);
    const end = this.#findTextEnd(at);
    if (end === at) return this.#readControl(at + 1, code);
    this.kind = 'text';
    this.end = end;
    return true;
  }

  /** The parameters and intermediates of a CSI sequence, the text after ESC, or the content of a string. */
  get content(): string {
    return this.text.slice(this.from, this.to);
  }

  /** The string ended with ST or BEL, and not with CAN, SUB or another ESC. */
  get isTerminated(): boolean {
    return /[\x07\x9c]/.test(this.text[this.to]!) || this.end === this.to + 2;
  }

  /** The search for one character is faster than a pattern. */
  #findTextEnd(at: number): number {
    if (this.#textEnd === escOnly) {
      const end = this.text.indexOf('\x1b', at);
      return end < 0 ? this.text.length : end;
    }
    this.#textEnd.lastIndex = at;
    return this.#textEnd.test(this.text) ? this.#textEnd.lastIndex - 1 : this.text.length;
  }

  #readControl(end: number, code: number): boolean {
    const char = String.fromCharCode(code < 0x80 ? code : code - 0x40);
    if (code >= 0x80 && char === '[') return this.#readCsi(end);
    if (code >= 0x80 && isStringIntroducer(char)) return this.#readString(end, char);
    this.kind = 'control';
    this.final = char;
    this.end = end;
    return true;
  }

  #readEscape(from: number): boolean {
    const { text } = this;
    if (text.charCodeAt(from) === bracket) return this.#readCsi(from + 1);
    let to = from;
    let designates = false;
    let code = text.charCodeAt(to);
    while (code < 0x30 && code !== esc && code !== cancel && code !== substitute) {
      designates ||= code >= 0x20;
      this.hasControls ||= code < 0x20;
      code = text.charCodeAt(++to);
    }
    const char = text[to] ?? '';
    if (code === bracket && !designates) return this.#readCsi(to + 1);
    if (!designates && isStringIntroducer(char)) return this.#readString(to + 1, char);
    const isFinal = code >= 0x30 && code < 0x7f;
    const end = isFinal ? to + 1 : to;
    return this.#finish('escape', from, end, isFinal ? char : '', end);
  }

  #readCsi(from: number): boolean {
    const { text } = this;
    for (let to = from; to < text.length; to++) {
      const code = text.charCodeAt(to);
      if (code >= 0x40 && code < 0x7f) return this.#finish('csi', from, to, text[to]!, to + 1);
      if (code === cancel || code === substitute) return this.#finish('csi', from, to, '', to + 1);
      if (code === esc || code >= 0x80) return this.#finish('csi', from, to, '', to);
      if (code < 0x20) this.hasControls = true;
    }
    return this.#finish('csi', from, text.length, '', Number.POSITIVE_INFINITY);
  }

  #readString(from: number, introducer: string): boolean {
    this.#openString = '';
    const { text } = this;
    const pattern = introducer === ']' ? this.#oscEnd : this.#otherStringEnd;
    pattern.lastIndex = from;
    const to = pattern.test(text) ? pattern.lastIndex - 1 : text.length;
    const code = text.charCodeAt(to);
    const isOpen = to === text.length || (code === esc && to + 1 === text.length);
    const isTerminator = code === esc && text[to + 1] === '\\';
    const end = isTerminator ? to + 2 : code === esc ? to : to + 1;
    return this.#finish('string', from, to, introducer, isOpen ? Number.POSITIVE_INFINITY : end);
  }

  /** `end` is beyond the text if the sequence is incomplete. */
  #finish(kind: VtTokenKind, from: number, to: number, final: string, end: number): boolean {
    const { length } = this.text;
    this.kind = kind;
    this.from = from;
    this.to = to;
    this.final = final;
    this.isIncomplete = end > length || (kind === 'escape' && final === '' && end === length);
    this.end = Math.min(end, length);
    return !this.isIncomplete;
  }
}
