/** A program's terminal joined to our own standard streams. What it asks its terminal, the real one answers. */
import type { Size } from '../../core/size.ts';
import type { Clock } from '../../platform/clock.ts';
import { openPty, type Pty, type PtyExit, type PtySpec } from '../../platform/pty/pty.ts';
import { enterRawMode } from '../../platform/rawMode.ts';
import { standardInput, standardOutput } from '../../platform/standardStreams.ts';
import { LeftOn } from './leftOn.ts';

const endOfInput = '\x04';
const lineFeed = 0x0a;

/** Somebody between the program and its terminal. */
export interface Tap {
  printed(bytes: Uint8Array): void;
  /** What of it the program is to get. */
  typed(bytes: Uint8Array): Uint8Array;
  resized(size: Size): void;
}

export class Bridge {
  /** Kept when the program has ended and all that it printed has been handed on. */
  readonly ended: Promise<PtyExit>;
  readonly #pty: Pty;
  readonly #size: () => Size;
  readonly #tap: Tap | undefined;
  /** Of a terminal only: a file or a pipe gets what the program printed and nothing else. */
  readonly #leftOn: LeftOn | undefined;
  #lastByte = lineFeed;

  /** Raises SpawnFailed before our own terminal is touched. `readerLeft` is told when nobody takes the output. */
  constructor(
    spec: Omit<PtySpec, 'size'>,
    size: () => Size,
    clock: Clock,
    readerLeft: () => void,
    tap?: Tap,
  ) {
    let exited!: (exit: PtyExit) => void;
    const exit = new Promise<PtyExit>((resolve) => {
      exited = resolve;
    });
    this.#size = size;
    this.#tap = tap;
    if (standardOutput().isTTY) this.#leftOn = new LeftOn(() => size().rows);
    this.#pty = openPty(
      { ...spec, size: size() },
      { output: (bytes) => this.#print(bytes), exit: exited },
      clock,
    );
    // Before the mode: what is put back can make a terminal say less, and what it says would be echoed.
    process.on('exit', this.#putBack);
    const leaveRaw = enterRawMode(() => this.#follow());
    const stop = this.#join(readerLeft);
    this.ended = exit.then(async (how) => {
      stop();
      await flushed();
      process.off('exit', this.#putBack);
      this.#putBack();
      leaveRaw();
      this.#pty.close();
      return how;
    });
  }

  terminate(): void {
    void this.#pty.terminate();
  }

  kill(): void {
    this.#pty.kill();
  }

  /** What a program that was killed could not: to a terminal it is written at once, also while the process exits. */
  readonly #putBack = (): void => {
    const text = this.#leftOn?.text() ?? '';
    if (text !== '') standardOutput().write(text);
  };

  #join(readerLeft: () => void): () => void {
    const input = standardInput();
    const output = standardOutput();
    const typed = (bytes: Buffer) => this.#type(bytes);
    const over = () => this.#endInput();
    const follow = () => this.#follow();
    input.on('data', typed).on('end', over).on('error', over);
    output.on('resize', follow).on('error', readerLeft);
    return () => {
      input.off('data', typed).off('end', over).pause();
      output.off('resize', follow);
    };
  }

  #print(bytes: Uint8Array): boolean {
    const output = standardOutput();
    this.#tap?.printed(bytes);
    this.#leftOn?.heard(bytes);
    const more = output.write(Buffer.from(bytes));
    if (!more) output.once('drain', () => this.#pty.resume());
    return more;
  }

  #type(typed: Buffer): void {
    const bytes = this.#tap ? Buffer.from(this.#tap.typed(typed)) : typed;
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
    if (bytes.length > 0) this.#pty.write(bytes);
  }

  /** A terminal has no end of input but this key; within a line it only hands the line over, and is pressed twice. */
  #endInput(): void {
    if (this.#pty.canonical() === false) return;
    this.#pty.write(Buffer.from(this.#lastByte === lineFeed ? endOfInput : endOfInput + endOfInput));
  }

  #follow(): void {
    const size = this.#size();
    this.#tap?.resized(size);
    this.#pty.resize(size);
  }
}

const flushed = () => new Promise<void>((resolve) => standardOutput().write('', () => resolve()));
