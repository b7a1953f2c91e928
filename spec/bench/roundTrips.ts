/** Requests whose replies all have the same length, so that the client only counts bytes. */
import type { Socket } from 'node:net';
import { quantile } from './statistics.ts';

export interface Framed {
  /** A request with this id, which has six digits. */
  request(id: number): string;
  /** Whether this is a complete reply. */
  isWhole(reply: string): boolean;
}

const body = (id: number) => `{"jsonrpc":"2.0","id":${id},"method":"session.list"}`;

export const asLine: Framed = {
  request: (id) => `${body(id)}\n`,
  isWhole: (reply) => reply.endsWith('\n'),
};

export const withLength: Framed = {
  request: (id) => `Content-Length: ${body(id).length}\r\n\r\n${body(id)}`,
  isWhole: (reply) => {
    const [, length, content] = /^Content-Length: (\d+)\r\n\r\n(.*)$/s.exec(reply) ?? [];
    return content?.length === Number(length);
  },
};

const firstId = 100_000;

export class Requests {
  readonly #socket: Socket;
  readonly #framed: Framed;
  #replyBytes = 0;
  #id = firstId;
  #received: (bytes: Buffer) => void = () => {};

  private constructor(socket: Socket, framed: Framed) {
    this.#socket = socket.setNoDelay();
    this.#framed = framed;
    socket.on('data', (bytes: Buffer) => this.#received(bytes));
  }

  /** Measures the length of a reply with the first one. */
  static async over(socket: Socket, framed: Framed): Promise<Requests> {
    const requests = new Requests(socket, framed);
    requests.#replyBytes = await requests.#first();
    return requests;
  }

  /** Microseconds per request, one after the other. */
  oneByOne(count: number): Promise<number> {
    const took: number[] = [];
    let start = 0n;
    return new Promise((resolve) => {
      const next = () => {
        start = process.hrtime.bigint();
        this.#send(1);
      };
      this.#onReplies(() => {
        took.push(Number(process.hrtime.bigint() - start) / 1000);
        if (took.length < count) next();
        else resolve(quantile(took, 0.5));
      });
      next();
    });
  }

  /** Replies per second with this many requests in flight. */
  pipelined(count: number, depth: number): Promise<number> {
    let done = 0;
    let sent = depth;
    const start = process.hrtime.bigint();
    return new Promise((resolve) => {
      this.#onReplies((replies) => {
        done += replies;
        const more = Math.min(replies, count - sent);
        sent += more;
        if (more > 0) this.#send(more);
        if (done >= count) resolve((count * 1e9) / Number(process.hrtime.bigint() - start));
      });
      this.#send(depth);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #first(): Promise<number> {
    let reply = '';
    this.#send(1);
    return new Promise((resolve) => {
      this.#received = (bytes) => {
        reply += bytes.toString('latin1');
        if (this.#framed.isWhole(reply)) resolve(reply.length);
      };
    });
  }

  #send(count: number): void {
    let text = '';
    for (let at = 0; at < count; at++) text += this.#framed.request(this.#nextId());
    this.#socket.write(text);
  }

  #nextId(): number {
    this.#id = this.#id === 999_999 ? firstId : this.#id + 1;
    return this.#id;
  }

  #onReplies(replied: (replies: number) => void): void {
    let bytes = 0;
    this.#received = (more) => {
      bytes += more.length;
      const replies = Math.floor(bytes / this.#replyBytes);
      bytes -= replies * this.#replyBytes;
      if (replies > 0) replied(replies);
    };
  }
}
