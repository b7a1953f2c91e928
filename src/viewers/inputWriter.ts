/**
 * Writes what a person types at a viewer: whole keys, in one piece, through the input queue. If the input lock
 * captures them, they go to its holder instead.
 */
import { type Fault, fault } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { createDeferred, type Disposable } from '#platform/lifetimes.ts';
import type { FrameOrigin } from './frame.ts';
import { encodeForProgram, KeySplitter } from './keyboard.ts';
import type { Viewer, ViewerDependencies } from './viewer.ts';

export interface TypedInput {
  readonly viewer: Viewer;
  /** `capture`: the keys were not written to the program. */
  readonly mode: 'passthrough' | 'capture';
  /** Whole keys, or text of several characters. `parseTypedKeys` splits the text into keys. */
  readonly pieces: readonly string[];
  /** Written while the terminal did not echo. */
  readonly unseen: boolean;
}

export interface TypingResult {
  /** Bytes written to the program. */
  readonly bytes: number;
  /** Whether the holder of the input lock got the keys instead. */
  readonly captured: boolean;
}

interface ScreenOffset {
  readonly row: number;
  readonly col: number;
}

const nothingTyped: TypingResult = { bytes: 0, captured: false };

/**
 * The caller must hold its place in the input queue. The first `written` characters are already written. Long input
 * is typed in slices. Other work runs between them, but no other input.
 */
function typeKeys(
  viewer: Viewer,
  pieces: readonly string[],
  dependencies: ViewerDependencies,
  offset: ScreenOffset,
  written = 0,
): TypingResult | Promise<TypingResult> {
  if (pieces.length === 0) return nothingTyped;
  let has = written;
  const type = (slice: readonly string[]) => {
    const typing = typeSlice(viewer, slice, dependencies, offset, has);
    for (const piece of slice) has = Math.max(0, has - piece.length);
    return typing;
  };
  const [first = [], ...others] = splitIntoSlices(pieces);
  return others.length === 0 ? type(first) : typeSlices([first, ...others], type);
}

/** Types all slices even after a cancellation, because half a paste is worse than none. */
async function typeSlices(
  slices: readonly (readonly string[])[],
  type: (slice: readonly string[]) => TypingResult,
): Promise<TypingResult> {
  let all = nothingTyped;
  for (const slice of slices) {
    all = combineResults(all, type(slice));
    await nextTurn();
  }
  return all;
}

const combineResults = (one: TypingResult, other: TypingResult): TypingResult => ({
  bytes: one.bytes + other.bytes,
  captured: one.captured || other.captured,
});

function splitIntoSlices(pieces: readonly string[]): readonly (readonly string[])[] {
  const slices: string[][] = [];
  let chars = limits.sliceBytes;
  for (const piece of pieces) {
    if (chars + piece.length > limits.sliceBytes) {
      slices.push([]);
      chars = 0;
    }
    slices.at(-1)!.push(piece);
    chars += piece.length;
  }
  return slices;
}

function typeSlice(
  viewer: Viewer,
  pieces: readonly string[],
  { session, handleTyped }: ViewerDependencies,
  offset: ScreenOffset,
  written: number,
): TypingResult {
  if (session.inputLock.captures(viewer.options.owner)) {
    if (session.inputLock.holder?.isCongested?.()) throw congestedFault();
    handleTyped({ viewer, mode: 'capture', pieces, unseen: false });
    return { bytes: 0, captured: true };
  }
  const { modes, size } = session.screen;
  let has = written;
  const bytes = Buffer.concat(
    pieces.map((piece) => {
      const had = Math.min(has, piece.length);
      has -= had;
      return dropLeadingEscapes(encodeForProgram(piece, { modes, size, ...offset }), had);
    }),
  );
  const unseen = bytes.length > 0 && session.write(bytes);
  handleTyped({ viewer, mode: 'passthrough', pieces, unseen });
  return { bytes: bytes.length, captured: false };
}

