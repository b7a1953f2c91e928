/** `ptywright run`: connects the PTY of a program to the standard streams. The real terminal answers its queries. */
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '#platform/clock.ts';
import { createDeferred } from '#platform/lifetimes.ts';
import { isInputHidden, openPty, type Pty, type PtyExit, type PtySpec } from '#platform/pty/pty.ts';
import type { Size } from '#platform/pty/size.ts';
import { enterRawMode } from '#platform/rawMode.ts';
import { onTerminationSignals, programExitStatus, signalExitStatus } from '#platform/signals.ts';
import { standardInput, standardOutput } from '#platform/standardStreams.ts';
import type { OptionValues } from '../command.ts';
import { toSpawnFailure, UsageError } from '../errors.ts';
import { type Log, levelIncludes, openLog, readCliEnvironment } from '../log.ts';
import type { runCommand } from './command.ts';
import { TerminalRestorer } from './terminalRestorer.ts';

const endOfInput = '\x04';
const lineFeed = 0x0a;

/** Observes the traffic between the program and the terminal. */
interface BridgeTap {
  printed(bytes: Uint8Array): void;
  /** Returns the bytes that the program receives. `unseen` reports whether the program hides its input now. */
  typed(bytes: Uint8Array, unseen: () => boolean): Uint8Array;
  resized(size: Size): void;
}

class TerminalBridge {
  /** Resolves when the program has ended and all its output has been passed on. */
  readonly ended: Promise<PtyExit>;
  readonly #pty: Pty;
  readonly #size: () => Size;
  readonly #tap: BridgeTap | undefined;
  /** For a terminal only: a file or pipe receives just the output of the program. */
  readonly #restorer: TerminalRestorer | undefined;
  #lastByte = lineFeed;

