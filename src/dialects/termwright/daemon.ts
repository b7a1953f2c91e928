/**
 * A termwright daemon: one program that all its clients share. It ends when a client closes it, or some time after its
 * program has ended and the last client has left.
 */

import type { Core } from '#core.ts';
import { createDeferred, type Disposable } from '#platform/lifetimes.ts';
import type { Session } from '#session/session.ts';
import { closedFault } from '#session/waits.ts';

interface DaemonOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly rows: number;
  readonly cols: number;
  /** How long, in milliseconds, it stays without a client after its program has ended. */
  readonly lingerMs: number;
}

export class Daemon {
  readonly core: Core;
  readonly #session: Session;
  readonly #lingerMs: number;
  readonly #end = createDeferred();
  /** Resolves when the daemon has ended. */
  readonly ended = this.#end.promise;
  #connections = 0;
  #lingerTimer: Disposable | undefined;

  constructor(core: Core, { program, args, rows, cols, lingerMs }: DaemonOptions) {
    this.core = core;
    this.#lingerMs = lingerMs;
    this.#session = core.openSession({ spawn: { program, args, size: { rows, cols } } });
    this.#session.onExit(() => this.#startLinger());
    this.#session.onUpdate((update) => update === 'closed' && this.#startLinger());
  }

  /** Raises SessionClosed if the session was closed, for example by a client of another listener. */
  get session(): Session {
    if (this.#session.closed) throw closedFault(this.#session);
    return this.#session;
  }

  readonly onConnect = (): (() => void) => {
    this.#connections += 1;
    this.#stopLinger();
    return () => {
      this.#connections -= 1;
      this.#startLinger();
    };
  };

  async close(): Promise<void> {
    await this.core.sessions.close(this.#session);
    this.#end.resolve();
  }

  /** A closed session ends the daemon at once: a new client would find nothing to read. */
  #startLinger(): void {
    this.#stopLinger();
    if (this.#session.exit === null || this.#connections > 0) return;
    if (this.#session.closed) this.#end.resolve();
    else this.#lingerTimer = this.core.clock.after(this.#lingerMs, this.#end.resolve);
  }

  #stopLinger(): void {
    this.#lingerTimer?.dispose();
    this.#lingerTimer = undefined;
  }
}
