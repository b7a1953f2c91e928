/** What one kind of step is: its word in the file, its prose and its shape, above the deed. */
import type { z } from '../../platform/schema.ts';
import type { Stage } from './stage.ts';

export interface Kind<Shape extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly shape: Shape;
  /** As it stands in a file. */
  readonly example: unknown;
  /** What is told of it in the report; what is typed is not. */
  told?(value: z.output<Shape>): string;
  /** It reads or writes files: the command must be told of a folder. */
  readonly keeps?: true;
  /** Raises Invalid where a selector or a matcher in it cannot be: before anything is started. */
  check?(value: z.output<Shape>): void;
  /** What of it is hidden in all that is told and kept. */
  secrets?(value: z.output<Shape>): readonly string[];
  /** Ends when it is done, or breaks with what went wrong. What comes back stands in the report. */
  perform(stage: Stage, value: z.output<Shape>, terms: Terms): Promise<unknown> | unknown;
}

/** What every step may say of itself, filled in. */
export interface Terms {
  readonly timeoutMs: number;
}

export const kind = <Shape extends z.ZodType>(declaration: Kind<Shape>): Kind => declaration as Kind;

/** What a step wanted is not so. */
export class StepFailure extends Error {}
