/**
 * Writes the messages of a connection: framed, ordered within a turn of the event loop, and limited while the other
 * side is slow.
 */

import type { Writable } from 'node:stream';
import type { Disposable } from '#platform/lifetimes.ts';
import type { ChannelLimits, ChannelTimer } from './channel.ts';
import { encodeFrame, type Framing } from './framing.ts';

/** Number of turns whose replies may share one write. See `WriteBatch`. */
const maxSharedTurns = 8;

/**
 * Joins the frames of one turn of the event loop into one write.
 *
 * A reply is sent before the notifications that it caused: a client that sees `changed 4` may send a request at once
 * and expects its reply first. The operation runs in the turn of its handler, and the reply settles a few microtasks
 * later. So within a turn replies go first. A request that takes several turns can `hold` the notifications until it is
 * answered. A request that only waits must not: other subscribers would receive nothing meanwhile.
 *
 * vscode-jsonrpc answers requests that arrived together one per turn. Their replies share a write too, which answers
 * three times as many requests per second. A turn without a reply ends the sharing.
 */
class WriteBatch {
  readonly #output: (frames: string) => void;
  readonly #repliesDue: () => boolean;
  readonly #holds = new Set<number>();
  #replies = '';
  #notifications = '';
  #endScheduled = false;
  #shared = 0;
  #repliesSeen = 0;

  /** `repliesDue` returns whether requests of the same read are still unanswered. */
  constructor(leave: (frames: string) => void, repliesDue: () => boolean) {
    this.#output = leave;
    this.#repliesDue = repliesDue;
  }

  /** Characters that are not written yet. */
  get chars(): number {
    return this.#replies.length + this.#notifications.length;
  }

  reply(frame: string): void {
    this.#replies += frame;
    this.#scheduleEnd();
  }

  notify(frame: string): void {
    this.#notifications += frame;
    this.#scheduleEnd();
  }

  hold(request: number): void {
    this.#holds.add(request);
  }

  release(request: number): void {
    if (this.#holds.delete(request)) this.#scheduleEnd();
  }

  releaseAll(): void {
    this.#holds.clear();
    this.#scheduleEnd();
  }

  // A nextTick callback scheduled by a microtask runs when the microtask queue is empty, so all replies of this turn
  // have settled.
  #scheduleEnd(): void {
    if (this.#endScheduled) return;
    this.#endScheduled = true;
    queueMicrotask(this.#endAfterMicrotasks);
  }

  readonly #endAfterMicrotasks = () => process.nextTick(this.#end);

  readonly #end = () => {
    if (this.#joinsNextTurn()) setImmediate(this.#end);
    else this.#flush();
  };

  #joinsNextTurn(): boolean {
    const came = this.#replies.length > this.#repliesSeen;
    this.#repliesSeen = this.#replies.length;
    return came && this.#repliesDue() && this.#shared++ < maxSharedTurns;
  }

  #flush(): void {
    this.#endScheduled = false;
    this.#shared = 0;
    this.#repliesSeen = 0;
    const held = this.#holds.size > 0;
    const frames = held ? this.#replies : this.#replies + this.#notifications;
    this.#replies = '';
    if (!held) this.#notifications = '';
    if (frames !== '') this.#output(frames);
  }
}

/** Size of one write to the stream. */
const chunkBytes = 64 * 1024;

/** Returns how many bytes of the remaining data are written next. */
type ChunkSplitter = (left: Buffer) => number;

const splitAnywhere: ChunkSplitter = () => chunkBytes;

/** A transport with message boundaries cannot take half a message. */
const splitAtLines: ChunkSplitter = (left) => {
  const within = left.lastIndexOf(lineFeed, chunkBytes - 1);
  return (within >= 0 ? within : left.indexOf(lineFeed, chunkBytes)) + 1;
};

const lineFeed = 0x0a;

interface StreamWriterHandlers {
  /** A chunk was written. */
  taken(): void;
  /** Nothing was written for the stall timeout. */
  stalled(): void;
}

/**
 * Writes one chunk at a time. Each finished write is a sign of life, which distinguishes a slow reader from one that
 * stopped.
 */
class StreamWriter {
  readonly #output: Writable;
  readonly #stallMs: number;
  readonly #clock: ChannelTimer;
  readonly #handlers: StreamWriterHandlers;
  readonly #split: ChunkSplitter;
  #queue: string[] = [];
  #queueBytes = 0;
  #remainder: Buffer | null = null;
  #inFlightBytes = 0;
  #timer: Disposable | undefined;

  constructor(
    output: Writable,
    patienceMs: number,
    clock: ChannelTimer,
    handlers: StreamWriterHandlers,
    cut = splitAnywhere,
  ) {
    this.#output = output;
    this.#stallMs = patienceMs;
    this.#clock = clock;
    this.#handlers = handlers;
    this.#split = cut;
  }

