/**
 * Measures how long threads ran, and how long they were runnable but waited for a CPU. The first is our cost, the second
 * the load of the machine. Only the Linux kernel reports both.
 */
import { readdirSync, readFileSync } from 'node:fs';

export interface Shares {
  readonly ranMs: number;
  /** Sum over all threads, of which several may wait at the same time. */
  readonly waitedMs: number;
}

export const none: Shares = { ranMs: 0, waitedMs: 0 };

export class Processor {
  readonly #pids: readonly number[];
  /** Processes of which only the waiting time counts. */
  readonly #others: number[] = [];
  /** The last value of each thread in ns, so that a thread that ends does not reduce the sum. */
  readonly #waits = new Map<string, number>();
  /** Threads of V8. They collect garbage and compile in parallel, and do not delay the other threads. */
  readonly #engineThreads: ReadonlySet<string>;

  /** Measures the main threads of these processes, and threads that they start from now on. */
  constructor(pids: readonly number[]) {
    this.#pids = pids;
    const mains = new Set(pids.map(String));
    this.#engineThreads = new Set(pids.flatMap(threadsOf).filter((thread) => !mains.has(thread)));
  }

  /** Adds the waiting time of this process. */
  include(pid: number): void {
    this.#others.push(pid);
  }

  /**
   * Returns how long all threads of these processes were runnable but waited for a CPU, plus the time that the host of a
   * virtual machine took from all its CPUs. The sum only grows.
   */
  waitedMs(): number {
    for (const pid of [...this.#pids, ...this.#others])
      for (const thread of threadsOf(pid)) {
        const [, waited] = numbersIn(`/proc/${pid}/task/${thread}/schedstat`);
        if (waited !== undefined) this.#waits.set(thread, waited);
      }
    return [...this.#waits.values()].reduce((sum, waited) => sum + waited, 0) / 1e6 + stolenMs();
  }

  /** Both values only grow. */
  shares(): Shares {
    let [ran, waited] = [0, 0];
    for (const pid of this.#pids)
      for (const thread of threadsOf(pid)) {
        if (this.#engineThreads.has(thread)) continue;
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

/** The kernel counts the time in ticks of 10 ms, in the ninth column of its first line. */
function stolenMs(): number {
  const [, , , , , , , , ticks = 0] = numbersIn('/proc/stat', /\s+/);
  return ticks * 10;
}

/** "ran waited slices" in nanoseconds. Empty for a thread that has ended. */
function numbersIn(path: string, between: string | RegExp = ' '): readonly number[] {
  try {
    return readFileSync(path, 'latin1').split(between).map(Number);
  } catch {
    return [];
  }
}
