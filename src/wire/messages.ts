/** Messages of a carrier that tells where each ends: every chunk that comes in is a whole one. */
import { deliver, type FrameReader, type FrameSink, isBlank } from './frameReader.ts';
import type { WireLimits } from './limits.ts';

export class MessageReader implements FrameReader {
  readonly partial = 0;
  readonly #limits: WireLimits;
  readonly #sink: FrameSink;
  #stopped = false;

  constructor(limits: WireLimits, sink: FrameSink) {
    this.#limits = limits;
    this.#sink = sink;
  }

  /** On a line a blank one means nothing; here somebody has sent it, and waits. */
  push(message: Buffer): void {
    if (this.#stopped) return;
    if (message.length > this.#limits.frameBytes) this.#sink.refused('frame_too_large', false);
    else if (isBlank(message)) this.#sink.refused('not_json', false);
    else deliver(message, this.#limits, this.#sink);
  }

  end(): void {}

  stop(): void {
    this.#stopped = true;
  }
}
