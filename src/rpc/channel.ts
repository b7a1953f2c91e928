/**
 * A channel carries the messages of one connection in both directions over a pair of streams, with limits on
 * everything. Its write queue frames them, orders them within a turn of the event loop, and limits them while the other
 * side is slow.
 *
 * Long because it has the whole way of a message between a connection and its streams.
 */

import { Duplex, type Readable, type Writable } from 'node:stream';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import {
  type Envelope,
  jsonRpcEnvelope,
  type ProtocolErrorReason,
  type RequestId,
  type RequestParams,
  type RpcMessage,
  type RpcOutcome,
} from './envelope.ts';
import { createFrameReader, encodeFrame, type FrameReader, type Framing } from './framing.ts';
import { RequestTracker } from './requestTracker.ts';

/** Passed by the code that opens a channel, because rpc imports no table of limits. */
export interface ChannelLimits {
  readonly frameBytes: number;
  readonly headerBytes: number;
  readonly headerLines: number;
  readonly frameFinishMs: number;
  readonly jsonDepth: number;
  readonly idBytes: number;
  readonly batchMessages: number;
  readonly pendingRequests: number;
  readonly pendingWaits: number;
  readonly outboxPauseBytes: number;
  readonly outboxCloseBytes: number;
  readonly stalledClientMs: number;
}

export type ChannelTimer = Pick<Clock, 'after'>;

interface ChannelOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  /** JSON-RPC 2.0 if absent. */
  readonly envelope?: Envelope | undefined;
  readonly limits: ChannelLimits;
  readonly timer: ChannelTimer;
  /** Whether a frame must be completed within `frameFinishMs`. Set on sockets, where any client may connect. */
  readonly framesExpire?: boolean;
  /** The other side sent one request and receives only its reply. */
  readonly repliesOnly?: boolean;
  /** Requests of methods that can wait for something to happen have a separate limit. */
  readonly methods?: ReadonlyMap<string, { readonly waits?: true }> | undefined;
}

export interface ChannelHandlers {
  /** Called before the first message. */
  began?(): void;
  /** A request carries our own id, to be passed to `reply`. A reply carries the id that was passed to `request`. */
  message(message: RpcMessage): void;
  /** A dispatched request has been answered. Its id is no longer valid. */
  answered?(own: number, outcome: RpcOutcome): void;
  /** The input has ended. Pending requests are still answered, then the channel closes by itself. */
  inputEnded?(): void;
  /** The channel was `clogged` and is not any more. */
  drained?(): void;
  /** Everything queued has been written to the stream. */
  idle?(): void;
  /** Called once, however the channel ends. No handler is called after it. */
  closed(why: CloseReason): void;
}

/**
 * ended: the other side closed its input and has its replies; left: this side closed; reset: a stream failed; refused:
 * a framing error; stalled, overfull: the other side does not read.
 */
export type CloseReason = 'ended' | 'left' | 'reset' | 'refused' | 'stalled' | 'overfull';

export class Channel {
  readonly #options: ChannelOptions;
  readonly #handlers: ChannelHandlers;
  readonly #envelope: Envelope;
  readonly #reader: FrameReader;
  readonly #requests: RequestTracker;
  readonly #writeQueue: WriteQueue;
  #closeReason: CloseReason | null = null;
  #began = false;
  #inputEnded = false;
  #finished = false;
  #closed = false;
  #timedFrame = 0;
  #frameTimer: Disposable | undefined;

