/** Streams a message as server-sent events. */
import type { ServerResponse } from 'node:http';
import { systemClock } from '#platform/clock.ts';
import type { Gates } from './gates.ts';
import type { Message, Piece } from './reply.ts';

const usage = {
  input_tokens: 12,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
};

/** Delays the pieces, because a model is slow, too. */
const after = (ms: number) =>
  ms > 0 ? new Promise<void>((resolve) => systemClock.after(ms, resolve)) : Promise.resolve();

const words = (text: string) => text.match(/\S+\s*|\s+/g) ?? [text];

export class EventStream {
  readonly #response: ServerResponse;
  readonly #gates: Gates;
  #index = 0;

  constructor(response: ServerResponse, gates: Gates) {
    this.#response = response;
    this.#gates = gates;
  }

  /** Returns whether everything was sent. */
  async send(id: string, model: string, { pieces, stop }: Message): Promise<boolean> {
    this.#response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    const begun = { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage };
    this.#event('message_start', { message: { ...begun, stop_sequence: null } });
    for (const piece of pieces) {
      if (this.#response.destroyed) return false;
      if (!(await this.#piece(id, piece))) return false;
    }
    const delta = { stop_reason: stop, stop_sequence: null };
    this.#event('message_delta', { delta, usage: { output_tokens: 42 } });
    this.#event('message_stop', {});
    this.#response.end();
    return !this.#response.destroyed;
  }

  async #piece(id: string, piece: Piece): Promise<boolean> {
    switch (piece.kind) {
      case 'say':
        await this.#block({ type: 'text', text: '' }, piece, (text) => ({ type: 'text_delta', text }));
        return true;
      case 'think':
        await this.#block({ type: 'thinking', thinking: '', signature: '' }, piece, (thinking) => ({
          type: 'thinking_delta',
          thinking,
        }));
        return true;
      case 'use':
        this.#use(`toolu_${id}_${this.#index}`, piece.tool, piece.input);
        return true;
      case 'gate':
        // Flushes the text so far, so that it is on the screen during the pause.
        this.#event('ping', {});
        await this.#gates.pass(piece.gate);
        return true;
      case 'fail':
        this.#event('error', { error: { type: piece.type, message: piece.message } });
        this.#response.end();
        return false;
      case 'cut':
        this.#response.destroy();
        return false;
    }
  }

  async #block(
    block: object,
    { text, everyMs }: { readonly text: string; readonly everyMs: number },
    delta: (words: string) => object,
  ): Promise<void> {
    const index = this.#index++;
    this.#event('content_block_start', { index, content_block: block });
    for (const word of words(text)) {
      if (this.#response.destroyed) return;
      this.#event('content_block_delta', { index, delta: delta(word) });
      await after(everyMs);
    }
    if ('signature' in block)
      this.#event('content_block_delta', {
        index,
        delta: { type: 'signature_delta', signature: 'c3R1Yg==' },
      });
    this.#event('content_block_stop', { index });
  }

  #use(id: string, name: string, input: object): void {
    const index = this.#index++;
    this.#event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
    this.#event('content_block_delta', { index, delta });
    this.#event('content_block_stop', { index });
  }

  #event(type: string, fields: object): void {
    if (this.#response.destroyed) return;
    this.#response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  }
}
