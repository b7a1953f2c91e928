/** The events of one adapter in order: states, screen changes, and output. */
import type { Client, Notifications } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { TurnCollector } from '../plugins/claude-code/turnCollector.ts';
import { Account } from './score/account.ts';
import { none, type Processor, type Shares } from './score/processor.ts';

/** A point in time, and how long the processes had waited for a processor until then. */
export interface TimelinePoint {
  /** On the monotonic clock. */
  readonly at: number;
  /** Sum over all threads since they started. */
  readonly waitedMs: number;
}

export interface Sighted extends TimelinePoint {
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
  readonly messages = new TurnCollector();
  readonly account = new Account();
  readonly #changes: Changed[] = [];
  readonly #listener: Listener;
  readonly #processor: Pick<Processor, 'shares' | 'waitedMs'>;
  /** Several sequences may be reported as one. */
  #received = 0;

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

  point(): TimelinePoint {
    return { at: systemClock.now(), waitedMs: this.#processor.waitedMs() };
  }

  /** How long each reported state lasted between two times, including the one that held at the first. */
  between(from: TimelinePoint, to: TimelinePoint): readonly Lasted[] {
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

  #said({ state: received }: Notifications['adapter.state_changed']): void {
    const point = this.point();
    const { state, sequence, last_intent, events } = received;
    this.messages.receive(events);
    this.account.receive(received);
    while (this.#received < this.#changes.length && this.#changes[this.#received]!.sequence < sequence)
      this.#received += 1;
    const visible = this.#changes[this.#received];
    const sighted = { ...point, state, sequence, lastIntent: last_intent, wall: systemClock.wall() };
    this.states.push({ ...sighted, ...this.#lagSince(visible, point.at) });
    this.#listener.said?.(this.states.at(-1)!);
  }

  #lagSince(visible: Changed | undefined, at: number): Pick<Sighted, 'lagMs' | 'shares'> {
    if (!visible) return { lagMs: 0, shares: none };
    const { ranMs, waitedMs } = this.#processor.shares();
    const { shares: before } = visible;
    const shares = { ranMs: ranMs - before.ranMs, waitedMs: waitedMs - before.waitedMs };
    return { lagMs: at - visible.at, shares };
  }
}

const later = (one: TimelinePoint, other: TimelinePoint): TimelinePoint => (other.at > one.at ? other : one);
const earlier = (one: TimelinePoint, other: TimelinePoint): TimelinePoint =>
  other.at < one.at ? other : one;
