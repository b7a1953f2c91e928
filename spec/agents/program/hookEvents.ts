/**
 * Collects the expected results: hooks of the agent write one file per event, or the stub reports its replies. Wakes
 * callers that wait for an event.
 */
import { type FSWatcher, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#platform/clock.ts';

export interface HookEvent {
  readonly name: string;
  /** When the hook started, or when the stub replied. */
  readonly at: number;
  readonly tool: string | undefined;
  readonly prompt: string | undefined;
}

export class HookEvents {
  readonly events: HookEvent[] = [];
  readonly #folder: string;
  readonly #watcher: FSWatcher;
  readonly #filesRead = new Set<string>();
  readonly #waiting = new Set<() => void>();

  constructor(folder: string) {
    this.#folder = folder;
    this.#watcher = watch(folder, () => this.#read());
  }

  /** Returns the events after the first `count`. */
  since(count: number): readonly HookEvent[] {
    return this.events.slice(count);
  }

  /** Returns the names that did not arrive in time. */
  async wait(names: readonly string[], from: number, ms: number): Promise<readonly string[]> {
    const until = systemClock.now() + ms;
    for (;;) {
      const missing = this.missing(names, from);
      const remainingMs = until - systemClock.now();
      if (missing.length === 0 || remainingMs <= 0) return missing;
      await this.#change(remainingMs);
    }
  }

  /** Returns the names without an event. A name that is listed twice must arrive twice. */
  missing(names: readonly string[], from: number): readonly string[] {
    const received = this.since(from).map(({ name }) => name);
    return names.filter((name) => {
      const at = received.indexOf(name);
      if (at >= 0) received.splice(at, 1);
      return at < 0;
    });
  }

  receive(event: HookEvent): void {
    this.events.push(event);
    for (const done of [...this.#waiting]) done();
  }

  close(): void {
    this.#watcher.close();
  }

  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = systemClock.after(ms, () => done());
      const done = () => {
        this.#waiting.delete(done);
        timer.dispose();
        resolve();
      };
      this.#waiting.add(done);
    });
  }

  #read(): void {
    const added = readdirSync(this.#folder)
      .filter((name) => !name.startsWith('.') && !this.#filesRead.has(name))
      .sort();
    for (const name of added) {
      this.#filesRead.add(name);
      this.events.push(parseHookEvent(name, readFileSync(join(this.#folder, name), 'utf8')));
    }
    if (added.length > 0) for (const done of [...this.#waiting]) done();
  }
}

function parseHookEvent(file: string, text: string): HookEvent {
  const { hook_event_name: name = 'unreadable', tool_name: tool, prompt } = fieldsOf(text);
  return { name, at: Number(file.split('-')[0]), tool, prompt };
}

function fieldsOf(text: string): { hook_event_name?: string; tool_name?: string; prompt?: string } {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
