/** Terminal events: what a program reports to its terminal besides screen content. The latest ones are kept. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';

export interface TerminalEvent {
  readonly kind: TerminalEventKind;
  /** Counts all events of a session, from 1. */
  readonly number: number;
  /** The screen sequence after the output with this event was parsed. */
  readonly sequence: number;
  readonly facts: EventFacts;
}

export type EventFacts = Readonly<Record<string, string | number | boolean | null>>;

export type EmitEvent = (kind: TerminalEventKind, facts?: EventFacts) => void;

export const terminalEventKinds = [
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

export const TerminalEventKind = z.enum(terminalEventKinds).meta({ id: 'TerminalEventKind' });
export type TerminalEventKind = z.infer<typeof TerminalEventKind>;

/**
 * The latest events of a session. If there are too many, the oldest event of the most frequent kind is dropped, so
 * that an animated title cannot displace the end of a command. Text is kept as the program sent it; readers must
 * redact it.
 */
export class TerminalEventLog {
  readonly #byKind = new Map<TerminalEventKind, MutableEvent[]>();
  #count = 0;
  #stamped = 0;
  /** Consecutive bells in one piece of output. */
  #bellsInRow = 0;
  /** The number of the newest event; 0 before the first. */
  lastNumber = 0;

  /** Called by the handlers of terminal sequences. */
  readonly emit: EmitEvent = (kind, facts = {}) => {
    const same = this.#listOf(kind);
    // Beyond `limits.eventsAtOnce` consecutive bells, each bell replaces the one before: a program can ring 4,000
    // times in a slice of output.
    this.#bellsInRow = kind === 'bell' ? this.#bellsInRow + 1 : 0;
    if (this.#bellsInRow > limits.eventsAtOnce) this.#drop(same, same.length - 1);
    else if (this.#count >= limits.terminalEvents) this.#drop(this.#largestKind(), 0);
    this.lastNumber++;
    same.push({ kind, number: this.lastNumber, sequence: 0, facts });
    this.#count++;
  };

  /** Call after the output was parsed, when its sequence is known. */
  stampSequence(sequence: number): void {
    this.#bellsInRow = 0;
    if (this.#stamped === this.lastNumber) return;
    for (const event of this.#after(this.#stamped)) event.sequence = sequence;
    this.#stamped = this.lastNumber;
  }

  /** Returns the kept events after a number, oldest first. Missing numbers were dropped. */
  since(number: number): readonly TerminalEvent[] {
    if (number >= this.lastNumber) return noEvents;
    return this.#after(number).sort((one, other) => one.number - other.number);
  }

  #listOf(kind: TerminalEventKind): MutableEvent[] {
    let events = this.#byKind.get(kind);
    if (!events) {
      events = [];
      this.#byKind.set(kind, events);
    }
    return events;
  }

  #after(number: number): MutableEvent[] {
    return [...this.#byKind.values()].flatMap((events) => events.filter((event) => event.number > number));
  }

  #largestKind(): MutableEvent[] {
    return [...this.#byKind.values()].reduce((longest, events) =>
      events.length > longest.length ? events : longest,
    );
  }

  #drop(events: MutableEvent[], at: number): void {
    events.splice(at, 1);
    this.#count--;
  }
}

interface MutableEvent extends TerminalEvent {
  sequence: number;
}

const noEvents: readonly TerminalEvent[] = [];
