/** Streams the pieces of a message as server-sent events of a dialect. */
import type { ServerResponse } from 'node:http';
import { systemClock } from '#platform/clock.ts';
import type { Block, Dialect, Encoder } from './dialect.ts';
import type { Gates } from './gates.ts';
import type { Message, Piece } from './reply.ts';

/** Delays the pieces of an answer, as a model does. */
const after = (ms: number) =>
  ms > 0 ? new Promise<void>((resolve) => systemClock.after(ms, resolve)) : Promise.resolve();

const words = (text: string) => text.match(/\S+\s*|\s+/g) ?? [text];

export interface Stream {
  readonly dialect: Dialect;
  readonly id: string;
  readonly model: string;
}

export class EventStream {
  readonly #response: ServerResponse;
  readonly #gates: Gates;
  readonly #encoder: Encoder;
  readonly #id: string;
  #calls = 0;

  constructor(response: ServerResponse, gates: Gates, { dialect, id, model }: Stream) {
    this.#response = response;
    this.#gates = gates;
    this.#id = id;
    this.#encoder = dialect.encoder((data, name) => this.#emit(data, name), id, model);
  }

  /** Returns whether everything was sent. */
  async send({ pieces, stop }: Message): Promise<boolean> {
    this.#response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    this.#encoder.begin();
    for (const piece of pieces) {
      if (this.#response.destroyed) return false;
      if (!(await this.#piece(piece))) return false;
    }
    this.#encoder.end(stop);
    this.#response.end();
    return !this.#response.destroyed;
  }

  async #piece(piece: Piece): Promise<boolean> {
    switch (piece.kind) {
      case 'say':
      case 'think':
        await this.#block(piece.kind, piece);
        return true;
      case 'use':
        this.#encoder.toolCall(`${this.#id}_${this.#calls++}`, piece);
        return true;
      case 'gate':
        this.#encoder.flush();
        this.#response.flushHeaders();
        await this.#gates.pass(piece.gate);
        return true;
      case 'fail':
        this.#encoder.fail(piece.type, piece.message);
        this.#response.end();
        return false;
      case 'cut':
        this.#response.destroy();
        return false;
    }
  }

  async #block(block: Block, { text, everyMs }: { readonly text: string; readonly everyMs: number }) {
    this.#encoder.open(block);
    for (const word of words(text)) {
      if (this.#response.destroyed) return;
      this.#encoder.delta(block, word);
      await after(everyMs);
    }
    this.#encoder.close(block, text);
  }

  #emit(data: object | string, name?: string): void {
    if (this.#response.destroyed) return;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    this.#response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`);
  }
}
