/**
 * What the other side has not taken yet. The stream is given one piece at a time, so each piece that is taken is
 * a sign of life: a slow reader is told from one that stopped reading.
 */
import type { Writable } from 'node:stream';
import type { WireTimer } from './limits.ts';

const pieceBytes = 64 * 1024;

/** How much of what is left goes next. */
export type Cut = (left: Buffer) => number;

const anywhere: Cut = () => pieceBytes;

/** A carrier of messages cannot take half of one. */
export const wholeLines: Cut = (left) => {
  const within = left.lastIndexOf(lineFeed, pieceBytes - 1);
  return (within >= 0 ? within : left.indexOf(lineFeed, pieceBytes)) + 1;
};

const lineFeed = 0x0a;

export interface OutboxHandlers {
  /** A piece was taken; `bytes` are left. */
  taken(): void;
  /** Nothing was taken for as long as is patient. */
  stalled(): void;
}

export class Outbox {
  readonly #output: Writable;
  readonly #patienceMs: number;
  readonly #timer: WireTimer;
  readonly #handlers: OutboxHandlers;
  readonly #cut: Cut;
  #queue: string[] = [];
  #queueBytes = 0;
  #rest: Buffer | null = null;
  #inFlightBytes = 0;
  #disarm: (() => void) | null = null;

  constructor(
    output: Writable,
    patienceMs: number,
    timer: WireTimer,
    handlers: OutboxHandlers,
    cut = anywhere,
  ) {
    this.#output = output;
    this.#patienceMs = patienceMs;
    this.#timer = timer;
    this.#handlers = handlers;
    this.#cut = cut;
  }

  get bytes(): number {
    return this.#inFlightBytes + (this.#rest?.length ?? 0) + this.#queueBytes;
  }

  write(frames: string): void {
    const free = this.#inFlightBytes === 0;
    if (free && frames.length <= pieceBytes) this.#put(frames);
    else this.#enqueue(frames, free);
  }

  stop(): void {
    this.#beQuiet();
    this.#queue = [];
    this.#queueBytes = 0;
    this.#rest = null;
  }

  #enqueue(frames: string, free: boolean): void {
    this.#queue.push(frames);
    this.#queueBytes += Buffer.byteLength(frames);
    if (free) this.#next();
  }

  #put(piece: string | Buffer): void {
    this.#inFlightBytes = piece.length;
    this.#output.write(piece, this.#taken);
    // The kernel takes most writes at once; a timer for each of them would cost more than the write's own call.
    if (this.#output.writableLength > 0)
      this.#disarm = this.#timer.after(this.#patienceMs, this.#handlers.stalled);
  }

  readonly #taken = (failure?: Error | null) => {
    this.#beQuiet();
    this.#inFlightBytes = 0;
    if (failure) return;
    this.#next();
    this.#handlers.taken();
  };

  #beQuiet(): void {
    this.#disarm?.();
    this.#disarm = null;
  }

  #next(): void {
    const left = this.#rest ?? this.#joined();
    if (left === null) return;
    const most = left.length > pieceBytes ? this.#cut(left) : left.length;
    this.#rest = left.length > most ? left.subarray(most) : null;
    this.#put(this.#rest ? left.subarray(0, most) : left);
  }

  #joined(): Buffer | null {
    if (this.#queue.length === 0) return null;
    const joined = Buffer.from(this.#queue.join(''));
    this.#queue = [];
    this.#queueBytes = 0;
    return joined;
  }
}
