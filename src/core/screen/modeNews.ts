/** Modes and the cursor's looks as events: each change that a program makes, also one that it takes back at once. */
import type { Modes } from '../input/modes.ts';
import { limits } from '../limits.ts';
import type { EventKind, Facts, TellEvent } from './events.ts';

export interface Looks {
  readonly modes: Modes;
  readonly cursor: { readonly visible: boolean };
  readonly cursorShape: 'block' | 'underline' | 'bar';
  readonly cursorBlinks: boolean;
}

/** The names by which modes are told, here and in `session.info`. The other screen is an event of its own. */
const names = {
  applicationCursor: 'application_cursor',
  applicationKeypad: 'application_keypad',
  bracketedPaste: 'bracketed_paste',
  focusEvents: 'focus_events',
  mouseTracking: 'mouse_tracking',
  synchronizedOutput: 'synchronized_output',
  insert: 'insert',
  origin: 'origin',
  wraparound: 'wraparound',
  reverseScreen: 'reverse_screen',
} as const satisfies Partial<Record<keyof Modes, string>>;

const known = Object.keys(names) as (keyof typeof names)[];

export class ModeNews {
  readonly #looks: Looks;
  readonly #tell: TellEvent;
  #modes: Modes;
  #cursor: string;
  #told = 0;

  constructor(looks: Looks, tell: TellEvent) {
    this.#looks = looks;
    this.#tell = tell;
    this.#modes = looks.modes;
    this.#cursor = cursorOf(looks);
  }

  /** Before a mode is changed: what was changed before it is told, unless that would be too much of one piece of output. */
  between(): void {
    if (this.#told < limits.eventsAtOnce) this.#tellChanges();
  }

  /** After output was parsed. */
  step(): void {
    this.#tellChanges();
    this.#told = 0;
  }

  #tellChanges(): void {
    const { modes } = this.#looks;
    for (const name of known)
      if (modes[name] !== this.#modes[name]) this.#say('mode', { mode: names[name], value: modes[name] });
    this.#modes = modes;
    const cursor = cursorOf(this.#looks);
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    const { cursorShape: shape, cursorBlinks: blinks } = this.#looks;
    this.#say('cursor', { visible: this.#looks.cursor.visible, shape, blinks });
  }

  #say(kind: EventKind, facts: Facts): void {
    this.#told += 1;
    this.#tell(kind, facts);
  }
}

const cursorOf = ({ cursor, cursorShape, cursorBlinks }: Looks) =>
  `${cursor.visible} ${cursorShape} ${cursorBlinks}`;
