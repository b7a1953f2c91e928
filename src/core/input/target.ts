import type { Size } from '../size.ts';
import type { Modes } from './modes.ts';
import type { SignalName } from './signals.ts';

/** What an action may ask of a session; a session implements it, and so does a spec. */
export interface InputTarget {
  readonly modes: Modes;
  readonly size: Size;
  /** The kernel collects whole lines for the program (ICANON); false also when that is not known. */
  readonly canonicalLine: boolean;
  write(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** To the foreground process group. */
  signal(name: SignalName): void;
  kill(): void;
  mark(label: string): void;
  /** The window that nobody sees gained or lost the focus. */
  focused(focused: boolean): void;
  /** The pointer is here now. */
  pointed(row: number, col: number): void;
  /** Resolves after `ms` of the session's clock; rejects when the session ends before. */
  after(ms: number): Promise<void>;
}

/** What an action tells of itself. A warning is a sentence: the input was sent, yet may not do what was meant. */
export interface Outcome {
  readonly bytes?: number;
  readonly warnings?: readonly string[];
}

export type Performed = Outcome | undefined | Promise<Outcome | undefined>;
