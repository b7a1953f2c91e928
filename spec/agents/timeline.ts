/** What the server told of one adapter, as it came: states, changes of the screen, and output. */
import type { Client, Notifications } from '../../src/client/index.ts';
import { systemClock } from '../../src/platform/clock.ts';

export interface Sighted {
  readonly state: string;
  readonly sequence: number;
  readonly lastIntent: string | null;
  /** By the clock that only goes forward. */
  readonly at: number;
  readonly wall: number;
  /** How long the screen that it is about had been told of. */
  readonly lagMs: number;
}

interface Changed {
  readonly sequence: number;
  readonly at: number;
}

export interface Listener {
  printed?(text: string): void;
  said?(sighted: Sighted): void;
}

export class Timeline {
  readonly states: Sighted[] = [];
  readonly #changes: Changed[] = [];
  readonly #listener: Listener;
  /** Several sequences may be told as one. */
  #told = 0;

  constructor(client: Client, listener: Listener) {
    this.#listener = listener;
    client.on('session.changed', (changed) => this.#changed(changed));
    client.on('adapter.state_changed', (changed) => this.#said(changed));
    client.on('session.output', ({ output }) => listener.printed?.(output));
  }

  get now(): Sighted | undefined {
    return this.states.at(-1);
  }

  /** How long each state lasted that was told of between two moments, the one that held at the first among them. */
  between(from: number, to: number): readonly { readonly state: string; readonly ms: number }[] {
    const first = Math.max(
      0,
      this.states.findLastIndex(({ at }) => at <= from),
    );
    return this.states.slice(first).flatMap(({ state, at }, place) => {
      const end = Math.min(to, this.states[first + place + 1]?.at ?? to);
      return end > Math.max(at, from) ? [{ state, ms: end - Math.max(at, from) }] : [];
    });
  }

  #changed({ sequence }: Notifications['session.changed']): void {
    this.#changes.push({ sequence, at: systemClock.now() });
  }

  #said({ state: { state, sequence, last_intent } }: Notifications['adapter.state_changed']): void {
    const at = systemClock.now();
    while (this.#told < this.#changes.length && this.#changes[this.#told]!.sequence < sequence)
      this.#told += 1;
    const shown = this.#changes[this.#told]?.at ?? at;
    const sighted = { state, sequence, lastIntent: last_intent, at, wall: systemClock.wall() };
    this.states.push({ ...sighted, lagMs: at - shown });
    this.#listener.said?.(this.states.at(-1)!);
  }
}
