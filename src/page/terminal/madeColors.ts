/**
 * What a program makes of the colours of its terminal, read along with its output: colours of its own, and the whole
 * screen in reverse. An emulator of a browser knows nothing of the latter.
 */
import type { IParser } from '@xterm/xterm';
import type { Made } from './colors.ts';

/** In the order of OSC 10 to 12, and of 110 to 112, which take them back. */
const grounds = ['foreground', 'background', 'cursor'] as const;
const reverseVideo = 5;

export class MadeColors {
  readonly #changed: () => void;
  #made: Made = {};
  #reversed = false;

  constructor(parser: IParser, changed: () => void) {
    this.#changed = changed;
    parser.registerCsiHandler({ prefix: '?', final: 'h' }, (modes) => this.#switch(modes, true));
    parser.registerCsiHandler({ prefix: '?', final: 'l' }, (modes) => this.#switch(modes, false));
    parser.registerEscHandler({ final: 'c' }, () => {
      this.reset();
      return false;
    });
    for (const [at, name] of grounds.entries()) {
      parser.registerOscHandler(10 + at, (told) => this.#setGrounds(at, told));
      parser.registerOscHandler(110 + at, () => this.#show({ ...this.#made, [name]: undefined }));
    }
    parser.registerOscHandler(4, (told) => this.#setPalette(told));
    parser.registerOscHandler(104, (told) => this.#forget(told));
  }

  get made(): Made {
    return this.#made;
  }

  get reversed(): boolean {
    return this.#reversed;
  }

  reset(): void {
    this.#made = {};
    this.#reversed = false;
    this.#changed();
  }

  #switch(modes: readonly (number | readonly number[])[], on: boolean): false {
    if (modes.includes(reverseVideo) && this.#reversed !== on) {
      this.#reversed = on;
      this.#changed();
    }
    return false;
  }

  /** Not left to the emulator, which would make the ink of what is the ground in reverse. Questions are. */
  #setGrounds(first: number, told: string): boolean {
    if (told.includes('?')) return false;
    const set = told.split(';').map((spec, at) => [grounds[first + at], hexOf(spec)] as const);
    return this.#show({ ...this.#made, ...fromPairs(set) });
  }

  #show(made: Made): true {
    const changed = grounds.some((name) => made[name] !== this.#made[name]);
    this.#made = made;
    if (changed) this.#changed();
    return true;
  }

  /** The emulator does it as well; here it is kept for when all colours are set anew. */
  #setPalette(told: string): false {
    const parts = told.split(';');
    const set = parts.map((spec, at) => [at % 2 === 1 ? parts[at - 1] : undefined, hexOf(spec)] as const);
    this.#made = { ...this.#made, ...fromPairs(set) };
    return false;
  }

  #forget(told: string): false {
    const gone = told === '' ? (name: string) => /^\d/.test(name) : (name: string) => numbers.has(name);
    const numbers = new Set(told.split(';'));
    this.#made = Object.fromEntries(Object.entries(this.#made).filter(([name]) => !gone(name)));
    return false;
  }
}

type Pair = readonly [name: string | undefined, color: string | undefined];

/** Without what has no name, or is no colour. */
const fromPairs = (pairs: readonly Pair[]): Made =>
  Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => !pair.includes(undefined)));

/** A colour as programs write it, as `#rrggbb`. */
function hexOf(spec: string): string | undefined {
  const [, digits = ''] = /^#((?:[\da-f]{3}){1,4})$/i.exec(spec) ?? [];
  const each = digits.length / 3;
  if (each > 0) return `#${[0, 1, 2].map((at) => twoOf(digits.slice(at * each, (at + 1) * each))).join('')}`;
  const [, ...channels] = /^rgb:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})$/i.exec(spec) ?? [];
  return channels.length > 0 ? `#${channels.map(scaled).join('')}` : undefined;
}

/** Digits behind a `#` are the first of each channel. */
const twoOf = (digits: string): string => digits.padEnd(2, '0').slice(0, 2).toLowerCase();

/** Those behind `rgb:` are all of it. */
const scaled = (digits: string): string =>
  Math.round((255 * Number.parseInt(digits, 16)) / (16 ** digits.length - 1))
    .toString(16)
    .padStart(2, '0');
