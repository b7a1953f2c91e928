/** A request on its way into a trace, held until it is known what was typed for it, and at which question. */
import { stripEnd } from './secretPrompt.ts';

/** `failed`: some of it may never have been done, and nobody knows at which question it would have been typed. */
export type Fate = 'done' | 'failed';

export class HeldRequest {
  readonly message: string;
  readonly timestampMicros: number;
  /** Lines that have to stand behind it. */
  readonly behind: string[] = [];
  /** What was typed for it, and at no question for a secret. */
  readonly texts: string[] = [];
  chars = 0;
  readonly #hidden = new Set<string>();
  readonly #shown = new Set<string>();
  #asked: boolean;

  constructor(message: string, timestampMicros: number, asked: boolean) {
    this.message = message;
    this.timestampMicros = timestampMicros;
    this.#asked = asked;
  }

  hold(line: string): void {
    this.behind.push(line);
    this.chars += line.length;
  }

  /** The program asks for a secret. */
  asked(): void {
    this.#asked = true;
  }

  typed(text: string, asked: boolean): void {
    const set = asked ? this.#hidden : this.#shown;
    set.add(stripEnd(text));
    if (!asked) this.texts.push(text);
  }

  /** It is a part of a secret that was typed in several. */
  hide(text: string): void {
    this.#hidden.add(stripEnd(text));
  }

  /** What is typed at a question for a secret, replaced; letters that come one by one as keys are, too. */
  replacing(replacement: string, fate: Fate): (this: object, key: string, value: unknown) => unknown {
    const hides = (text: string) => this.#hidden.has(text) || (fate === 'failed' && this.#hidesUndone(text));
    return function (key, value) {
      if (typeof value !== 'string' || value === '') return value;
      const typed = key === 'text' ? !('type' in this) : key === 'key' && value.length === 1;
      return typed && hides(stripEnd(value)) ? replacement : value;
    };
  }

  #hidesUndone(text: string): boolean {
    return this.#asked && !this.#shown.has(text);
  }
}
