/** One connection: a pair of streams as messages, in both directions, with a bound on everything and one end. */
import { Duplex, type Readable, type Writable } from 'node:stream';
import type { Envelope, Message, Outcome, Params, RequestId } from './envelope.ts';
import { Exchange } from './exchange.ts';
import type { FrameReader } from './frameReader.ts';
import { createFrameReader, type Framing } from './framing.ts';
import { jsonRpc } from './jsonRpc.ts';
import type { WireLimits, WireTimer } from './limits.ts';
import { Outgoing } from './outgoing.ts';
import type { RefusalReason } from './refusal.ts';

export interface ChannelOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly framing: Framing;
  /** JSON-RPC 2.0 if absent. */
  readonly envelope?: Envelope | undefined;
  readonly limits: WireLimits;
  readonly timer: WireTimer;
  /** Whether a frame that was begun must end within `frameFinishMs`: yes on a socket, where anybody may come. */
  readonly framesExpire?: boolean;
  /** The other side has asked once, and hears nothing but the reply. */
  readonly repliesOnly?: boolean;
}

export interface ChannelHandlers {
  /** A request carries an own id, to be given to `reply`; a reply carries the id that was given to `request`. */
  message(message: Message): void;
  /** A request that was handed on has been answered; its id goes no further. */
  answered?(own: number, outcome: Outcome): void;
  /** The input has ended. What is in flight is still answered; then the channel closes by itself. */
  inputEnded?(): void;
  /** The channel was `clogged` and is no longer. */
  drained?(): void;
  /** Nothing is left that the other side has not taken. */
  idle?(): void;
  /** Called once, however it ends; nothing is called after it. */
  closed(why: CloseReason): void;
}

/**
 * ended: the other side had finished and has its answers; left: this side finished; reset: the stream broke;
 * refused: the framing was lost; stalled, overfull: the other side does not read.
 */
export type CloseReason = 'ended' | 'left' | 'reset' | 'refused' | 'stalled' | 'overfull';

export const openChannel = (options: ChannelOptions, handlers: ChannelHandlers): Channel =>
  new Channel(options, handlers);

export class Channel {
  readonly #options: ChannelOptions;
  readonly #handlers: ChannelHandlers;
  readonly #envelope: Envelope;
  readonly #reader: FrameReader;
  readonly #exchange: Exchange;
  readonly #outgoing: Outgoing;
  #leaving: CloseReason | null = null;
  #inputEnded = false;
  #finished = false;
  #closed = false;
  #expiring = 0;
  #disarm: (() => void) | null = null;