  /** Raises SpawnFailed before the local terminal is changed. `readerLeft` is called when the output is closed. */
  constructor(
    spec: Omit<PtySpec, 'size'>,
    size: () => Size,
    clock: Clock,
    readerLeft: () => void,
    tap?: BridgeTap,
  ) {
    const exit = createDeferred<PtyExit>();
    this.#size = size;
    this.#tap = tap;
    if (standardOutput().isTTY) this.#restorer = new TerminalRestorer(() => size().rows);
    this.#pty = openPty(
      { ...spec, size: size() },
      { output: (bytes) => this.#handleOutput(bytes), exit: exit.resolve },
      clock,
    );
    // Restored before raw mode ends: restoring can stop reports of the terminal, which would be echoed otherwise.
    process.on('exit', this.#restoreTerminal);
    const rawMode = enterRawMode(() => this.#updateSize());
    const stop = this.#connectStreams(readerLeft);
    this.ended = exit.promise.then(async (how) => {
      stop();
      await flushOutput();
      process.off('exit', this.#restoreTerminal);
      this.#restoreTerminal();
      rawMode.dispose();
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

  /** Resets what a killed program could not. Writes to a terminal are synchronous, so this works during exit too. */
  readonly #restoreTerminal = (): void => {
    const text = this.#restorer?.restoreSequence() ?? '';
    if (text !== '') standardOutput().write(text);
  };

  #connectStreams(readerLeft: () => void): () => void {
    const input = standardInput();
    const output = standardOutput();
    const typed = (bytes: Buffer) => this.#handleInput(bytes);
    const endInput = () => this.#endInput();
    const follow = () => this.#updateSize();
    input.on('data', typed).on('end', endInput).on('error', endInput);
    output.on('resize', follow).on('error', readerLeft);
    return () => {
      input.off('data', typed).off('end', endInput).pause();
      output.off('resize', follow);
    };
  }

  #handleOutput(bytes: Uint8Array): boolean {
    const output = standardOutput();
    this.#tap?.printed(bytes);
    this.#restorer?.push(bytes);
    const more = output.write(Buffer.from(bytes));
    if (!more) output.once('drain', () => this.#pty.resume());
    return more;
  }

  #handleInput(typed: Buffer): void {
    const bytes = this.#tap
      ? Buffer.from(this.#tap.typed(typed, () => isInputHidden(this.#pty, typed)))
      : typed;
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
    if (bytes.length > 0) this.#pty.write(bytes);
  }

  /**
   * A terminal signals the end of input with Ctrl+D only. Within a line it just submits the line, so it is sent twice.
   */
  #endInput(): void {
    if (this.#pty.lineModes()?.canonical === false) return;
    this.#pty.write(Buffer.from(this.#lastByte === lineFeed ? endOfInput : endOfInput + endOfInput));
  }

  #updateSize(): void {
    const size = this.#size();
    this.#tap?.resized(size);
    this.#pty.resize(size);
  }
}

const flushOutput = () => new Promise<void>((resolve) => standardOutput().write('', () => resolve()));

type RunOptions = OptionValues<typeof runCommand.options>;

export async function run(given: RunOptions, [program = '', ...args]: readonly string[]): Promise<number> {
  if (given.name !== undefined || given.socket !== undefined)
    throw new UsageError('--name and --socket need --share');
  const log = await openLogIfEnabled();
  // Without arguments, because they may contain passwords.
  log?.info('runs', { program });
  const status = await driveProgram(given, { program, args, env: {} });
  log?.info('ended', { program, status });
  log?.close();
  return status;
}

export interface DrivenProgram {
  readonly program: string;
  readonly args: readonly string[];
  /** Added to our own environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Creates a tap that observes the program from start to exit. `end` terminates the program. */
type CreateTap = (size: Size, end: () => void) => BridgeTap & { ended(exit: PtyExit): void };

/** Returns the exit status of the program, or of the signal that ended ptywright. */
export async function driveProgram(
  given: SizeOverride,
  driven: DrivenProgram,
  watch?: CreateTap,
): Promise<number> {
  let forced: number | undefined;
  const end = (signal: string) => {
    if (forced === undefined) bridge.terminate();
    else bridge.kill();
    forced = signalExitStatus(signal);
  };
  // Registered before the program starts. It may signal us at once, and the terminal would stay in raw mode.
  onTerminationSignals(end);
  const watcher = watch?.(resolveSize(given), () => bridge.terminate());
  const bridge = openBridge(given, driven, () => end('SIGPIPE'), watcher);
  const exit = await bridge.ended;
  watcher?.ended(exit);
  return forced ?? programExitStatus(exit);
}

interface SizeOverride {
  readonly rows: number | undefined;
  readonly cols: number | undefined;
}

function openBridge(
  { rows, cols }: SizeOverride,
  { program, args, env: more }: DrivenProgram,
  readerLeft: () => void,
  tap: BridgeTap | undefined,
): TerminalBridge {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const env = { ...Object.fromEntries(own), ...more };
  try {
    const spec = { program, args, env, cwd: process.cwd(), tag: randomUUID() };
    return new TerminalBridge(spec, () => resolveSize({ rows, cols }), systemClock, readerLeft, tap);
  } catch (problem) {
    throw toSpawnFailure(problem);
  }
}

function resolveSize({ rows, cols }: SizeOverride): Size {
  const { isTTY, rows: ownRows, columns } = standardOutput();
  const own = isTTY && ownRows > 0 && columns > 0 ? { rows: ownRows, cols: columns } : { rows: 24, cols: 80 };
  return { rows: rows ?? own.rows, cols: cols ?? own.cols, pixelWidth: 0, pixelHeight: 0 };
}

/** Logs to the file only, because the terminal belongs to the program, and only if the level is `info` or higher. */
async function openLogIfEnabled(): Promise<Log | undefined> {
  const { home, logging } = await readCliEnvironment();
  if (!logging.file || !levelIncludes(logging.level, 'info')) return undefined;
  return openLog({ home, logging }, false);
}
