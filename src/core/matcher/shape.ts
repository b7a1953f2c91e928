/** The wire shape of matchers, derived from their declarations. */
import { z } from '../../platform/schema.ts';
import { limits } from '../limits.ts';
import { Region } from '../screen/snapshot.ts';
import { type AnyDeclared, matchers } from './index.ts';
import type { Declared, Inner, MatcherDeclaration, NoValue } from './matcher.ts';

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
  region: Region.optional().describe('Only this part of the screen is looked at.'),
};

type Narrowing = z.ZodObject<typeof narrowing>;

/** As it was read, with defaults filled in. What its value is, the declaration of its type knows. */
export interface Matcher extends z.output<Narrowing> {
  readonly type: string;
  readonly value?: unknown;
}

/** As a client may send it: one of those that are declared. */
export type MatcherInput = Sent<AnyDeclared>;

type Sent<One> =
  One extends Declared<infer Name, infer Value, infer Narrows>
    ? { readonly type: Name } & SentValue<Value> & ([Narrows] extends [never] ? unknown : z.input<Narrowing>)
    : never;

type SentValue<Value extends z.ZodType> = Value extends NoValue
  ? unknown
  : undefined extends z.input<Value>
    ? { readonly value?: Filled<z.input<Value>> }
    : { readonly value: Filled<z.input<Value>> };

/** With matchers in the place of what stands for them. */
type Filled<Value> = Value extends Inner
  ? MatcherInput
  : Value extends readonly Inner[]
    ? readonly MatcherInput[]
    : Value;

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

export const Matcher: z.ZodType<Matcher, MatcherInput> = z
  .discriminatedUnion('type', shapes)
  .meta({ id: 'Matcher', description: 'What a wait hopes for.' }) as never;
