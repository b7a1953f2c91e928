/** The events of one adapter in order: states, screen changes, and output. */
import type { Client, Notifications } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { Heard } from '../plugins/claude-code/heard.ts';
import { Account } from './score/account.ts';
import { none, type Processor, type Shares } from './score/processor.ts';

/** A point in time, and how long the processes had waited for a processor until then. */
export interface Moment {
  /** On the monotonic clock. */
  readonly at: number;
  /** Sum over all threads since they started. */
  readonly waitedMs: number;
}

export interface Sighted extends Moment {
  readonly state: string;
  readonly sequence: number;
  readonly lastIntent: string | null;
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

export interface Lasted {
  readonly state: string;
  readonly ms: number;
  /** How long the processes waited for a processor in that time. Threads that waited at once are added up. */
  readonly waitedMs: number;
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
  readonly #processor: Pick<Processor, 'shares' | 'waitedMs'>;
  /** Several sequences may be reported as one. */
  #told = 0;

  constructor(client: Client, processor: Pick<Processor, 'shares' | 'waitedMs'>, listener: Listener) {
    this.#processor = processor;
    this.#listener = listener;
    client.on('session.changed', (changed) => this.#changed(changed));
    client.on('adapter.state_changed', (changed) => this.#said(changed));
    client.on('session.output', ({ output }) => listener.printed?.(output));
  }

  get now(): Sighted | undefined {
    return this.states.at(-1);
  }

  moment(): Moment {
    return { at: systemClock.now(), waitedMs: this.#processor.waitedMs() };
  }

  /** How long each reported state lasted between two times, including the one that held at the first. */
  between(from: Moment, to: Moment): readonly Lasted[] {
    const first = Math.max(
      0,
      this.states.findLastIndex(({ at }) => at <= from.at),
    );
    return this.states.slice(first).flatMap((sighted, place) => {
      const begin = later(sighted, from);
      const end = earlier(this.states[first + place + 1] ?? to, to);
      if (end.at <= begin.at) return [];
      return [
        { state: sighted.state, ms: end.at - begin.at, waitedMs: Math.max(0, end.waitedMs - begin.waitedMs) },
      ];
    });
  }

  #changed({ sequence }: Notifications['session.changed']): void {
    this.#changes.push({ sequence, at: systemClock.now(), shares: this.#processor.shares() });
  }

  #said({ state: told }: Notifications['adapter.state_changed']): void {
    const moment = this.moment();
    const { state, sequence, last_intent, events } = told;
    this.heard.hear(events);
    this.account.hear(told);
    while (this.#told < this.#changes.length && this.#changes[this.#told]!.sequence < sequence)
      this.#told += 1;
    const shown = this.#changes[this.#told];
    const sighted = { ...moment, state, sequence, lastIntent: last_intent, wall: systemClock.wall() };
    this.states.push({ ...sighted, ...this.#lagSince(shown, moment.at) });
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

const later = (one: Moment, other: Moment): Moment => (other.at > one.at ? other : one);
const earlier = (one: Moment, other: Moment): Moment => (other.at < one.at ? other : one);
