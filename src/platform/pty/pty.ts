/**
 * The door to pseudo-terminals: one program on a terminal of its own, bytes in and bytes out. What must hold however
 * the program behaves is promised here, and kept by unix.ts and windows.ts.
 */
import type { Size } from '../../core/size.ts';
import type { Clock } from '../clock.ts';
import type { SignalName } from '../signals.ts';
import { openUnixPty } from './unix.ts';
import { openWindowsPty } from './windows.ts';

export { reap } from './family.ts';
export { checkPty } from './roundTrip.ts';
export { tagVariable } from './tag.ts';

export interface PtySpec {
  readonly program: string;
  readonly args: readonly string[];
  /** All that the program gets; nothing is inherited beside it. PATH is looked up in here. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly size: Size;
  /** Random and told to nobody: processes that leave the terminal's session are found again by it. */
  readonly tag: string;
}

/** `exitCode` is null when a signal ended the program. */
export interface PtyExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface PtyEvents {
  /**
   * The bytes lie in a buffer that the next read overwrites: take or copy them before returning. True for
   * more; false pauses, as `pause()` does.
   */
  output(bytes: Uint8Array): boolean;
  /** Comes once, after the last byte of output, also of a paused terminal. */
  exit(exit: PtyExit): void;
}

/** After the exit and after `close()` every call is without effect; none reaches another terminal's descriptor. */
export interface Pty {
  readonly pid: number;
  /** Written at once as far as the kernel takes it, the rest when the program reads: do not change `bytes` later. */
  write(bytes: Uint8Array): void;
  /** Input not yet taken by the kernel. A write that is half taken counts whole. */
  readonly queuedBytes: number;
  resize(size: Size): void;
  /** A paused program runs on until the kernel's few KiB are full, then blocks. */
  pause(): void;
  resume(): void;
  /** To the foreground process group: whom the terminal's own keys would reach. */
  signal(name: SignalName): void;
  /** Hang-up, then SIGTERM, then SIGKILL, to all that the program started; ends as soon as all are gone. */
  terminate(): Promise<void>;
  /** SIGKILL to all that the program started, now. */
  kill(): void;
  /** The foreground program's directory, where the system tells. */
  cwd(): string | null;
  /** The foreground program's name, where the system tells. */
  program(): string | null;
  /** Whether the terminal hands input over by lines. Costs a child process: ask only when it matters. */
  canonical(): boolean | null;
  /** Lets go at once: no event follows, and a program that still runs is hung up by the kernel. */
  close(): void;
}

export const openPty: (spec: PtySpec, events: PtyEvents, clock: Clock) => Pty =
  process.platform === 'win32' ? openWindowsPty : openUnixPty;