  constructor(options: ChannelOptions, handlers: ChannelHandlers) {
    const { input, output, framing, limits, timer, envelope = jsonRpc } = options;
    this.#options = options;
    this.#envelope = envelope;
    this.#handlers = handlers;
    this.#outgoing = new Outgoing(output, framing, limits, timer, {
      idle: () => {
        this.#finishIfDone();
        if (!this.#finished) handlers.idle?.();
      },
      drained: () => {
        this.#exchange.drained();
        handlers.drained?.();
      },
      stalled: () => this.#close('stalled'),
      overfull: () => this.#close('overfull'),
      repliesDue: () => this.#exchange.repliesDue,
    });
    this.#exchange = new Exchange(limits, envelope, this.#outgoing, {
      handOn: (message) => this.#closed || handlers.message(message),
      emptied: () => this.#readOn(),
    });
    this.#reader = createFrameReader(framing, limits, {
      value: (value, text) => this.#exchange.take(value, text),
      refused: (reason, final) => this.#refuse(reason, final),
    });
    this.#listen(input, output);
  }

  get repliesOnly(): boolean {
    return this.#options.repliesOnly ?? false;
  }

  /** Whether notifications should be merged instead of sent: the other side is far behind. */
  get clogged(): boolean {
    return this.#outgoing.clogged;
  }

  /** Whether nothing waits to be taken. */
  get idle(): boolean {
    return this.#outgoing.unsent === 0;
  }

  /** Answers the request that was handed on as `own`. A second answer, or one to a stranger, goes nowhere. */
  reply(own: number, outcome: Outcome): void {
    if (!this.#exchange.answer(own, outcome)) return;
    this.#outgoing.release(own);
    this.#handlers.answered?.(own, outcome);
  }

  /** How the other side calls the request that was handed on as `own`, as JSON, until it is answered. */
  calledBy(own: number): string | undefined {
    return this.#exchange.calledBy(own);
  }

  /** Leaves at the end of this turn, after the replies of this turn. */
  notify(method: string, params?: Params): void {
    this.#outgoing.notify(this.#envelope.notification(method, params));
  }

  /** Asks the other side; its reply is handed on under `id`. */
  request(id: RequestId, method: string, params?: Params): void {
    this.#outgoing.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  /** Keeps notifications back until `own` is answered: for a deed of several turns, never for a wait. */
  hold(own: number): void {
    this.#outgoing.hold(own);
  }

  /** Takes nothing more, sends what has been said, closes. */
  end(): void {
    this.#leave('left');
  }

  /** Takes nothing more, answers what it has taken, closes. */
  finish(): void {
    this.#reader.stop();
    this.#endInput();
  }

  /** Closes at once. */
  destroy(): void {
    this.#close('left');
  }

  // The listeners for errors come first: an `error` that nobody hears ends the process.
  #listen(input: Readable, output: Writable): void {
    const broken = () => this.#close(this.#leaving ?? 'reset');
    input.on('error', broken);
    output.on('error', broken);
    output.on('close', broken);
    input.on('close', () => this.#inputEnded || broken());
    if (input instanceof Duplex) input.allowHalfOpen = true;
    input.on('data', (chunk: Buffer) => this.#read(chunk));
    input.on('end', () => this.#endInput());
  }

  #read(chunk: Buffer): void {
    this.#exchange.beginRead();
    this.#reader.push(chunk);
    if (this.#exchange.crowded) this.#pause();
    else if (this.#reader.partial !== this.#expiring) this.#expire(this.#reader.partial);
  }

  /** What the other side has begun cannot be finished while nobody reads it. */
  #pause(): void {
    this.#options.input.pause();
    this.#expire(0);
  }

  #readOn(): void {
    if (this.#closed || this.#inputEnded || !this.#options.input.isPaused()) return;
    this.#expire(this.#reader.partial);
    this.#options.input.resume();
  }

  #expire(frame: number): void {
    this.#disarm?.();
    this.#expiring = frame;
    const { timer, limits, framesExpire } = this.#options;
    this.#disarm =
      frame && framesExpire
        ? timer.after(limits.frameFinishMs, () => this.#refuse('frame_too_slow', true))
        : null;
  }

  #refuse(reason: RefusalReason, final: boolean): void {
    this.#exchange.refuse(reason, final && reason !== 'cut_short');
    if (final && reason !== 'cut_short') this.#leave('refused');
  }

  #endInput(): void {
    if (this.#inputEnded) return;
    this.#inputEnded = true;
    this.#reader.end();
    this.#expire(0);
    if (this.#closed) return;
    // Writing nothing fails if the other side is gone altogether. One that only stopped writing gets its answers.
    if (this.#exchange.pending > 0) this.#options.output.write('');
    this.#handlers.inputEnded?.();
    this.#finishIfDone();
  }

  #leave(why: CloseReason): void {
    this.#leaving ??= why;
    this.#reader.stop();
    this.#outgoing.releaseAll();
    this.#finishIfDone();
  }

  #finishIfDone(): void {
    const answered = this.#inputEnded && this.#exchange.pending === 0;
    if (answered) this.#leaving ??= 'ended';
    if (this.#leaving === null || this.#finished || this.#closed || this.#outgoing.unsent > 0) return;
    this.#finished = true;
    this.#outgoing.stop();
    this.#options.output.end(() => this.#close(this.#leaving ?? 'left'));
  }

  #close(why: CloseReason): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#reader.stop();
    this.#outgoing.stop();
    this.#disarm?.();
    this.#options.input.destroy();
    this.#options.output.destroy();
    this.#handlers.closed(why);
  }
}
