/** The composition root: one world, and any number of connections to it in whatever dialect their listener speaks. */
import type { Readable, Writable } from 'node:stream';
import { limits } from '../core/limits.ts';
import { World, type WorldOptions } from '../core/world.ts';
import { ptywright } from '../dialects/ptywright/index.ts';
import { Connection } from '../rpc/connection.ts';
import type { Dialect } from '../rpc/dialect.ts';
import { Dispatch } from '../rpc/dispatch.ts';
import { type Channel, openChannel } from '../wire/channel.ts';
import type { Framing } from '../wire/framing.ts';

/** Every dialect that a listener may name. */
export const dialects: ReadonlyMap<string, Dialect<World>> = new Map([[ptywright.name, ptywright]]);

export interface ServerOptions extends WorldOptions {
  /** Holds each reply against its declared shape; for specs. */
  readonly checkReplies?: boolean;
}

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  /** Anybody may have come: a frame that was begun must be finished. */
  readonly framesExpire?: boolean;
}

export class Server {
  readonly world: World;
  readonly #options: ServerOptions;
  readonly #dispatches = new Map<string, Dispatch<World>>();
  readonly #open = new Map<Connection<World>, { readonly channel: Channel; readonly gone: Promise<void> }>();

  constructor(options: ServerOptions) {
    this.#options = options;
    this.world = new World(options);
  }

  get connections(): number {
    return this.#open.size;
  }

  /** Serves one client; the promise is kept when it has left. */
  accept(dialect: string, { input, output, framing, framesExpire }: Streams): Promise<void> {
    let left!: () => void;
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const channel = openChannel(
      { input, output, framing, limits, timer: this.world.clock, framesExpire },
      {
        message: (message) => connection.message(message),
        drained: () => connection.drained(),
        closed: () =>
          connection.closed(() => {
            this.#open.delete(connection);
            left();
          }),
      },
    );
    const connection = new Connection(channel, this.#dispatch(dialect));
    this.#open.set(connection, { channel, gone });
    return gone;
  }

  /** Ends the sessions, which answers those who wait for them, and then the connections. */
  async close(): Promise<void> {
    await this.world.close();
    const open = [...this.#open.values()];
    for (const { channel } of open) channel.end();
    // One that reads nothing is left behind: the others, and whoever ended the server, need not wait for it.
    const disarm = this.world.clock.after(limits.lastAnswersMs, () => {
      for (const { channel } of open) channel.destroy();
    });
    await Promise.all(open.map(({ gone }) => gone));
    disarm();
  }

  #dispatch(name: string): Dispatch<World> {
    const known = this.#dispatches.get(name);
    if (known) return known;
    const { world } = this;
    const dispatch = new Dispatch({
      dialect: dialects.get(name)!,
      world,
      grants: world.grants as ReadonlySet<string>,
      redact: world.redaction,
      checkReplies: this.#options.checkReplies ?? false,
      log: (method, problem) =>
        this.#options.log(`${method} failed`, { problem: String((problem as Error)?.stack ?? problem) }),
    });
    this.#dispatches.set(name, dispatch);
    return dispatch;
  }
}
