/** A raw connection: sends text unchanged and parses incoming JSON. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import type { Framing } from '#rpc/framing.ts';
import { connectInProcess, type Server } from '#server/server.ts';

export interface Reply {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data: Record<string, unknown>;
  };
}

export class RawLine {
  readonly #output: Writable;
  readonly #framing: Framing;
  readonly #arrived: unknown[] = [];
  readonly #expected: { resolve(value: unknown): void; reject(problem: Error): void }[] = [];
  readonly ended: Promise<void>;
  #rest = Buffer.alloc(0);
  #over = false;

  constructor(input: Readable, output: Writable, framing: Framing = 'ndjson') {
    this.#output = output;
    this.#framing = framing;
    output.on('error', () => {});
    input.on('error', () => {});
    input.on('data', (bytes: Buffer) => this.#take(bytes));
    this.ended = new Promise((resolve) => {
      const over = () => {
        this.#over = true;
        for (const { reject } of this.#expected.splice(0)) reject(new Error('the line ended'));
        resolve();
      };
      input.once('end', over).once('close', over);
    });
  }

  /** Sends one text, valid JSON or not, in a frame. */
  send(text: string): void {
    this.#output.write(
      this.#framing === 'ndjson' ? `${text}\n` : `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  }

  say(message: object): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  /** Resolves with the next message. */
  next(): Promise<unknown> {
    if (this.#arrived.length > 0) return Promise.resolve(this.#arrived.shift());
    if (this.#over) return Promise.reject(new Error('the line ended'));
    return new Promise((resolve, reject) => this.#expected.push({ resolve, reject }));
  }

  async reply(): Promise<Reply> {
    return (await this.next()) as Reply;
  }

  ask(id: string | number | null, method: string, params?: unknown): Promise<Reply> {
    this.say({ id, method, params });
    return this.reply();
  }

  async close(): Promise<void> {
    this.#output.end();
    await this.ended;
  }

  #take(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let frame = this.#cut(); frame !== undefined; frame = this.#cut()) {
      const value: unknown = JSON.parse(frame);
      const first = this.#expected.shift();
      if (first) first.resolve(value);
      else this.#arrived.push(value);
    }
  }

  #cut(): string | undefined {
    return this.#framing === 'ndjson' ? this.#cutAt(this.#rest.indexOf('\n'), 1) : this.#cutHeaded();
  }

  #cutHeaded(): string | undefined {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    const length = Number(/^Content-Length: (\d+)$/m.exec(this.#rest.toString('latin1', 0, end))![1]);
    if (this.#rest.length < end + 4 + length) return undefined;
    this.#rest = this.#rest.subarray(end + 4);
    return this.#cutAt(length, 0);
  }

  #cutAt(end: number, terminator: number): string | undefined {
    if (end < 0) return undefined;
    const text = this.#rest.toString('utf8', 0, end);
    this.#rest = this.#rest.subarray(end + terminator);
    return text;
  }
}

export function rawInProcess(server: Server, framing: Framing = 'ndjson'): RawLine & { stream: Duplex } {
  const stream = connectInProcess(server, server.native, framing);
  return Object.assign(new RawLine(stream, stream, framing), { stream });
}

export async function rawOnSocket(path: string, framing: Framing = 'ndjson') {
  const stream = createConnection(path);
  await once(stream, 'connect');
  return Object.assign(new RawLine(stream, stream, framing), { stream });
}
