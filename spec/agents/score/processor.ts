/**
 * How long threads ran, and how long they were ready to run and had to wait for a processor: the first is ours, the
 * second is what a busy machine adds. The kernel of Linux tells both; elsewhere nothing is known of either.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface Shares {
  readonly ranMs: number;
  /** Of all threads together: several wait at the same time. */
  readonly waitedMs: number;
}

export const none: Shares = { ranMs: 0, waitedMs: 0 };

export class Processor {
  readonly #pids: readonly number[];
  /** Of the engine: they collect and compile beside the others, and nobody waits for them. */
  readonly #beside: ReadonlySet<string>;

  /** Of what these processes run from now on: their main threads, and the threads that they begin. */
  constructor(pids: readonly number[]) {
    this.#pids = pids;
    const mains = new Set(pids.map(String));
    this.#beside = new Set(pids.flatMap(threadsOf).filter((thread) => !mains.has(thread)));
  }

  /** Both only grow. */
  shares(): Shares {
    let [ran, waited] = [0, 0];
    for (const pid of this.#pids)
      for (const thread of threadsOf(pid)) {
        if (this.#beside.has(thread)) continue;
        const [itsRan = 0, itsWaited = 0] = numbersIn(`/proc/${pid}/task/${thread}/schedstat`);
        ran += itsRan;
        waited += itsWaited;
      }
    return { ranMs: ran / 1e6, waitedMs: waited / 1e6 };
  }
}

/** Not every system has such files. */
function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** "ran waited slices", in nanoseconds; nothing of a thread that has ended meanwhile. */
function numbersIn(path: string): readonly number[] {
  try {
    return readFileSync(path, 'latin1').split(' ').map(Number);
  } catch {
    return [];
  }
}
