/** What a program tells its terminal besides what stands on the screen, kept as events for a while. */
import { limits } from '../limits.ts';

export interface TerminalEvent {
  readonly kind: EventKind;
  /** Counts all events of a session, from 1. */
  readonly number: number;
  /** The sequence of the screen once the output that told it was parsed. */
  readonly sequence: number;
  readonly facts: Facts;
}

export type Facts = Readonly<Record<string, string | number | boolean | null>>;

export type TellEvent = (kind: EventKind, facts?: Facts) => void;

export const eventKinds = [
  'title',
  'icon_name',
  'bell',
  'cwd',
  'alternate_screen',
  'prompt_started',
  'prompt_ended',
  'command_started',
  'command_finished',
  'notification',
  'progress',
  'clipboard',
  'mode',
  'cursor',
  'palette',
  'remote_host',
  'user_variable',
  'image',
  'file_transfer',
  'focus',
  'link_hovered',
] as const;

export type EventKind = (typeof eventKinds)[number];

/**
 * The last events of a session. When there are too many, the oldest of the kind that there are most of goes: a
 * title that is animated must not wash away when a command ended. Text in them is as the program sent it:
 * whoever shows it redacts.
 */
export class Events {
  readonly #kinds = new Map<EventKind, Draft[]>();
  #kept = 0;
  #settled = 0;
  /** Bells in a row, of one piece of output. */
  #rung = 0;
  /** The number of the newest event; 0 before the first. */
  last = 0;

  /** For what hears the program. */
  readonly tell: TellEvent = (kind, facts = {}) => {
    const same = this.#of(kind);
    // Of a long row of bells the latest stands for the rest: a program can ring four thousand times in a slice of output.
    this.#rung = kind === 'bell' ? this.#rung + 1 : 0;
    if (this.#rung > limits.eventsAtOnce) this.#drop(same, same.length - 1);
    else if (this.#kept >= limits.terminalEvents) this.#drop(this.#longest(), 0);
    this.last++;
    same.push({ kind, number: this.last, sequence: 0, facts });
    this.#kept++;
  };

  /** After the output was parsed, when the sequence is known that shows what it did. */
  settle(sequence: number): void {
    this.#rung = 0;
    if (this.#settled === this.last) return;
    for (const event of this.#after(this.#settled)) event.sequence = sequence;
    this.#settled = this.last;
  }

  /** The events after a number that are still kept, oldest first. A number that is missing was dropped. */
  since(number: number): readonly TerminalEvent[] {
    if (number >= this.last) return none;
    return this.#after(number).sort((one, other) => one.number - other.number);
  }

  #of(kind: EventKind): Draft[] {
    let events = this.#kinds.get(kind);
    if (!events) {
      events = [];
      this.#kinds.set(kind, events);
    }
    return events;
  }

  #after(number: number): Draft[] {
    return [...this.#kinds.values()].flatMap((events) => events.filter((event) => event.number > number));
  }

  #longest(): Draft[] {
    return [...this.#kinds.values()].reduce((longest, events) =>
      events.length > longest.length ? events : longest,
    );
  }

  #drop(events: Draft[], at: number): void {
    events.splice(at, 1);
    this.#kept--;
  }
}

interface Draft extends TerminalEvent {
  sequence: number;
}

const none: readonly TerminalEvent[] = [];
