/** Modes and the cursor's looks as events: what differs once output was parsed. A mode that was on for a moment is none. */
import type { Modes } from '../input/modes.ts';
import type { TellEvent } from './events.ts';

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

  constructor(looks: Looks, tell: TellEvent) {
    this.#looks = looks;
    this.#tell = tell;
    this.#modes = looks.modes;
    this.#cursor = cursorOf(looks);
  }

  /** After output was parsed. */
  step(): void {
    const { modes } = this.#looks;
    for (const name of known)
      if (modes[name] !== this.#modes[name]) this.#tell('mode', { mode: names[name], value: modes[name] });
    this.#modes = modes;
    const cursor = cursorOf(this.#looks);
    if (cursor === this.#cursor) return;
    this.#cursor = cursor;
    const { cursorShape: shape, cursorBlinks: blinks } = this.#looks;
    this.#tell('cursor', { visible: this.#looks.cursor.visible, shape, blinks });
  }
}

const cursorOf = ({ cursor, cursorShape, cursorBlinks }: Looks) =>
  `${cursor.visible} ${cursorShape} ${cursorBlinks}`;
