/** The events of one adapter in order: states, screen changes, and output. */
import type { Client, Notifications } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { Heard } from '../plugins/claude-code/heard.ts';
import { Account } from './score/account.ts';
import { none, type Processor, type Shares } from './score/processor.ts';

export interface Sighted {
  readonly state: string;
  readonly sequence: number;
  readonly lastIntent: string | null;
  /** On the monotonic clock. */
  readonly at: number;
  readonly wall: number;
  /** Delay since the event for the screen that the state is about. */
  readonly lagMs: number;
  /** Processor time of the server and of this process in that delay. */
  readonly shares: Shares;
}

interface Changed {
  readonly sequence: number;
  readonly at: number;
  readonly shares: Shares;
}

export interface Listener {
  printed?(text: string): void;
  said?(sighted: Sighted): void;
}

export class Timeline {
  readonly states: Sighted[] = [];
  /** The content of the turn events. */
  readonly heard = new Heard();
  readonly account = new Account();
  readonly #changes: Changed[] = [];
  readonly #listener: Listener;
  readonly #processor: Pick<Processor, 'shares'>;
  /** Several sequences may be reported as one. */
  #told = 0;

  constructor(client: Client, processor: Pick<Processor, 'shares'>, listener: Listener) {
    this.#processor = processor;
    this.#listener = listener;
    client.on('session.changed', (changed) => this.#changed(changed));
    client.on('adapter.state_changed', (changed) => this.#said(changed));
    client.on('session.output', ({ output }) => listener.printed?.(output));
  }

  get now(): Sighted | undefined {
    return this.states.at(-1);
  }

  /** How long each reported state lasted between two times, including the one that held at the first. */
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
    this.#changes.push({ sequence, at: systemClock.now(), shares: this.#processor.shares() });
  }

  #said({ state: told }: Notifications['adapter.state_changed']): void {
    const at = systemClock.now();
    const { state, sequence, last_intent, events } = told;
    this.heard.hear(events);
    this.account.hear(told);
    while (this.#told < this.#changes.length && this.#changes[this.#told]!.sequence < sequence)
      this.#told += 1;
    const shown = this.#changes[this.#told];
    const sighted = { state, sequence, lastIntent: last_intent, at, wall: systemClock.wall() };
    this.states.push({ ...sighted, ...this.#lagSince(shown, at) });
    this.#listener.said?.(this.states.at(-1)!);
  }

  #lagSince(shown: Changed | undefined, at: number): Pick<Sighted, 'lagMs' | 'shares'> {
    if (!shown) return { lagMs: 0, shares: none };
    const { ranMs, waitedMs } = this.#processor.shares();
    const { shares: before } = shown;
    const shares = { ranMs: ranMs - before.ranMs, waitedMs: waitedMs - before.waitedMs };
    return { lagMs: at - shown.at, shares };
  }
}
