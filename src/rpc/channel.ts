/**
 * A channel carries the messages of one connection in both directions over a pair of streams, with limits on
 * everything.
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
import { createFrameReader, type FrameReader, type Framing } from './framing.ts';
import { RequestTracker } from './requestTracker.ts';
import { WriteQueue } from './writeQueue.ts';

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
