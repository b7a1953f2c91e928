/**
 * One program for whoever connects: what a daemon of termwright is. It ends when a client closes it, and some time
 * after its program when nobody is connected.
 */

import { limits } from '../../core/limits.ts';
import type { Session } from '../../core/session/session.ts';
import { closedFault } from '../../core/session/sessionFaults.ts';
import type { World } from '../../core/world.ts';

export interface DaemonOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly rows: number;
  readonly cols: number;
  /** How long it stays without a client after its program has ended. */
  readonly lingerMs: number;
}

export class Daemon {
  readonly core: World;
  /** Kept when it has ended. */
  readonly ended: Promise<void>;
  readonly #session: Session;
  readonly #lingerMs: number;
  #end!: () => void;
  #guests = 0;
  #disarm = () => {};

  constructor(core: World, { program, args, rows, cols, lingerMs }: DaemonOptions) {
    this.core = core;
    this.#lingerMs = lingerMs;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#session = core.open({
      spawn: {
        program,
        args,
        env: {},
        clearEnv: false,
        size: { rows, cols, pixelWidth: 0, pixelHeight: 0 },
      },
      tags: [],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
    });
    this.#session.onExit(() => this.#linger());
    const deaf = core.sessions.listen((session, news) => {
      if (news === 'closed' && session === this.#session) this.#linger();
    });
    void this.ended.then(deaf);
  }

  /** Others may have closed it: whoever reads a screen needs one. */
  get session(): Session {
    if (this.#session.closed) throw closedFault(this.#session);
    return this.#session;
  }

  readonly arrive = (): (() => void) => {
    this.#guests += 1;
    this.#stay();
    return () => {
      this.#guests -= 1;
      this.#linger();
    };
  };

  async close(): Promise<void> {
    await this.core.sessions.close(this.#session);
    this.#end();
  }

  /** Of a session that was closed there is nothing to come back for. */
  #linger(): void {
    this.#stay();
    if (this.#session.exit === null || this.#guests > 0) return;
    if (this.#session.closed) this.#end();
    else this.#disarm = this.core.clock.after(this.#lingerMs, this.#end);
  }

  #stay(): void {
    this.#disarm();
    this.#disarm = () => {};
  }
}
