/**
 * The declaration of a row: its contenders, its comparisons, and their limits. A round runs each contender once, in a
 * shuffled order. A figure is the median of its rounds. A ratio divides two such medians.
 */
import type { Bench } from './bench.ts';
import type { Need } from './needs.ts';

export type Figures = Readonly<Record<string, number>>;

/** A contender after its setup. */
export interface Subject {
  round(): Promise<Figures>;
  close?(): Promise<void> | void;
}

export interface Contender {
  readonly name: string;
  readonly needs?: readonly Need[];
  open(bench: Bench): Promise<Subject> | Subject;
}

/** A figure of a contender. */
export interface Side {
  readonly of: string;
  readonly figure: string;
}

export interface Comparison {
  readonly what: string;
  readonly unit: string;
  readonly ours: Side;
  /** Undefined if the limit applies to the figure alone. */
  readonly theirs?: Side;
  /** Which of the rounds counts, from 0 for the lowest to 1. Defaults to the median. */
  readonly quantile?: number;
  readonly limit: Limit;
}

export interface Row {
  readonly name: string;
  readonly what: string;
  readonly rounds: number;
  /** Pins all contenders to one core, where the system supports it. */
  readonly oneCore?: true;
  readonly contenders: readonly Contender[];
  readonly comparisons: readonly Comparison[];
}

/** How a figure and its counterpart are compared. */
export interface Limit {
  readonly text: string;
  readonly form: 'ratio' | 'difference' | 'figure' | 'none';
  meets(value: number): boolean;
}

const isAtMost = (limit: number) => (value: number) => value <= limit;
const isAtLeast = (limit: number) => (value: number) => value >= limit;

/** `1/50` is easier to read than `0.02x`. */
export const ratioText = (ratio: number): string =>
  ratio < 0.095 ? `1/${Math.round(1 / ratio)}` : `${ratio.toFixed(2)}x`;

export const atMost = (limit: number): Limit => ({
  text: `<= ${ratioText(limit)}`,
  form: 'ratio',
  meets: isAtMost(limit),
});
export const atLeast = (limit: number): Limit => ({
  text: `>= ${limit}x`,
  form: 'ratio',
  meets: isAtLeast(limit),
});
export const atMostMore = (limit: number): Limit => ({
  text: `<= +${limit}`,
  form: 'difference',
  meets: isAtMost(limit),
});
export const figureAtLeast = (limit: number): Limit => ({
  text: `>= ${limit}`,
  form: 'figure',
  meets: isAtLeast(limit),
});
export const figureAtMost = (limit: number): Limit => ({
  text: `<= ${limit}`,
  form: 'figure',
  meets: isAtMost(limit),
});
/** Reported without a limit. */
export const reported: Limit = { text: 'reported', form: 'ratio', meets: () => true };
export const reportedFigure: Limit = { text: 'reported', form: 'none', meets: () => true };

export const ours = 'ptywright';
