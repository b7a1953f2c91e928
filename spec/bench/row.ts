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
  /** Absent when the limit applies to the figure itself. */
  readonly theirs?: Side;
  /** Which of the rounds counts, from 0 for the lowest to 1. Defaults to the median. */
  readonly quantile?: number;
  readonly bar: Bar;
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

/** How a figure and its counterpart are judged. */
export interface Bar {
  readonly text: string;
  readonly form: 'ratio' | 'difference' | 'figure' | 'none';
  meets(value: number): boolean;
}

const most = (limit: number) => (value: number) => value <= limit;
const least = (limit: number) => (value: number) => value >= limit;

/** `1/50` is easier to read than `0.02x`. */
export const ratioText = (ratio: number): string =>
  ratio < 0.095 ? `1/${Math.round(1 / ratio)}` : `${ratio.toFixed(2)}x`;

export const atMost = (limit: number): Bar => ({
  text: `<= ${ratioText(limit)}`,
  form: 'ratio',
  meets: most(limit),
});
export const atLeast = (limit: number): Bar => ({ text: `>= ${limit}x`, form: 'ratio', meets: least(limit) });
export const atMostMore = (limit: number): Bar => ({
  text: `<= +${limit}`,
  form: 'difference',
  meets: most(limit),
});
export const figureAtLeast = (limit: number): Bar => ({
  text: `>= ${limit}`,
  form: 'figure',
  meets: least(limit),
});
export const figureAtMost = (limit: number): Bar => ({
  text: `<= ${limit}`,
  form: 'figure',
  meets: most(limit),
});
/** Reported without a limit. */
export const written: Bar = { text: 'written', form: 'ratio', meets: () => true };
export const writtenFigure: Bar = { text: 'written', form: 'none', meets: () => true };

export const ours = 'ptywright';