/**
 * Drops the escapes that are already written. Encoded input that differs from the typed text may not start with them.
 */
function dropLeadingEscapes(bytes: Buffer, most: number): Buffer {
  let at = 0;
  while (at < most && bytes[at] === 0x1b) at++;
  return bytes.subarray(at);
}

/** Without this limit, a paste would fill the write queue of the lock's holder until its connection is closed. */
const congestedFault = (): Fault =>
  fault.Busy(
    { reason: 'busy', limit: 'outboxPauseBytes', max: limits.outboxPauseBytes },
    'the holder of the input lock does not read the typed input; try again later',
  );

interface PendingEscapeContext {
  readonly clock: Clock;
  readonly inputQueue: {
    run<T>(operation: () => Promise<T>, signal: () => AbortSignal | undefined): T | Promise<T>;
  };
  /** Types keys inside the queue. The first `written` characters are already written. */
  readonly type: (pieces: readonly string[], written: number) => TypingResult | Promise<TypingResult>;
  /** Writes escapes and returns the number of bytes written. Notifies no listener. */
  readonly write: (escapes: string) => number;
  /** No further input arrived in time. */
  readonly onTimeout: () => void;
}

/**
 * A pending escape is the Escape key or the start of a longer key. It is written at once, so the Escape key has no
 * delay. Other clients cannot write for up to `limits.typedEscapeMs`, until the key is complete.
 */
class PendingEscape {
  readonly escapes: string;
  /** Resolves when the keys before it and the escape itself are written. */
  readonly written: Promise<TypingResult>;
  readonly #ended: Promise<TypingResult>;
  readonly #rest = createDeferred<readonly string[]>();

