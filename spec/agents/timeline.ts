/** The events of one adapter in order: states, screen changes, and output. */
import type { Client, Notifications } from '#client/index.ts';
import { systemClock } from '#platform/clock.ts';
import { TurnCollector } from '../plugins/claude-code/turnCollector.ts';
import { AdapterReport } from './score/adapterReport.ts';
import { none, type Processor, type Shares } from './score/processor.ts';

/** A point in time, and how long the processes had waited for a CPU until then. */
export interface TimelinePoint {
  /** On the monotonic clock. */
  readonly at: number;
  /** Sum over all threads since they started. */
  readonly waitedMs: number;
}

export interface ReportedState extends TimelinePoint {
  readonly state: string;
  readonly sequence: number;
  readonly lastIntent: string | null;
  readonly wall: number;
  /** Delay since the change of the screen from which the state was read. */
  readonly lagMs: number;
  /** CPU time of the server and of this process in that delay. */
  readonly shares: Shares;
}

interface ScreenChange {
  readonly sequence: number;
  readonly at: number;
  readonly shares: Shares;
}

export interface StateDuration {
  readonly state: string;
  readonly ms: number;
  /** How long the processes waited for a CPU in that time: the sum over all threads. */
  readonly waitedMs: number;
}

export interface Listener {
  output?(text: string): void;
  stateChanged?(sighted: ReportedState): void;
}

export class Timeline {
  readonly states: ReportedState[] = [];
  /** Assembles the turn events. */
  readonly collector = new TurnCollector();
  readonly report = new AdapterReport();
  readonly #changes: ScreenChange[] = [];
  readonly #listener: Listener;
  readonly #processor: Pick<Processor, 'shares' | 'waitedMs'>;
  /** Index of the first screen change without a reported state. One report may cover several changes. */
  #nextChange = 0;

  constructor(client: Client, processor: Pick<Processor, 'shares' | 'waitedMs'>, listener: Listener) {
    this.#processor = processor;
    this.#listener = listener;
    client.on('session.changed', (changed) => this.#screenChanged(changed));
    client.on('adapter.state_changed', (changed) => this.#stateChanged(changed));
    client.on('session.output', ({ output }) => listener.output?.(output));
  }

  get current(): ReportedState | undefined {
    return this.states.at(-1);
  }

  point(): TimelinePoint {
    return { at: systemClock.now(), waitedMs: this.#processor.waitedMs() };
  }

  /** Returns how long each reported state lasted between two times, including the current one at the first time. */
  between(from: TimelinePoint, to: TimelinePoint): readonly StateDuration[] {
    const first = Math.max(
      0,
      this.states.findLastIndex(({ at }) => at <= from.at),
    );
    return this.states.slice(first).flatMap((reported, index) => {
      const begin = later(reported, from);
      const end = earlier(this.states[first + index + 1] ?? to, to);
      if (end.at <= begin.at) return [];
      return [
        {
          state: reported.state,
          ms: end.at - begin.at,
          waitedMs: Math.max(0, end.waitedMs - begin.waitedMs),
        },
      ];
    });
  }

  #screenChanged({ sequence }: Notifications['session.changed']): void {
    this.#changes.push({ sequence, at: systemClock.now(), shares: this.#processor.shares() });
  }

  #stateChanged({ state: received }: Notifications['adapter.state_changed']): void {
    const point = this.point();
    const { state, sequence, last_intent, events } = received;
    this.collector.receive(events);
    this.report.receive(received);
    while (this.#nextChange < this.#changes.length && this.#changes[this.#nextChange]!.sequence < sequence)
      this.#nextChange += 1;
    const change = this.#changes[this.#nextChange];
    const reported = { ...point, state, sequence, lastIntent: last_intent, wall: systemClock.wall() };
    this.states.push({ ...reported, ...this.#lagSince(change, point.at) });
    this.#listener.stateChanged?.(this.states.at(-1)!);
  }

  #lagSince(change: ScreenChange | undefined, at: number): Pick<ReportedState, 'lagMs' | 'shares'> {
    if (!change) return { lagMs: 0, shares: none };
    const { ranMs, waitedMs } = this.#processor.shares();
    const { shares: before } = change;
    const shares = { ranMs: ranMs - before.ranMs, waitedMs: waitedMs - before.waitedMs };
    return { lagMs: at - change.at, shares };
  }
}

const later = (one: TimelinePoint, other: TimelinePoint): TimelinePoint => (other.at > one.at ? other : one);
const earlier = (one: TimelinePoint, other: TimelinePoint): TimelinePoint =>
  other.at < one.at ? other : one;
