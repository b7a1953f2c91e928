/**
 * Moves output from the PTY to the emulator, holds back unfinished synchronized frames, and joins resizes.
 * Output is cut into slices and parsed synchronously. If parsing exceeds the time budget of a tick, the PTY is paused
 * and the rest is parsed in later ticks.
 */
import { limits } from '#limits.ts';
import type { Clock } from '#platform/clock.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import type { Size } from '#platform/pty/size.ts';
import type { Screen } from '#terminal/screen.ts';

interface OutputStages {
  /** Parsing must stop while its replies are blocked, until `continueParsing` is called. */
  readonly screen: Pick<Screen, 'sliceEnd' | 'repliesBlocked'>;
  /** The rest of a released frame is parsed before new output is taken. */
  readonly frames: Pick<SynchronizedOutput, 'showing' | 'showMore'>;
  /** Parses one slice, or holds it as part of an unfinished frame. */
  parse(slice: Uint8Array): void;
  /** Called after the parsing of one tick. Not called in the middle of a frame, so waits see complete frames only. */
  afterParse(): void;
  /** Everything is parsed; the PTY may continue. */
  resume(): void;
}

export class OutputPump {
  readonly #stages: OutputStages;
  readonly #clock: Clock;
  #unparsed: Uint8Array[] = [];
  #scheduled = false;
  /** Set when the program has ended. */
  #onFinished: (() => void) | undefined;

  constructor(stages: OutputStages, clock: Clock) {
    this.#stages = stages;
    this.#clock = clock;
  }

