/**
 * Measures how long threads ran, and how long they were runnable but waited for a processor. The first is our cost, the
 * second the load of the machine. Only the Linux kernel reports both.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface Shares {
  readonly ranMs: number;
  /** Sum over all threads. Several wait at the same time. */
  readonly waitedMs: number;
}

export const none: Shares = { ranMs: 0, waitedMs: 0 };

export class Processor {
  readonly #pids: readonly number[];
  /** Threads of the engine. They collect garbage and compile in parallel, and do not delay the others. */
  readonly #beside: ReadonlySet<string>;

  /** Measures the main threads of these processes, and threads that they start from now on. */
  constructor(pids: readonly number[]) {
    this.#pids = pids;
    const mains = new Set(pids.map(String));
    this.#beside = new Set(pids.flatMap(threadsOf).filter((thread) => !mains.has(thread)));
  }

  /** Both values only grow. */
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

/** Not every system has these files. */
function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** "ran waited slices" in nanoseconds. Empty for a thread that has ended. */
function numbersIn(path: string): readonly number[] {
  try {
    return readFileSync(path, 'latin1').split(' ').map(Number);
  } catch {
    return [];
  }
}
