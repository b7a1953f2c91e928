/** One run: its folder, its clock, the values that rows share, and its cleanup. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '#platform/clock.ts';
import { randomFrom } from './statistics.ts';

export interface BenchOptions {
  readonly quick: boolean;
  /** Folder for CPU profiles of our servers. */
  readonly profile?: string | undefined;
}

type Ending = () => Promise<void> | void;

export class Bench {
  readonly quick: boolean;
  readonly profile: string | undefined;
  readonly clock: Clock = systemClock;
  readonly random = randomFrom(20);
  /** Short, because socket paths have a length limit. */
  readonly folder = mkdtempSync(join(tmpdir(), 'ptyw-bench-'));
  readonly #endings = new Set<Ending>();
  readonly #shared = new Map<string, unknown>();
  #names = 0;

  constructor({ quick, profile }: BenchOptions) {
    this.quick = quick;
    this.profile = profile;
  }

  /** Returns an unused path in the folder. */
  path(suffix: string): string {
    return join(this.folder, `${++this.#names}.${suffix}`);
  }

  /** Creates a shared value once per run. */
  once<T>(name: string, make: () => T): T {
    if (!this.#shared.has(name)) this.#shared.set(name, make());
    return this.#shared.get(name) as T;
  }

  /** Calls `ending` when the run ends, or earlier when the returned function is called. */
  owns(ending: Ending): () => Promise<void> {
    this.#endings.add(ending);
    return async () => {
      if (this.#endings.delete(ending)) await ending();
    };
  }

  span(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve));
  }

  async close(): Promise<void> {
    for (const ending of [...this.#endings].reverse()) await ending();
    this.#endings.clear();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
