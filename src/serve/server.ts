/** The composition root: one world, and any number of connections to it in whatever dialect their listener speaks. */
import type { Readable, Writable } from 'node:stream';
import { limits } from '../core/limits.ts';
import { World, type WorldOptions } from '../core/world.ts';
import type { Line } from '../rpc/lineCaller.ts';
import { type Channel, openChannel } from '../wire/channel.ts';
import type { Outcome, Params } from '../wire/envelope.ts';
import type { Framing } from '../wire/framing.ts';
import { plainOptions } from './listener.ts';
import type { PageListener } from './pageListener.ts';
import type { Carrier, Rules, Spoken } from './spoken.ts';
import { type Terms, tongues } from './tongues.ts';

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

/** Somebody who is connected. */
interface Guest {
  readonly spoken: Spoken;
  readonly channel: Channel;
  readonly gone: Promise<void>;
}

export class Server {
  readonly world: World;
  readonly #options: ServerOptions;
  readonly #spoken = new Map<string, Spoken>();
  readonly #answering = new WeakMap<Spoken, (line: Line) => Carrier>();
  readonly #guests = new Set<Guest>();
  #page: Promise<PageListener> | undefined;
  #closing = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.world = new World(options);
    this.world.openPage = (port) => this.#openPage(port);
    this.world.closePage = () => this.#closePage();
  }

  get connections(): number {
    return this.#guests.size;
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** A dialect for one listener, with what that has to itself, such as a program. */
  speak(dialect: string, terms: Terms): Spoken {
    return tongues.get(dialect)!.speak(this.world, terms);
  }

  /** Serves one client; the promise is kept when it has left. A dialect by its name is that of the whole world. */
  accept(dialect: string | Spoken, { input, output, framing, framesExpire }: Streams): Promise<void> {
    const spoken = typeof dialect === 'string' ? this.#shared(dialect) : dialect;
    const { envelope } = spoken;
    let left!: () => void;
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const leave = spoken.arrive?.();
    const channel = openChannel(
      { input, output, framing, envelope, limits, timer: this.world.clock, framesExpire },
      {
        message: (message) => carrier.message(message),
        drained: () => carrier.drained(),
        idle: () => carrier.idled(),
        closed: () =>
          carrier.closed(() => {
            this.#guests.delete(guest);
            leave?.();
            left();
          }),
      },
    );
    const carrier = this.#carry(spoken, channel);
    const guest: Guest = { spoken, channel, gone };
    this.#guests.add(guest);
    return gone;
  }

  /** One call of somebody who has no connection, and may lose interest. */
  call(
    spoken: Spoken,
    method: string,
    params: Params,
    onGone: (listener: () => void) => void,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const reply = (_: number, outcome: Outcome) => resolve(outcome);
      const carrier = this.#carry(spoken, {
        clogged: false,
        idle: true,
        reply,
        notify: () => {},
        end: () => {},
      });
      onGone(() => carrier.closed(() => {}));
      carrier.message({ jsonrpc: '2.0', id: 1, method, params });
    });
  }

  /** Sends those away who came by one listener; what they asked for is still answered. */
  async dismiss(spoken: Spoken): Promise<void> {
    const guests = [...this.#guests].filter((guest) => guest.spoken === spoken);
    for (const { channel } of guests) channel.finish();
    await this.#gone(guests);
  }

  /** Ends the sessions, which answers those who wait for them, and then the connections. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.world.close();
    const guests = [...this.#guests];
    for (const { channel } of guests) channel.end();
    await this.#gone(guests);
    await this.#closePage();
  }

  /** Most servers are never asked for it, and need not load what it takes. One that failed may be tried again. */
  async #openPage(port: number): Promise<string> {
    this.#page ??= import('./pageListener.ts').then(({ listenForPage }) => listenForPage(this, port));
    const asked = this.#page;
    try {
      return (await asked).url;
    } catch (problem) {
      if (this.#page === asked) this.#page = undefined;
      throw problem;
    }
  }

  async #closePage(): Promise<boolean> {
    const page = await this.#page?.catch(() => undefined);
    this.#page = undefined;
    await page?.close();
    return page !== undefined;
  }

  /** One that reads nothing is left behind: the others, and whoever ended the server, need not wait for it. */
  async #gone(guests: readonly Guest[]): Promise<void> {
    const disarm = this.world.clock.after(limits.lastAnswersMs, () => {
      for (const { channel } of guests) channel.destroy();
    });
    await Promise.all(guests.map(({ gone }) => gone));
    disarm();
  }

  #shared(dialect: string): Spoken {
    const known = this.#spoken.get(dialect);
    if (known) return known;
    const spoken = this.speak(dialect, { options: plainOptions(tongues.get(dialect)!), command: [] });
    this.#spoken.set(dialect, spoken);
    return spoken;
  }

  #carry(spoken: Spoken, line: Line): Carrier {
    const known = this.#answering.get(spoken) ?? spoken.answering(this.#rules());
    this.#answering.set(spoken, known);
    return known(line);
  }

  #rules(): Rules {
    const { world } = this;
    return {
      grants: world.grants as ReadonlySet<string>,
      redact: world.redaction,
      checkReplies: this.#options.checkReplies ?? false,
      log: (method, problem) =>
        this.#options.log(`${method} failed`, { problem: String((problem as Error)?.stack ?? problem) }),
    };
  }
}
