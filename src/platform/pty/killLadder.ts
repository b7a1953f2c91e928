/**
 * Ends a family of processes, kindly at first. It ends early at the leader's exit when nobody is left; for
 * others nobody reports an end, so they are looked for at the steps.
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

/** A stopped process acts on a signal only when it is continued. */
const steps: readonly Step[] = [
  { atMs: 0, signals: ['SIGHUP', 'SIGCONT'] },
  { atMs: limits.killHangupMs, signals: ['SIGTERM', 'SIGCONT'] },
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
    else this.#family.send(step.signals, recentCensus(this.#clock));
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

/** Looking at every process takes milliseconds, and a server that stops climbs all its ladders at once. */
const recentMs = 20;
let recent: { readonly at: number; readonly clock: Clock; readonly all: Census } | undefined;

function recentCensus(clock: Clock): Census {
  const at = clock.now();
  if (recent === undefined || recent.clock !== clock || at - recent.at > recentMs)
    recent = { at, clock, all: census() };
  return recent.all;
}
