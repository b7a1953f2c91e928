/** Locators: find text on the screen, and act on it. A locator is evaluated when it is used. */

import { types } from 'node:util';
import type { ExpectedStyle, Selected, Selector } from '#client/api.ts';
import { Refusal } from '#client/baseClient.ts';
import type { Called } from './failure.ts';
import type { SessionCalls } from './options.ts';
import type { Terminal } from './terminal.ts';

const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
type ColorName = (typeof colorNames)[number];
type Color = ExpectedStyle['fg'] | ColorName;

/** Attributes that every character of a match must have. A color is a name, a palette index or `#rrggbb`. */
export type TextStyle = Omit<ExpectedStyle, 'fg' | 'bg'> & {
  readonly fg?: Color;
  readonly bg?: Color;
};

export interface LocatorOptions {
  /** Where to search from the locator. Defaults to `after`, in reading order. */
  readonly direction?: Extract<Selector, { readonly type: 'relative' }>['direction'];
  readonly style?: TextStyle;
}

export interface TimeoutOption {
  /** In milliseconds. */
  readonly timeout?: number;
}

export interface ClickOptions extends TimeoutOption {
  readonly button?: 'left' | 'middle' | 'right';
  /** 2 for a double click. */
  readonly count?: number;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

type Gesture = NonNullable<Parameters<SessionCalls['mouse']>[0]['gesture']>;

/** Converts a JavaScript pattern to RE2. Raises TypeError for another value, or a flag that RE2 lacks. */
export function toPattern(pattern: RegExp): string {
  if (!types.isRegExp(pattern)) throw new TypeError(`expected a text or a pattern, not ${String(pattern)}`);
  const { source, flags } = pattern;
  const unknown = flags.replace(/[dgimsu]/g, '');
  if (unknown !== '') throw new TypeError(`/${source}/${flags}: the flag ${unknown} is not supported`);
  const kept = flags.replace(/[^ims]/g, '');
  return kept === '' ? source : `(?${kept})${source}`;
}

export const textSelector = (text: string | RegExp): Selector =>
  typeof text === 'string' ? { type: 'exact', text } : { type: 'regex', pattern: toPattern(text) };

export const formatText = (text: string | RegExp): string =>
  typeof text === 'string' ? JSON.stringify(text) : String(text);

const toColor = (color: Color) => {
  const index = colorNames.indexOf(color as ColorName);
  return index < 0 ? (color as ExpectedStyle['fg']) : index;
};

function withStyle(selector: Selector, style: TextStyle | undefined): Selector {
  if (!style) return selector;
  const { fg, bg, ...rest } = style;
  const colors = {
    ...(fg !== undefined && { fg: toColor(fg) }),
    ...(bg !== undefined && { bg: toColor(bg) }),
  };
  return { type: 'styled', style: { ...rest, ...colors }, selector };
}

export class Locator {
  readonly terminal: Terminal;
  readonly selector: Selector;
  /** The calls that made it, such as `getByText("Save").first()`. */
  readonly description: string;
  readonly #unique: boolean;

  constructor(terminal: Terminal, selector: Selector, description: string, unique = false) {
    this.terminal = terminal;
    this.selector = selector;
    this.description = description;
    this.#unique = unique;
  }

  /** Finds text relative to this locator: `getByText('Settings').getByText('Save', { direction: 'after' })`. */
  getByText(text: string | RegExp, { direction = 'after', style }: LocatorOptions = {}): Locator {
    const selector = withStyle(textSelector(text), style);
    const words = `getByText(${formatText(text)}, ${direction})`;
    return this.#with({ type: 'relative', direction, to: this.selector, selector }, words);
  }

  first(): Locator {
    return this.#with({ type: 'nth', index: 0, selector: this.selector }, 'first()');
  }

  last(): Locator {
    return this.#with({ type: 'nth', index: -1, selector: this.selector }, 'last()');
  }

  /** From 0. Negative indexes count from the last match. */
  nth(index: number): Locator {
    return this.#with({ type: 'nth', index, selector: this.selector }, `nth(${index})`);
  }

  /** Keeps the matches in which every character has this style. */
  withStyle(style: TextStyle): Locator {
    return this.#with(withStyle(this.selector, style), `withStyle(${JSON.stringify(style)})`);
  }

  /** Fails if there are several matches. */
  unique(): Locator {
    return new Locator(this.terminal, this.selector, `${this.description}.unique()`, true);
  }

  /** Waits for the match, and clicks it. Fails if there are several matches. */
  click(options: ClickOptions = {}): Promise<void> {
    const { button = 'left', count = 1, timeout } = options;
    const modifiers = (['ctrl', 'alt', 'shift'] as const).filter((name) => options[name]);
    return this.#point('click', { event: 'click', button, count, modifiers }, timeout, this.click);
  }

  /** Waits for the match, and moves the pointer to it. */
  hover({ timeout }: TimeoutOption = {}): Promise<void> {
    return this.#point('hover', { event: 'move' }, timeout, this.hover);
  }

  /** Waits for the match, and turns the wheel over it. */
  scroll(
    direction: 'up' | 'down' | 'left' | 'right',
    { count = 1, timeout }: TimeoutOption & { readonly count?: number } = {},
  ): Promise<void> {
    return this.#point(`scroll ${direction}`, { event: 'scroll', direction, count }, timeout, this.scroll);
  }

  /** Waits until there is a match, or with `hidden` until there is none. */
  waitFor({
    state = 'visible',
    timeout,
  }: TimeoutOption & { readonly state?: 'visible' | 'hidden' } = {}): Promise<void> {
    const call = `${this.description}.waitFor(${state})`;
    return this.terminal.perform({ call, called: this.waitFor, timeout }, (_, timeoutMs) =>
      this.waitForState(state, timeoutMs),
    );
  }

  /** Rejects with a Refusal. */
  async waitForState(state: 'visible' | 'hidden', timeoutMs: number): Promise<void> {
    const session = await this.terminal.session;
    const { calls } = this.terminal.client;
    const visible = { type: 'selector', value: this.selector } as const;
    if (state === 'visible' && this.#unique)
      await calls.session.find({ session, selector: this.selector, timeout_ms: timeoutMs });
    else
      await calls.session.wait({
        session,
        matcher: state === 'visible' ? visible : { type: 'not', value: visible },
        timeout_ms: timeoutMs,
        evidence: 'none',
      });
  }

  /** Returns the current matches, without waiting. */
  async all(): Promise<readonly Selected[]> {
    const session = await this.terminal.session;
    const { calls } = this.terminal.client;
    try {
      const options = { session, selector: this.selector, ambiguity: 'all', timeout_ms: 0 } as const;
      return (await calls.session.find(options)).found;
    } catch (problem) {
      if (problem instanceof Refusal && problem.is('Timeout')) return [];
      throw problem;
    }
  }

  /** Returns the number of current matches, without waiting. */
  async count(): Promise<number> {
    return (await this.all()).length;
  }

  #with(selector: Selector, words: string): Locator {
    return new Locator(this.terminal, selector, `${this.description}.${words}`, this.#unique);
  }

  #point(words: string, gesture: Gesture, timeout: number | undefined, called: Called): Promise<void> {
    const call = `${this.description}.${words}`;
    return this.terminal.perform({ call, called, timeout }, async (session, timeout_ms) => {
      const { selector } = this;
      await this.terminal.client.calls.session.mouse({ session, selector, gesture, timeout_ms });
    });
  }
}