  /** The PTY may reuse the bytes after the call. Returns false if the PTY must pause until `resume`. */
  push(bytes: Uint8Array): boolean {
    if (this.#pending || this.#isBlocked) {
      this.#unparsed.push(Uint8Array.from(bytes));
      return false;
    }
    const left = this.#parse(bytes);
    if (left.length > 0) this.#unparsed.push(Uint8Array.from(left));
    const all = !this.#pending && !this.#isBlocked;
    if (!all) this.continueParsing();
    if (!this.#stages.frames.showing) this.#stages.afterParse();
    return all;
  }

  /**
   * The program has ended. Parses the kept output in ticks as usual and then calls `done`, synchronously if nothing
   * is kept. `isBlocked` is ignored, because an ended program reads no replies.
   */
  finish(done: () => void): void {
    this.#onFinished = done;
    if (this.#pending) this.continueParsing();
    else this.#complete();
  }

  /** Schedules parsing for the next tick, after a block has ended or a frame was released. */
  continueParsing(): void {
    if (this.#scheduled || this.#isBlocked) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  get #pending(): boolean {
    return this.#unparsed.length > 0 || this.#stages.frames.showing;
  }

  get #isBlocked(): boolean {
    return !this.#onFinished && this.#stages.screen.repliesBlocked;
  }

  #turn(): void {
    this.#scheduled = false;
    const left = this.#parse(this.#unparsed.shift() ?? emptyBytes);
    if (left.length > 0) this.#unparsed.unshift(left);
    if (this.#pending) this.continueParsing();
    else if (this.#onFinished) return this.#complete();
    else if (!this.#isBlocked) this.#stages.resume();
    if (!this.#stages.frames.showing) this.#stages.afterParse();
  }

  #complete(): void {
    this.#stages.afterParse();
    this.#onFinished?.();
  }

  /** Returns the bytes that are left when the time budget is used up. */
  #parse(bytes: Uint8Array): Uint8Array {
    const late = this.#clock.now() + limits.sliceBudgetMs;
    let at = 0;
    while (at < bytes.length || this.#stages.frames.showing) {
      if (this.#stages.frames.showing) this.#stages.frames.showMore();
      else {
        const from = at;
        at = this.#stages.screen.sliceEnd(bytes, from);
        this.#stages.parse(bytes.subarray(from, at));
      }
      if (this.#clock.now() >= late || this.#isBlocked) break;
    }
    return bytes.subarray(at);
  }
}

const emptyBytes = new Uint8Array();

interface SynchronizedOutputTarget {
  readonly screen: Screen;
  apply(bytes: Uint8Array): void;
  /** A frame did not end in time and must be parsed now. */
  onTimeout(): void;
}

/**
 * Mode 2026 (synchronized output). The output of an unfinished frame is held back, so readers see the last complete
 * frame. A frame is held for at most `limits.heldFrameMs`. A released frame is parsed slice by slice, because a large
 * one may take seconds.
 */
export class SynchronizedOutput {
  readonly #target: SynchronizedOutputTarget;
  readonly #clock: Clock;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** The last bytes of the held output. The end sequence may begin in them. */
  #tail: Uint8Array = noBytes;
  /** Released, but not parsed yet. */
  #released: Uint8Array = noBytes;
  /** Output after the released frame. */
  #next: Uint8Array = noBytes;
  /** Set while a frame is open. */
  #timer: Disposable | undefined;

  constructor(target: SynchronizedOutputTarget, clock: Clock) {
    this.#target = target;
    this.#clock = clock;
  }

  /** Must not be called while `showing` is true. */
  feed(slice: Uint8Array): void {
    if (this.#timer) this.#hold(slice);
    else this.#apply(slice);
  }

  /** Whether `showMore` has something to parse. */
  get showing(): boolean {
    return this.#released.length > 0;
  }

  /** Parses one slice of a released frame. */
  showMore(): void {
    const { screen, apply: show } = this.#target;
    const end = screen.sliceEnd(this.#released, 0);
    show(this.#released.subarray(0, end));
    this.#released = this.#released.subarray(end);
    if (!this.showing) this.#showNext();
  }

  /** Releases the held output. */
  flush(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#released = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#tail = noBytes;
  }

  #showNext(): void {
    const next = this.#next;
    this.#next = noBytes;
    if (next.length > 0) this.#apply(next);
  }

  #apply(bytes: Uint8Array): void {
    const { screen } = this.#target;
    let rest = bytes;
    // A slice may begin in the middle of the sequence.
    let cut = screen.midSequence ? matchEnd(rest, partialBeginPattern) : matchEnd(rest, beginPattern);
    for (; cut !== undefined; cut = matchEnd(rest, beginPattern)) {
      this.#target.apply(rest.subarray(0, cut));
      rest = rest.subarray(cut);
      if (screen.modes.synchronizedOutput) return this.#open(rest);
    }
    if (rest.length > 0) this.#target.apply(rest);
  }

  #open(rest: Uint8Array): void {
    this.#timer = this.#clock.after(limits.heldFrameMs, () => {
      this.flush();
      this.#target.onTimeout();
    });
    this.#hold(rest);
  }

  #hold(slice: Uint8Array): void {
    const joint = Buffer.concat([this.#tail, slice]);
    const end = matchEnd(joint, endPattern);
    if (end === undefined) {
      this.#store(slice);
      this.#tail = joint.subarray(-longestSequence);
      if (this.#heldBytes > limits.heldFrameBytes) this.flush();
      return;
    }
    const rest = joint.subarray(end);
    this.#store(slice.subarray(0, slice.length - rest.length));
    this.#next = rest;
    this.flush();
    if (!this.showing) this.#showNext();
  }

  #store(bytes: Uint8Array): void {
    this.#held.push(Uint8Array.from(bytes));
    this.#heldBytes += bytes.length;
  }
}

const noBytes = new Uint8Array(0);

/** The sequences may set or reset other modes before and after 2026. */
const beginPattern = /2026[;\d]*h/;
const partialBeginPattern = /h/;
const endPattern = /2026[;\d]*l|\x1bc/;
const longestSequence = 32;
const modeNumber = Buffer.from('2026');
const resetSequence = Buffer.from('\x1bc');

/** Returns the end of the first match. Checks for the mode number first, which most output does not contain. */
function matchEnd(bytes: Uint8Array, pattern: RegExp): number | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const possible =
    pattern === partialBeginPattern ||
    buffer.includes(modeNumber) ||
    (pattern === endPattern && buffer.includes(resetSequence));
  const found = possible ? pattern.exec(buffer.toString('latin1')) : null;
  return found ? found.index + found[0].length : undefined;
}

/**
 * A new width wraps the screen again and recounts the scrollback rows, which takes milliseconds. Resizes within
 * `limits.resizeMs` are joined. The program gets each size at once; the emulator gets the last one. A read applies
 * the pending size first.
 */
export class ResizeQueue {
  readonly #clock: Clock;
  readonly #apply: (size: Size) => void;
  #appliedAt = Number.NEGATIVE_INFINITY;
  #pending: { readonly size: Size; readonly timer: Disposable | undefined } | undefined;

  constructor(clock: Clock, apply: (size: Size) => void) {
    this.#clock = clock;
    this.#apply = apply;
  }

  request(size: Size): void {
    const due = this.#appliedAt + limits.resizeMs;
    const now = this.#clock.now();
    const timer =
      this.#pending?.timer ?? (now < due ? this.#clock.after(due - now, () => this.flush()) : undefined);
    this.#pending = { size, timer };
    if (now >= due) this.flush();
  }

  /** Called before a read, and before output that was written for the new size. */
  flush(): void {
    if (!this.#pending) return;
    const { size, timer } = this.#pending;
    this.#pending = undefined;
    timer?.dispose();
    this.#appliedAt = this.#clock.now();
    this.#apply(size);
  }
}
