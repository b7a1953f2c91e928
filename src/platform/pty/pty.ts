/**
 * The interface of pseudo-terminals: one program on a terminal, bytes in and bytes out. Implemented by unixPty.ts and
 * windowsPty.ts. Also checks whether terminals work on this machine.
 */

import { fault, raise } from '#faults.ts';
import type { Clock } from '../clock.ts';
import type { ProcessSignal } from '../signals.ts';
import { unsupportedSystem } from '../systemErrors.ts';
import type { Size } from './size.ts';
import { openUnixPty } from './unixPty.ts';
import { openWindowsPty } from './windowsPty.ts';

interface PtyCheckResult {
  readonly works: boolean;
  /** The output, or the error. */
  readonly detail: string;
  readonly elapsedMs: number;
}

const checkTimeoutMs = 5000;
const checkWord = 'ptywright';
const checkTerminalSize = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
const echoCommand =
  process.platform === 'win32'
    ? { program: 'cmd.exe', args: ['/d', '/c', `set /p word= & echo got ${checkWord}`] }
    : { program: '/bin/sh', args: ['-c', 'read -r word && echo "got $word"'] };

export async function checkPty(clock: Clock): Promise<PtyCheckResult> {
  const began = clock.now();
  try {
    const output = await readAnswer(clock);
    return {
      works: output.includes(`got ${checkWord}`),
      detail: output.trim(),
      elapsedMs: clock.now() - began,
    };
  } catch (error) {
    return { works: false, detail: String(error), elapsedMs: clock.now() - began };
  }
}

function readAnswer(clock: Clock): Promise<string> {
  return new Promise((resolve) => {
    const output: Uint8Array[] = [];
    const end = () => {
      timer.dispose();
      resolve(Buffer.concat(output).toString());
    };
    const env = { PATH: process.env.PATH ?? '', TERM: 'dumb' };
    const spec = {
      ...echoCommand,
      env,
      cwd: process.cwd(),
      size: checkTerminalSize,
      tag: `check.${process.pid}`,
    };
    const pty = openPty(
      spec,
      { output: (bytes) => output.push(Uint8Array.from(bytes)) > 0, exit: end },
      clock,
    );
    const timer = clock.after(checkTimeoutMs, () => pty.kill());
    pty.write(Buffer.from(`${checkWord}\r`));
  });
}

export { countStrays, killStrays } from './processTree.ts';

export interface PtySpec {
  readonly program: string;
  readonly args: readonly string[];
  /** The complete environment; nothing is inherited. The program is looked up in its PATH. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly size: Size;
  /** Random and secret. Finds processes that left the terminal session. */
  readonly tag: string;
}

/** `exitCode` is null when a signal ended the program. */
export interface PtyExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface PtyEvents {
  /**
   * The buffer is overwritten by the next read: process or copy the bytes before returning. Return true to continue,
   * false to pause as `pause()` does.
   */
  output(bytes: Uint8Array): boolean;
  /** Emitted once, after the last byte of output, even if the terminal is paused. */
  exit(exit: PtyExit): void;
}

export interface LineModes {
  /** ICANON: input is delivered to the program by lines. */
  readonly canonical: boolean;
  /** ECHO: the terminal echoes input. */
  readonly echo: boolean;
}

/** After the exit or `close()`, calls have no effect and never reach the descriptor of another terminal. */
export interface Pty {
  readonly pid: number;
  /** Writes at once what the kernel accepts, and the rest when the program reads. Do not modify `bytes` afterwards. */
  write(bytes: Uint8Array): void;
  /**
   * Like `write`, for replies of the emulator. The caller limits their size. `taken` is called when the kernel has all
   * bytes.
   */
  reply(bytes: Uint8Array, taken: () => void): void;
  /** Input that the kernel has not accepted yet. A partly accepted write counts in full. */
  readonly queuedBytes: number;
  resize(size: Size): void;
  /** A paused program keeps running until the buffer of the kernel (a few KiB) is full, then blocks. */
  pause(): void;
  resume(): void;
  /** Sends a signal to the foreground process group, as terminal keys do. */
  signal(name: ProcessSignal): void;
  /**
   * Sends SIGHUP, then SIGTERM, then SIGKILL to the whole process tree. Resolves as soon as all processes have ended.
   */
  terminate(): Promise<void>;
  /** Sends SIGKILL to the whole process tree at once. */
  kill(): void;
  /** The working directory of the foreground program. Null where the system does not report it. */
  cwd(): string | null;
  /** The name of the foreground program. Null where the system does not report it. */
  program(): string | null;
  /**
   * Null where the system does not report it. Runs `stty`, which takes 1.5 ms (median of 50), so call it only when
   * needed.
   */
  lineModes(): LineModes | null;
  /** Releases the terminal at once. No event follows, and the kernel hangs up a program that still runs. */
  close(): void;
}

let checkedSystem = false;

export function openPty(spec: PtySpec, events: PtyEvents, clock: Clock): Pty {
  if (!checkedSystem) requireSupportedSystem();
  return (process.platform === 'win32' ? openWindowsPty : openUnixPty)(spec, events, clock);
}

function requireSupportedSystem(): void {
  const reason = unsupportedSystem();
  if (reason !== undefined) raise(fault.Unsupported({ reason }));
  checkedSystem = true;
}

/** Hidden input, such as a password: neither the terminal nor the program echoes it. */
const firstPrintable = 0x20;
const deleteByte = 0x7f;

/**
 * Whether the terminal hides this input. Call it right before the write, because the program may change the mode later.
 * Canonical mode without echo hides input; in raw mode the program echoes itself. False where the system does not
 * report it.
 */
export function isInputHidden(pty: Pty, bytes: Uint8Array): boolean {
  if (!bytes.some((byte) => byte >= firstPrintable && byte !== deleteByte)) return false;
  const modes = pty.lineModes();
  return modes?.canonical === true && !modes.echo;
}
