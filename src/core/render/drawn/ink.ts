/** What is drawn instead of a letter: a path within one cell. */
import type { Metrics } from '../metrics.ts';

export interface Ink {
  readonly path: string;
  /** It has curves or slopes, which look better when their edges are softened. */
  readonly soft?: boolean;
  /** Width of a line along the path; without it the path is filled. */
  readonly stroke?: number;
  readonly opacity?: number;
}

/** Undefined: it is not one of those. */
export type Draw = (codePoint: number, metrics: Metrics) => Ink | undefined;

/** Between two columns and two rows of pixels; nothing if there is nothing between them. */
export const box = (left: number, top: number, right: number, bottom: number): string =>
  right > left && bottom > top ? `M${left} ${top}h${right - left}v${bottom - top}h${left - right}z` : '';

export const fixed = (value: number): number => Math.round(value * 100) / 100;
