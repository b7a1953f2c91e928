/**
 * Terminal events: what a program reports to its terminal besides screen content. The latest ones are kept. Also numbers
 * the lines that events name.
 */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Scrollback } from './history/scrollback.ts';
import type { BufferLine, Emulator } from './xterm.ts';

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
  /** Some events have no sequence yet. */
  unstamped = false;
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
    this.unstamped = true;
    same.push({ kind, number: this.lastNumber, sequence: 0, facts });
    this.#count++;
  };

  /** Call after the output was parsed, when its sequence is known. */
  stampSequence(sequence: number): void {
    this.#bellsInRow = 0;
    this.unstamped = false;
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

export interface LinePosition {
  readonly line: number;
  readonly col: number;
}

/**
 * Numbers the lines of the main screen from the first line of the session. A line keeps its number when it scrolls
 * and when older lines are dropped. A change of width rewraps lines and changes their numbers.
 */
export class LineNumbers {
  readonly #buffers: Emulator['core']['buffers'];
  readonly #scrollback: Scrollback;

  constructor({ core: { buffers } }: Emulator, scrollback: Scrollback) {
    this.#buffers = buffers;
    this.#scrollback = scrollback;
  }

  /** The number of the first row of the main screen. */
  get first(): number {
    return this.#scrollback.next;
  }

  /** The line and the column of the cursor. The line is null on the alternate screen. */
  cursor(): { readonly line: number | null; readonly col: number } {
    const { active, normal } = this.#buffers;
    return { line: active === normal ? this.first + active.y : null, col: active.x };
  }

  /** Returns a line of the main screen or of the scrollback; undefined if it was dropped. */
  readonly lineAt = (line: number): BufferLine | undefined => {
    const row = this.#scrollback.length + line - this.first;
    return row < 0 ? undefined : this.#scrollback.line(row);
  };
}