  get bytes(): number {
    return this.#inFlightBytes + (this.#remainder?.length ?? 0) + this.#queueBytes;
  }

  write(frames: string): void {
    const free = this.#inFlightBytes === 0;
    if (free && frames.length <= chunkBytes) this.#writeChunk(frames);
    else this.#enqueue(frames, free);
  }

  stop(): void {
    this.#clearStallTimer();
    this.#queue = [];
    this.#queueBytes = 0;
    this.#remainder = null;
  }

  #enqueue(frames: string, free: boolean): void {
    this.#queue.push(frames);
    this.#queueBytes += Buffer.byteLength(frames);
    if (free) this.#writeNext();
  }

  #writeChunk(piece: string | Buffer): void {
    this.#inFlightBytes = piece.length;
    this.#output.write(piece, this.#onWritten);
    // The kernel takes most writes at once. A timer for each of them would cost more than the write itself.
    if (this.#output.writableLength > 0)
      this.#timer = this.#clock.after(this.#stallMs, this.#handlers.stalled);
  }

  readonly #onWritten = (failure?: Error | null) => {
    this.#clearStallTimer();
    this.#inFlightBytes = 0;
    if (failure) return;
    this.#writeNext();
    this.#handlers.taken();
  };

  #clearStallTimer(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #writeNext(): void {
    const left = this.#remainder ?? this.#joinQueue();
    if (left === null) return;
    const most = left.length > chunkBytes ? this.#split(left) : left.length;
    this.#remainder = left.length > most ? left.subarray(most) : null;
    this.#writeChunk(this.#remainder ? left.subarray(0, most) : left);
  }

  #joinQueue(): Buffer | null {
    if (this.#queue.length === 0) return null;
    const joined = Buffer.from(this.#queue.join(''));
    this.#queue = [];
    this.#queueBytes = 0;
    return joined;
  }
}

interface WriteQueueHandlers {
  /** Nothing is left to send. */
  idle(): void;
  /** The other side was far behind and has caught up. */
  drained(): void;
  stalled(): void;
  overfull(): void;
  /** Whether requests of the same read are still unanswered. */
  repliesDue(): boolean;
}

export class WriteQueue {
  readonly #framing: Framing;
  readonly #limits: ChannelLimits;
  readonly #handlers: WriteQueueHandlers;
  readonly #batch: WriteBatch;
  readonly #writer: StreamWriter;
  #kept = 0;
  #clogged = false;
  #stopped = false;

  constructor(
    output: Writable,
    framing: Framing,
    limits: ChannelLimits,
    timer: ChannelTimer,
    handlers: WriteQueueHandlers,
  ) {
    this.#framing = framing;
    this.#limits = limits;
    this.#handlers = handlers;
    const writerEvents = { taken: () => this.#onWritten(), stalled: () => handlers.stalled() };
    const cut = framing === 'messages' ? splitAtLines : undefined;
    this.#writer = new StreamWriter(output, limits.stalledClientMs, timer, writerEvents, cut);
    this.#batch = new WriteBatch((frames) => this.#write(frames), handlers.repliesDue);
  }

  get clogged(): boolean {
    return this.#clogged;
  }

  /** Bytes given to the stream plus characters not yet given to it. */
  get unsent(): number {
    return this.#writer.bytes + this.#batch.chars + this.#kept;
  }

  /** Sends a reply or another message that precedes the notifications of its turn. */
  send(json: string): void {
    if (this.#stopped) return;
    this.#batch.reply(encodeFrame(this.#framing, json));
    this.#checkLimits();
  }

  notify(json: string): void {
    if (this.#stopped) return;
    this.#batch.notify(encodeFrame(this.#framing, json));
    this.#checkLimits();
  }

  /** Counts characters that are held back toward the limit of unsent data; negative to release them. */
  reserve(chars: number): void {
    this.#kept += chars;
    this.#checkLimits();
  }

  hold(request: number): void {
    this.#batch.hold(request);
  }

  release(request: number): void {
    this.#batch.release(request);
  }

  releaseAll(): void {
    this.#batch.releaseAll();
  }

  stop(): void {
    this.#stopped = true;
    this.#writer.stop();
  }

  #write(frames: string): void {
    if (!this.#stopped) this.#writer.write(frames);
  }

  #checkLimits(): void {
    const unsent = this.unsent;
    if (unsent > this.#limits.outboxPauseBytes) this.#clogged = true;
    if (unsent > this.#limits.outboxCloseBytes) this.#handlers.overfull();
  }

  // Resumes at a quarter of the limit. Just below it, a slow client would switch between merging and sending with every
  // frame.
  #onWritten(): void {
    if (this.#stopped) return;
    if (this.#clogged && this.unsent <= this.#limits.outboxPauseBytes / 4) {
      this.#clogged = false;
      this.#handlers.drained();
    }
    if (this.unsent === 0) this.#handlers.idle();
  }
}
