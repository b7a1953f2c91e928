/** The wire shape of matchers, derived from their declarations. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { matchers } from './index.ts';
import type { MatcherDeclaration } from './matcher.ts';

export interface MatcherInput {
  readonly type: string;
  readonly value?: unknown;
  readonly rows?: { readonly from: number; readonly count: number };
  readonly region?: {
    readonly row: number;
    readonly col: number;
    readonly rows: number;
    readonly cols: number;
  };
}

const narrowing = {
  rows: z
    .strictObject({
      from: z
        .int()
        .min(-limits.maxRows)
        .max(limits.maxRows - 1)
        .describe('The first row; negative from the bottom.'),
      count: z.int().min(1).max(limits.maxRows).default(1),
    })
    .optional()
    .describe('Only these rows are looked at.'),
  region: z
    .strictObject({
      row: z
        .int()
        .min(0)
        .max(limits.maxRows - 1),
      col: z
        .int()
        .min(0)
        .max(limits.maxCols - 1),
      rows: z.int().min(1).max(limits.maxRows),
      cols: z.int().min(1).max(limits.maxCols),
    })
    .optional()
    .describe('Only this part of the screen is looked at.'),
};

// The union holds itself: `nested` is looked up when a matcher is read, after the union is made.
const nested = z.lazy((): z.ZodType => Matcher);

const shapeOf = ({ name, summary, value, narrows }: MatcherDeclaration) =>
  z
    .strictObject({
      type: z.literal(name),
      ...(value ? { value: value(nested) } : {}),
      ...(narrows ? narrowing : {}),
    })
    .describe(summary);

const shapes = [...matchers.values()].map(shapeOf) as unknown as [
  z.ZodObject<{ type: z.ZodLiteral<string> }>,
];

export const Matcher: z.ZodType<MatcherInput, MatcherInput> = z
  .discriminatedUnion('type', shapes)
  .meta({ id: 'Matcher', description: 'What a wait hopes for.' }) as never;