  /** Handlers that use the channel are created from it. */
  constructor(options: ChannelOptions, handlers: ChannelHandlers | ((channel: Channel) => ChannelHandlers)) {
    const { input, output, framing, limits, timer, envelope = jsonRpcEnvelope } = options;
    this.#options = options;
    this.#envelope = envelope;
    this.#writeQueue = new WriteQueue(output, framing, limits, timer, {
      idle: () => {
        this.#finishIfDone();
        if (!this.#finished) this.#handlers.idle?.();
      },
      drained: () => {
        this.#requests.drained();
        this.#handlers.drained?.();
      },
      stalled: () => this.#close('stalled'),
      overfull: () => this.#close('overfull'),
      repliesDue: () => this.#requests.repliesDue,
    });
    this.#requests = new RequestTracker(limits, envelope, this.#writeQueue, {
      onMessage: (message) => this.#closed || this.#deliver(message),
      waits: (method) => options.methods?.get(method)?.waits === true,
      emptied: () => this.#resume(),
    });
    this.#reader = createFrameReader(framing, limits, {
      value: (value, text) => this.#requests.receive(value, text),
      refused: (reason, final, beginning) => this.#reject(reason, final, beginning),
      skipped: (piece) => this.#requests.skipped(piece),
    });
    this.#handlers = typeof handlers === 'function' ? handlers(this) : handlers;
    this.#attachStreams(input, output);
  }

  get repliesOnly(): boolean {
    return this.#options.repliesOnly ?? false;
  }

  /** Whether notifications should be merged instead of sent, because the other side is far behind. */
  get clogged(): boolean {
    return this.#writeQueue.clogged;
  }

  /** Whether nothing waits to be sent. */
  get idle(): boolean {
    return this.#writeQueue.unsent === 0;
  }

  /** Answers the request that was dispatched as `own`. Ignores a second reply and an unknown id. */
  reply(own: number, outcome: RpcOutcome): void {
    if (!this.#requests.answer(own, outcome)) return;
    this.#writeQueue.release(own);
    this.#handlers.answered?.(own, outcome);
  }

  /** Returns the id that the client gave to request `own`, as JSON, until it is answered. */
  clientIdOf(own: number): string | undefined {
    return this.#requests.clientIdOf(own);
  }

  /** Sent at the end of this turn of the event loop, after the replies of this turn. */
  notify(method: string, params?: RequestParams): void {
    this.#writeQueue.notify(this.#envelope.notification(method, params));
  }

  /** Sends a request. Its reply arrives under `id`. */
  request(id: RequestId, method: string, params?: RequestParams): void {
    this.#writeQueue.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  /** Holds notifications back until `own` is answered. For operations that take several turns, never for a wait. */
  hold(own: number): void {
    this.#writeQueue.hold(own);
  }

  /** Stops reading, sends everything queued, and closes. */
  end(): void {
    this.#shutDown('left');
  }

  /** Stops reading, answers all pending requests, and closes. */
  finish(): void {
    this.#reader.stop();
    this.#endInput();
  }

  /** Closes at once. */
  destroy(): void {
    this.#close('left');
  }

  // Error listeners are added first, because an unhandled `error` event ends the process.
  #attachStreams(input: Readable, output: Writable): void {
    const broken = () => this.#close(this.#closeReason ?? 'reset');
    input.on('error', broken);
    output.on('error', broken);
    output.on('close', broken);
    input.on('close', () => this.#inputEnded || broken());
    if (input instanceof Duplex) input.allowHalfOpen = true;
    input.on('data', (chunk: Buffer) => this.#read(chunk));
    input.on('end', () => this.#endInput());
  }

  #deliver(message: RpcMessage): void {
    if (!this.#began) this.#handlers.began?.();
    this.#began = true;
    this.#handlers.message(message);
  }

  #read(chunk: Buffer): void {
    this.#requests.beginRead();
    this.#reader.push(chunk);
    if (this.#requests.isFull) this.#pause();
    else if (this.#reader.partial !== this.#timedFrame) this.#startFrameTimer(this.#reader.partial);
  }

  /** Stops the frame timer: the other side cannot complete a frame while nothing is read. */
  #pause(): void {
    this.#options.input.pause();
    this.#startFrameTimer(0);
  }

  #resume(): void {
    if (this.#closed || this.#inputEnded || !this.#options.input.isPaused()) return;
    this.#startFrameTimer(this.#reader.partial);
    this.#options.input.resume();
  }

  #startFrameTimer(frame: number): void {
    this.#frameTimer?.dispose();
    this.#timedFrame = frame;
    const { timer, limits, framesExpire } = this.#options;
    this.#frameTimer =
      frame && framesExpire
        ? timer.after(limits.frameFinishMs, () => this.#reject('frame_too_slow', true))
        : undefined;
  }

  #reject(reason: ProtocolErrorReason, final: boolean, beginning?: Buffer): void {
    this.#requests.reject(reason, final && reason !== 'cut_short', beginning);
    if (final && reason !== 'cut_short') this.#shutDown('refused');
  }

  #endInput(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    this.#reader.end();
    this.#startFrameTimer(0);
    if (this.#closed) return;
    // An empty write fails if the other side is completely gone. One that only stopped writing gets its replies.
    if (this.#requests.pending > 0) this.#options.output.write('');
    this.#handlers.inputEnded?.();
    this.#finishIfDone();
  }

  #shutDown(why: CloseReason): void {
    this.#closeReason ??= why;
    this.#reader.stop();
    this.#writeQueue.releaseAll();
    this.#finishIfDone();
  }

  #finishIfDone(): void {
    const answered = this.#inputEnded && this.#requests.pending === 0;
    if (answered) this.#closeReason ??= 'ended';
    if (this.#closeReason === null || this.#finished || this.#closed || this.#writeQueue.unsent > 0) return;
    this.#finished = true;
    this.#writeQueue.stop();
    this.#options.output.end(() => this.#close(this.#closeReason ?? 'left'));
  }

  #close(why: CloseReason): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#reader.stop();
    this.#requests.close();
    this.#writeQueue.stop();
    this.#frameTimer?.dispose();
    this.#options.input.destroy();
    this.#options.output.destroy();
    this.#handlers.closed(why);
  }
}

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

class WriteQueue {
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
