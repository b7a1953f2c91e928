/** Declares actions, and what an action can do to a session. */
import type { FaultName } from '#faults.ts';
import { limits } from '#limits.ts';
import type { Size } from '#platform/pty/size.ts';
import { z } from '#platform/schema.ts';
import type { SendableSignal } from '#platform/signals.ts';
import type { Modes } from '../modes.ts';

type ActionNeed = 'input.write' | 'session.kill' | 'session.resize';

/** An example in the reference, which a spec executes: this value, in these modes, has this effect. */
export interface ActionExample<Value> {
  readonly title: string;
  readonly value?: Value;
  readonly modes?: Partial<Modes>;
  /** All bytes that are written to the program. */
  readonly writes?: string;
  /** The effect on the session if nothing is written, such as `signal SIGHUP`. */
  readonly effect?: string;
  readonly fault?: FaultName;
}

interface ActionInfo<Name extends string, Value> {
  readonly name: Name;
  readonly summary: string;
  readonly needs: ActionNeed;
  readonly examples: readonly ActionExample<Value>[];
}

export interface ActionWithValue<Name extends string, Value extends z.ZodType>
  extends ActionInfo<Name, z.input<Value>> {
  readonly value: Value;
  perform(target: InputTarget, value: z.output<Value>): PerformResult;
}

export interface ActionWithoutValue<Name extends string> extends ActionInfo<Name, null> {
  perform(target: InputTarget): PerformResult;
}

type ActionSchema<Name extends string, Value extends z.ZodType> = z.ZodObject<
  { type: z.ZodLiteral<Name>; value: Value },
  z.core.$strict
>;

/** Accepts null, because unit variants of adjacently tagged enums are often serialized this way. */
const NoActionValue = z.null().optional();
type NoActionValue = typeof NoActionValue;

/**
 * Declares an action, `{ type: name, value }` on the wire. `needs` is the required permission. The examples are
 * printed in the reference and executed by a spec.
 */
export function action<const Name extends string, Value extends z.ZodType>(
  declaration: ActionWithValue<Name, Value>,
): ActionWithValue<Name, Value> & { readonly wire: ActionSchema<Name, Value> };
export function action<const Name extends string>(
  declaration: ActionWithoutValue<Name>,
): ActionWithoutValue<Name> & { readonly wire: ActionSchema<Name, NoActionValue> };
export function action(declaration: { name: string; summary: string; value?: z.ZodType }): unknown {
  const { name, summary, value = NoActionValue } = declaration;
  return { ...declaration, wire: z.strictObject({ type: z.literal(name), value }).describe(summary) };
}

/** What an action can do to a session. */
export interface InputTarget {
  readonly modes: Modes;
  readonly size: Size;
  /** The terminal is in canonical mode (ICANON): the kernel collects whole lines. False if the mode is unknown. */
  readonly canonicalLine: boolean;
  write(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** Signals the foreground process group. */
  signal(name: SendableSignal): void;
  kill(): void;
  mark(label: string): void;
  /** Sets the focus of the virtual window. */
  setFocus(focused: boolean): void;
  /** Sets the position of the pointer. */
  movePointer(row: number, col: number): void;
  /** Resolves after `ms` on the clock of the session; rejects if the session ends first. */
  delay(ms: number): Promise<void>;
}

/** The result of an action. A warning means that the input was sent but may not work as intended. */
export interface ActionResult {
  readonly bytes?: number;
  readonly warnings?: readonly string[];
}

export type PerformResult = ActionResult | undefined | Promise<ActionResult | undefined>;

/** Text that can be encoded as UTF-8. A lone surrogate would reach the program as another character. */
export const WellFormedText = z.string().refine((text) => text.isWellFormed(), {
  error: 'contains a lone surrogate, which cannot be encoded as UTF-8',
});

/** Line ends in canonical mode: newline, return (which the kernel converts to a newline) and end of file. */
const isLineEnd = (byte: number): boolean => byte === 0x0a || byte === 0x0d || byte === 0x04;

/** Searches backwards from the maximum length, so that it need not read every byte of short lines. */
function hasLineOver(most: number, bytes: Uint8Array): boolean {
  for (let start = 0; bytes.length - start > most; ) {
    let end = start + most;
    while (end >= start && !isLineEnd(bytes[end]!)) end--;
    if (end < start) return true;
    start = end + 1;
  }
  return false;
}

/** Checks canonical mode last, only for a line that is too long: the check costs a system call. */
export function longLineWarnings(target: InputTarget, bytes: Uint8Array): string[] {
  const most = limits.canonicalLineBytes;
  if (!hasLineOver(most, bytes) || !target.canonicalLine) return [];
  return [
    `A line is longer than ${most} bytes. The terminal is in canonical mode, so the kernel drops the rest of the line.`,
  ];
}

export const encodeUtf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

/** Writes in one call, so that no other input can come between the bytes of one action. */
export function writeInput(
  target: InputTarget,
  input: Uint8Array | string,
  warnings: readonly string[] = [],
): ActionResult {
  const bytes = typeof input === 'string' ? encodeUtf8(input) : input;
  if (bytes.length > 0) target.write(bytes);
  return { bytes: bytes.length, warnings: [...warnings, ...longLineWarnings(target, bytes)] };
}
