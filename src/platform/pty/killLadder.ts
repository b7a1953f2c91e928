/**
 * Ends a family of processes, kindly at first. It ends early at the leader's exit when nobody is left. Of the
 * others' ends no system call tells us, so there are steps that only look.
 */
import { limits } from '../../core/limits.ts';
import type { Clock } from '../clock.ts';
import type { SignalName } from '../signals.ts';
import type { Family } from './family.ts';
import { type Census, census } from './processes.ts';

interface Step {
  readonly atMs: number;
  readonly signals: readonly SignalName[];
}

/** Most that obey have ended by the first; the second is for those that tidy up. */
const looks = (after: number): readonly Step[] => [
  { atMs: after + 50, signals: [] },
  { atMs: after + 250, signals: [] },
];

/** A stopped process acts on a signal only when it is continued. */
const steps: readonly Step[] = [
  { atMs: 0, signals: ['SIGHUP', 'SIGCONT'] },
  ...looks(0),
  { atMs: limits.killHangupMs, signals: ['SIGTERM', 'SIGCONT'] },
  ...looks(limits.killHangupMs),
  { atMs: limits.killTermMs, signals: ['SIGKILL'] },
];

/** A killed leader that is still not gone sits in the kernel, and nothing more can be done about it. */
const giveUpMs = limits.killTermMs + limits.killHangupMs;

export class KillLadder {
  readonly done: Promise<void>;
  readonly #family: Family;
  readonly #clock: Clock;
  readonly #leaderEnded: () => boolean;
  #finish: () => void = () => {};
  #disarm: () => void = () => {};
  #killed = false;

  constructor(family: Family, leaderEnded: () => boolean, clock: Clock) {
    this.#family = family;
    this.#leaderEnded = leaderEnded;
    this.#clock = clock;
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#climb(0);
  }

  onLeaderExit(): void {
    if (this.#killed || this.#family.isGone()) this.#end();
  }

  #climb(index: number): void {
    const step = steps[index];
    if (step === undefined || this.#isDone()) {
      this.#end();
      return;
    }
    if (step.signals.includes('SIGKILL')) this.#kill();
    else if (step.signals.length > 0) this.#family.send(step.signals, sharedCensus());
    const next = steps[index + 1]?.atMs ?? giveUpMs;
    this.#disarm = this.#clock.after(next - step.atMs, () => this.#climb(index + 1));
    if (this.#killed && this.#leaderEnded()) this.#end();
  }

  #kill(): void {
    this.#killed = true;
    this.#family.kill();
  }

  #isDone(): boolean {
    return this.#leaderEnded() && this.#family.isGone();
  }

  #end(): void {
    this.#disarm();
    this.#finish();
  }
}

/**
 * Looking at every process takes milliseconds, and a server that stops climbs all its ladders in one turn: they share
 * one look. An older one would miss children, and those without a tag for good.
 */
let shared: Census | undefined;

function sharedCensus(): Census {
  if (shared === undefined) {
    shared = census();
    queueMicrotask(() => {
      shared = undefined;
    });
  }
  return shared;
}
