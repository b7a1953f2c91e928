/** One call of a plugin's function: what it is given, and what it told on its way. Both cross between threads. */
import type { Look } from '../../matcher/look.ts';

export interface Asked {
  /** The name of an exported function. */
  readonly function: string;
  /** What it is called with, in this order. */
  readonly args: 'context' | 'params' | 'params, context';
  readonly look?: Look;
  /** JSON. */
  readonly params?: unknown;
  /** JSON: these become fields of the context. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Whether what rules tell is kept. */
  readonly trace?: boolean;
}

/** A rule that was tried: whether it fits, the rows that it looked at, and why. */
export interface RuleTrace {
  readonly rule: string;
  readonly matched: boolean;
  readonly rows: readonly number[];
  readonly why?: string;
}
