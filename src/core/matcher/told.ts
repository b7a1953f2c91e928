/** A hit as it is told to the client: text only through a redaction. */
import { z } from '../../platform/schema.ts';
import type { Redaction } from '../redact/redaction.ts';
import { eventKinds } from '../screen/events.ts';
import { type MatcherName, matchers } from './index.ts';
import type { Found, Hit } from './matcher.ts';

const Told = z.object({
  kind: z.enum([...matchers.keys()] as [MatcherName]).describe('The matcher that was satisfied.'),
  text: z.string().optional().describe('The text that was found.'),
  capture: z.string().optional().describe('The first group of the pattern, or else all that it found.'),
  pattern: z.string().optional(),
  row: z.int().optional(),
  col: z.int().optional(),
  min_ms: z.int().optional(),
  sequence: z.int().optional(),
  on: z.boolean().optional(),
  exit_code: z.int().nullable().optional(),
  signal: z.string().nullable().optional(),
  command: z.string().optional().describe('What was run.'),
  event: z.enum(eventKinds).optional(),
  number: z.int().optional().describe('The number of the event.'),
  facts: z.record(z.string(), z.unknown()).optional().describe('What the event tells.'),
  plugin: z.string().optional(),
  predicate: z.string().optional(),
  evidence: z.string().optional().describe('What the predicate of a plugin says of it.'),
});

export interface ToldHit extends z.output<typeof Told> {
  readonly matched?: ToldHit | readonly ToldHit[];
}

export function tell({ kind, found, group, facts, matched }: Hit, redaction: Redaction): ToldHit {
  const inner = (one: Hit) => tell(one, redaction);
  return {
    kind: kind as MatcherName,
    ...redaction.value(facts),
    ...(found && tellFound(found, group, facts, redaction)),
    ...(matched && { matched: isMany(matched) ? matched.map(inner) : inner(matched) }),
  };
}

/** A group is told as it is only if what is told of the whole match shows it anyway. */
function tellFound(
  { view, start, end }: Found,
  group: string | undefined,
  facts: Hit['facts'],
  redaction: Redaction,
) {
  const text = view.told(start, end, redaction);
  const capture =
    facts?.pattern === undefined ? undefined : group !== undefined && text.includes(group) ? group : text;
  return { text, ...(capture !== undefined && { capture }), ...view.place?.(start) };
}

const isMany = (matched: Hit | readonly Hit[]): matched is readonly Hit[] => Array.isArray(matched);

export const ToldHit: z.ZodType<ToldHit> = Told.extend({
  get matched() {
    return z.union([ToldHit, z.array(ToldHit)]).optional();
  },
}).meta({
  id: 'Hit',
  description: 'Why a matcher was satisfied; `any` and `all` hold those of their branches.',
});