  constructor(
    before: readonly string[],
    escapes: string,
    context: PendingEscapeContext,
    signal: AbortSignal | undefined,
  ) {
    this.escapes = escapes;
    const written = createDeferred<TypingResult>();
    const turn = async () => {
      const typing = await context.type(before, 0);
      const bytes = context.write(escapes);
      written.resolve(combineResults(typing, { bytes, captured: false }));
      const timer = context.clock.after(limits.typedEscapeMs, context.onTimeout);
      const pieces = await this.#rest.promise;
      timer.dispose();
      return await context.type(pieces, bytes);
    };
    this.#ended = Promise.resolve(context.inputQueue.run(turn, () => signal));
    this.written = Promise.race([written.promise, this.#ended]);
  }

  /** Completes the key. The first piece starts with the pending escape. Then the queue is released. */
  close(pieces: readonly string[]): Promise<TypingResult> {
    this.#rest.resolve(pieces);
    return this.#ended;
  }
}

/** Input of one viewer: splits terminal input into keys and writes them to the program in order. */
export class InputWriter {
  readonly #viewer: Viewer;
  readonly #dependencies: ViewerDependencies;
  readonly #origin: () => FrameOrigin;
  readonly #keySplitter = new KeySplitter();
  /** Cancels the timer for the rest of an unwritten key. */
  #timer: Disposable | undefined;
  #pendingEscape: PendingEscape | undefined;

  constructor(viewer: Viewer, dependencies: ViewerDependencies, offset: () => FrameOrigin) {
    this.#viewer = viewer;
    this.#dependencies = dependencies;
    this.#origin = offset;
  }

  get isPasting(): boolean {
    return this.#keySplitter.isPasting;
  }

  type(text: string, signal: AbortSignal | undefined, more: boolean): TypingResult | Promise<TypingResult> {
    this.#stopTimer();
    const pieces = this.#keySplitter.push(text);
    if (!this.#pendingEscape) return this.#startKeys(pieces, signal, more);
    if (pieces.length === 0) return nothingTyped;
    // Order matters: keys after the escape must queue behind other waiting input.
    return this.#combine(this.#closeEscape(pieces), this.#startKeys([], signal, more));
  }

  /** Types an incomplete key as it is. */
  flush(signal?: AbortSignal): TypingResult | Promise<TypingResult> {
    this.#stopTimer();
    const kept = this.#keySplitter.flush();
    if (this.#pendingEscape) return this.#closeEscape([kept]);
    return kept === '' ? nothingTyped : this.#enqueueKeys([kept], signal);
  }

  /** Stops the timers. Reports an escape that is already written. */
  stopTimers(): void {
    this.#stopTimer();
    if (this.#pendingEscape) this.#closeEscape([this.#pendingEscape.escapes]).catch(ignoreFailure);
  }

  #startKeys(
    pieces: readonly string[],
    signal: AbortSignal | undefined,
    more: boolean,
  ): TypingResult | Promise<TypingResult> {
    const { pendingEscapes, hasPendingKey } = this.#keySplitter;
    const captured = pendingEscapes !== '' && this.#isCaptured;
    if (!more && pendingEscapes !== '' && !captured) return this.#writeEscape(pieces, pendingEscapes, signal);
    if (!more && hasPendingKey) this.#startTimer(captured ? limits.typedEscapeMs : limits.typedKeyMs);
    const typing = pieces.length === 0 ? nothingTyped : this.#enqueueKeys(pieces, signal);
    return captured ? this.#combine(typing, { bytes: 0, captured }) : typing;
  }

  #writeEscape(
    pieces: readonly string[],
    escapes: string,
    signal: AbortSignal | undefined,
  ): Promise<TypingResult> {
    const { session } = this.#dependencies;
    const open = new PendingEscape(
      pieces,
      escapes,
      {
        clock: session.clock,
        inputQueue: session.inputQueue,
        type: (pieces, written) => this.#typeKeys(pieces, written),
        write: (text) => {
          if (this.#isCaptured) return 0;
          session.write(Buffer.from(text));
          return text.length;
        },
        onTimeout: () => this.#handleTimeout(),
      },
      signal,
    );
    this.#pendingEscape = open;
    open.written.catch(() => {
      if (this.#pendingEscape !== open) return;
      this.#pendingEscape = undefined;
      this.#keySplitter.flush();
    });
    return open.written;
  }

  #closeEscape(pieces: readonly string[]): Promise<TypingResult> {
    const open = this.#pendingEscape!;
    this.#pendingEscape = undefined;
    return open.close(pieces);
  }

  #enqueueKeys(
    pieces: readonly string[],
    signal: AbortSignal | undefined,
  ): TypingResult | Promise<TypingResult> {
    return this.#dependencies.session.inputQueue.run<TypingResult>(
      () => this.#typeKeys(pieces, 0),
      () => signal,
    );
  }

  #typeKeys(pieces: readonly string[], written: number): TypingResult | Promise<TypingResult> {
    return typeKeys(this.#viewer, pieces, this.#dependencies, this.#origin(), written);
  }

  get #isCaptured(): boolean {
    return this.#dependencies.session.inputLock.captures(this.#viewer.options.owner);
  }

  #combine(
    one: TypingResult | Promise<TypingResult>,
    other: TypingResult | Promise<TypingResult>,
  ): TypingResult | Promise<TypingResult> {
    if (!(one instanceof Promise) && !(other instanceof Promise)) return combineResults(one, other);
    return Promise.all([one, other]).then(([first, second]) => combineResults(first, second));
  }

  #startTimer(ms: number): void {
    this.#timer = this.#dependencies.session.clock.after(ms, () => this.#handleTimeout());
  }

  #stopTimer(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  /** The incomplete key is complete: Escape, or Alt with a bracket or O. */
  #handleTimeout(): void {
    try {
      Promise.resolve(this.flush()).catch(ignoreFailure);
    } catch {
      ignoreFailure();
    }
  }
}

/** The program has ended, or the holder of the input lock is congested. */
const ignoreFailure = (): void => {};
