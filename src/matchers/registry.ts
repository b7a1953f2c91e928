/** The table of all matchers, and the schemas of matchers and hits that are derived from it. Add a new matcher here. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { TerminalEventKind } from '#terminal/events.ts';
import { Region } from '#terminal/screenReader.ts';
import { all, any, not } from './combinators.ts';
import type { MatcherDeclaration, NestedMatcher, NoValue, TypedMatcherDeclaration } from './matcher.ts';
import { lua } from './plugin.ts';
import { alternateScreen, bell, changed, cursorAt, screenStable } from './screen.ts';
import { selector } from './selector.ts';
import { commandFinished, cwd, event } from './shell.ts';
import {
  containsText,
  idle,
  processExited,
  screenRegex,
  title,
  transcriptContains,
  transcriptRegex,
} from './text.ts';

const declarations = [
  containsText,
  screenRegex,
  selector,
  transcriptContains,
  transcriptRegex,
  cursorAt,
  screenStable,
  idle,
  processExited,
  title,
  bell,
  changed,
  alternateScreen,
  cwd,
  commandFinished,
  event,
  any,
  all,
  not,
  lua,
] as const satisfies readonly MatcherDeclaration[];

type DeclaredMatcher = (typeof declarations)[number];
export type MatcherName = DeclaredMatcher['name'];

// A Map, because the names come from clients.
export const matchers: ReadonlyMap<string, MatcherDeclaration> = new Map(
  declarations.map((one) => [one.name, one]),
);

const RowRange = z
  .strictObject({
    from: z
      .int()
      .min(-limits.maxRows)
      .max(limits.maxRows - 1)
      .describe('The first row, from 0. Negative rows count from the bottom.'),
    count: z.int().min(1).max(limits.maxRows).default(1),
  })
  .meta({ id: 'RowRange' });

const areaFields = {
  rows: RowRange.optional().describe('Search only these rows.'),
  region: Region.optional().describe('Search only this part of the screen.'),
};

type AreaFields = z.ZodObject<typeof areaFields>;

/** A matcher after validation, with defaults filled in. The type of `value` depends on the declaration. */
export interface Matcher extends z.output<AreaFields> {
  readonly type: string;
  readonly value?: unknown;
}

/** A matcher as a client may send it. */
export type MatcherInput = DeclaredInput<DeclaredMatcher>;

type DeclaredInput<One> =
  One extends TypedMatcherDeclaration<infer Name, infer Value, infer Narrows>
    ? { readonly type: Name } & DeclaredValue<Value> &
        ([Narrows] extends [never] ? unknown : z.input<AreaFields>)
    : never;

type DeclaredValue<Value extends z.ZodType> = Value extends NoValue
  ? unknown
  : undefined extends z.input<Value>
    ? { readonly value?: WithNestedInputs<z.input<Value>> }
    : { readonly value: WithNestedInputs<z.input<Value>> };

/** Replaces the placeholder of nested matchers by the input type. */
type WithNestedInputs<Value> = Value extends NestedMatcher
  ? MatcherInput
  : Value extends readonly NestedMatcher[]
    ? readonly MatcherInput[]
    : Value;

// The union is recursive: this schema is resolved lazily, after the union exists.
const nestedMatcher = z.lazy((): z.ZodType => Matcher);

const toSchema = ({ name, summary, value, narrows }: MatcherDeclaration) =>
  z
    .strictObject({
      type: z.literal(name),
      ...(value ? { value: value(nestedMatcher) } : {}),
      ...(narrows ? areaFields : {}),
    })
    .describe(summary);

const matcherSchemas = [...matchers.values()].map(toSchema) as unknown as [
  z.ZodObject<{ type: z.ZodLiteral<string> }>,
];

export const Matcher: z.ZodType<Matcher, MatcherInput> = z.discriminatedUnion('type', matcherSchemas).meta({
  id: 'Matcher',
  description:
    'A condition on a session. In requests, `text` and `pattern` also mean `value`, and a number of milliseconds also means `{min_ms}`.',
}) as never;

/** A hit as it is sent to the client. All text is redacted. */
const HitFields = z.object({
  kind: z.enum([...matchers.keys()] as [MatcherName]).describe('The name of the matcher.'),
  text: z.string().optional().describe('The matched text.'),
  capture: z.string().optional().describe('The first group of the pattern, or else the whole match.'),
  pattern: z.string().optional(),
  row: z.int().optional(),
  col: z.int().optional(),
  min_ms: z.int().optional(),
  sequence: z.int().optional(),
  on: z.boolean().optional(),
  exit_code: z.int().nullable().optional(),
  signal: z.string().nullable().optional(),
  command: z.string().optional().describe('The command that finished.'),
  event: TerminalEventKind.optional(),
  number: z.int().optional().describe('The number of the event.'),
  facts: z.record(z.string(), z.unknown()).optional().describe('The facts of the event.'),
  plugin: z.string().optional(),
  predicate: z.string().optional(),
  evidence: z.string().optional().describe('The evidence that the predicate of a plugin returned.'),
});

export interface HitPayload extends z.output<typeof HitFields> {
  readonly matched?: HitPayload | readonly HitPayload[];
}

export const HitPayload: z.ZodType<HitPayload> = HitFields.extend({
  get matched() {
    return z.union([HitPayload, z.array(HitPayload)]).optional();
  },
}).meta({
  id: 'Hit',
  description: 'Why a matcher matched. `any` and `all` include the hits of their branches.',
});

/** Describes a matcher in words, for messages about waits. Its text is not redacted. */
export function formatMatcher({ type, value, rows, region }: Matcher): string {
  const words = matchers.get(type)!.format(value, (inner) => formatMatcher(inner as unknown as Matcher));
  const place = region ? 'in a region of the screen' : rows ? formatRows(rows) : '';
  return place ? `${words} ${place}` : words;
}

const formatRows = ({ from, count }: NonNullable<Matcher['rows']>): string => {
  const first = from < 0 ? `row ${-from} from the bottom` : `row ${from}`;
  return count === 1 ? `in ${first}` : `in ${count} rows from ${first}`;
};
