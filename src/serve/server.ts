/** The composition root: one world, and any number of connections to it in whatever dialect their listener speaks. */
import type { Readable, Writable } from 'node:stream';
import { sentences } from '../core/faults.ts';
import { limits } from '../core/limits.ts';
import { World, type WorldOptions } from '../core/world.ts';
import { ptywright } from '../dialects/ptywright/index.ts';
import type { Line } from '../rpc/lineCaller.ts';
import { type Channel, openChannel } from '../wire/channel.ts';
import type { Message, Outcome, Params } from '../wire/envelope.ts';
import type { Framing } from '../wire/framing.ts';
import { Crowd } from './crowd.ts';
import { Calls, Journal, type JournalTerms, type Visitor } from './journal.ts';
import type { PageListener } from './pageListener.ts';
import { type Carrier, type Rules, type Spoken, type Stranger, spoken } from './spoken.ts';
import { type Terms, type Transport, tongues } from './tongues.ts';

export interface ServerOptions extends WorldOptions {
  /** Holds each reply against its declared shape; for specs. */
  readonly checkReplies?: boolean;
  /** Where what goes on is told; without it nothing is noted. */
  readonly journal?: JournalTerms | undefined;
}

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  readonly transport?: Transport;
  /** Anybody may have come: a frame that was begun must be finished. */
  readonly framesExpire?: boolean;
  /** It has asked once, and hears nothing but the reply. */
  readonly repliesOnly?: boolean;
  /** The address, or the network, of somebody who came over the web. */
  readonly from?: string;
}

/** Somebody who is connected. */
interface Guest {
  readonly spoken: Spoken;
  readonly channel: Channel;
  readonly gone: Promise<void>;
  readonly over: 'web' | 'socket';
}

export class Server {
  readonly world: World;
  /** For those who come by no listener. */
  readonly native: Spoken;
  readonly #options: ServerOptions;
  readonly #answering = new WeakMap<Spoken, (line: Line, stranger?: Stranger) => Carrier>();
  readonly #guests = new Set<Guest>();
  readonly #strangers = new Crowd<Channel>(limits.strangers, (channel) => channel.destroy());
  readonly #journal: Journal | undefined;
  #page: Promise<PageListener> | undefined;
  #closing = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.world = new World(options);
    this.#journal = options.journal && new Journal(options.journal, this.world);
    this.native = spoken(ptywright, this.world);
    this.world.openPage = (port) => this.#openPage(port);
    this.world.closePage = () => this.#closePage();
  }

  get connections(): number {
    return this.#guests.size;
  }

  /**
   * Nobody on the web keeps the owner of a socket out, and no stranger those who are none: each kind has a share of
   * its own. `besides` are clients of the same kind that are no guests.
   */
  hasRoom(over: 'web' | 'socket', besides = 0): boolean {
    const here = [...this.#guests].filter((one) => one.over === over && !this.#strangers.has(one.channel));
    return here.length + besides < limits.connections;
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** How a listener speaks a dialect, with what it has to itself, such as a program. */
  async learn(dialect: string): Promise<(terms: Terms) => Spoken> {
    const { speak } = await tongues.get(dialect)!.learn();
    return (terms) => speak(this.world, terms);
  }

  /** Serves one client; the promise is kept when it has left. */
  accept(spoken: Spoken, { from, transport, ...streams }: Streams): Promise<void> {
    const { envelope } = spoken;
    let left!: () => void;
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const leave = spoken.arrive?.();
    const noted = this.#journal?.arrived({ transport: transport ?? 'in process', dialect: spoken.name });
    const channel = openChannel(
      { ...streams, envelope, limits, timer: this.world.clock },
      {
        message: (message) => {
          noted?.calls.heard(message, channel);
          carrier.message(message);
        },
        ...(noted && { answered: (own, outcome) => noted.calls.answered(own, outcome) }),
        drained: () => carrier.drained(),
        idle: () => carrier.idled(),
        closed: (why) =>
          carrier.closed(() => {
            noted?.left(why);
            this.#guests.delete(guest);
            admitted();
            leave?.();
            left();
          }),
      },
    );
    const admitted = spoken.meet ? this.#beware(channel, from ?? '') : () => {};
    const carrier = this.#carry(spoken, channel, { from: from ?? '', admitted });
    const guest: Guest = { spoken, channel, gone, over: from === undefined ? 'socket' : 'web' };
    this.#guests.add(guest);
    return gone;
  }

  /** Somebody who takes the bytes of a session and calls nothing; what comes back is to be called when he has left. */
  noteBytes(visitor: Visitor): () => void {
    return this.#journal?.arrived(visitor).left ?? (() => {});
  }

  /** One call of somebody who has no connection, and may lose interest. */
  call(
    spoken: Spoken,
    method: string,
    params: Params,
    onGone: (listener: () => void) => void,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const calls = this.#journal && new Calls(this.#journal, { transport: 'http' });
      const reply = (own: number, outcome: Outcome) => {
        calls?.answered(own, outcome);
        resolve(outcome);
      };
      const carrier = this.#carry(spoken, {
        repliesOnly: true,
        clogged: false,
        idle: true,
        reply,
        notify: () => {},
        end: () => {},
      });
      onGone(() => carrier.closed(() => {}));
      const message: Message = { jsonrpc: '2.0', id: 1, method, params };
      calls?.heard(message);
      carrier.message(message);
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

  /** Somebody who has to show who he is, until what comes back is called: not for ever, and not as one of too many. */
  #beware(channel: Channel, from: string): () => void {
    this.#strangers.add(channel, from);
    const disarm = this.world.clock.after(limits.authenticateMs, () => channel.end());
    return () => {
      disarm();
      this.#strangers.delete(channel);
    };
  }

  #carry(spoken: Spoken, line: Line, stranger?: Stranger): Carrier {
    const known = this.#answering.get(spoken) ?? spoken.answering(this.#rules());
    this.#answering.set(spoken, known);
    return known(line, stranger);
  }

  #rules(): Rules {
    const { world } = this;
    return {
      grants: world.grants as ReadonlySet<string>,
      redact: world.redaction,
      sentences,
      checkReplies: this.#options.checkReplies ?? false,
      log: (method, problem) =>
        this.#options.log(`${method} failed`, { problem: String((problem as Error)?.stack ?? problem) }),
    };
  }
}
