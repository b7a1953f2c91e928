/**
 * Whether a shape keeps what an earlier one promised. What is taken from clients may only become wider, and what is
 * given to them may only become fuller: new fields may come, old ones stay.
 */
import { branchesOf, type JsonSchema, referred } from './jsonSchema.ts';

type Named = Readonly<Record<string, JsonSchema>>;

export interface Place {
  /** Where in the protocol, for the sentence. */
  readonly path: string;
  readonly was: Named;
  readonly is: Named;
}

/** Parameters are taken from clients, results and notifications are given to them. */
export type Way = 'taken' | 'given';

export function narrowed(was: JsonSchema, is: JsonSchema, place: Place, way: Way): readonly string[] {
  // A shape that holds itself is compared once, where it is first met.
  if (referred(was) !== undefined && referred(was) === referred(is))
    return sharedNarrowed(referred(was)!, place, way);
  const [old, now] = [resolved(was, place.was), resolved(is, place.is)];
  if (branchesOf(old) || branchesOf(now)) return branchesNarrowed(old, now, place, way);
  return [
    ...typesNarrowed(old, now, place, way),
    ...valuesNarrowed(old, now, place, way),
    ...(way === 'taken' ? boundsNarrowed(old, now, place) : []),
    ...fieldsNarrowed(old, now, place, way),
    ...itemsNarrowed(old, now, place, way),
  ];
}

function sharedNarrowed(name: string, place: Place, way: Way): readonly string[] {
  const { [name]: old, ...was } = place.was;
  const now = place.is[name];
  return old && now ? narrowed(old, now, { ...place, was, path: `${place.path} (${name})` }, way) : [];
}

const resolved = (schema: JsonSchema, named: Named): JsonSchema => named[referred(schema) ?? ''] ?? schema;

/** Each form that was taken is still taken by some form, and each form that is given is one that was. */
function branchesNarrowed(old: JsonSchema, now: JsonSchema, place: Place, way: Way): readonly string[] {
  const [olds, nows] = [branchesOf(old) ?? [old], branchesOf(now) ?? [now]];
  return olds.flatMap((branch) => {
    const tries = nows
      .filter((other) => sameKind(branch, other))
      .map((other) => narrowed(branch, other, place, way));
    if (tries.length === 0) return [`${place.path} as ${kindOf(branch)}, which is gone`];
    return tries.some((complaints) => complaints.length === 0) ? [] : tries[0]!;
  });
}

const sameKind = (one: JsonSchema, other: JsonSchema) => kindOf(one) === kindOf(other);

/** What tells the forms of a choice apart: the word in `type`, a reference, a constant, or the bare type. */
const kindOf = (schema: JsonSchema): string =>
  JSON.stringify(schema.properties?.type?.const ?? schema.$ref ?? schema.const ?? schema.type ?? 'anything');

const typesOf = ({ type }: JsonSchema) => (type === undefined ? undefined : [type].flat());

function typesNarrowed(old: JsonSchema, now: JsonSchema, { path }: Place, way: Way): readonly string[] {
  const [wider, narrower] = way === 'taken' ? [typesOf(now), typesOf(old)] : [typesOf(old), typesOf(now)];
  const covered = (type: string) =>
    wider!.includes(type) || (type === 'integer' && wider!.includes('number'));
  if (wider === undefined || narrower?.every(covered)) return [];
  return [
    `${path} as ${typesOf(old)?.join(' or ') ?? 'anything'}, and now it is ${typesOf(now)?.join(' or ') ?? 'anything'}`,
  ];
}

const valuesOf = (schema: JsonSchema) =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

function valuesNarrowed(old: JsonSchema, now: JsonSchema, { path }: Place, way: Way): readonly string[] {
  const [olds, nows] = [valuesOf(old), valuesOf(now)];
  if (nows === undefined)
    return olds === undefined || way === 'taken'
      ? []
      : [`one of ${olds.join(', ')} in ${path}, and now it is anything`];
  if (olds === undefined)
    return way === 'taken' ? [`any ${old.type} for ${path}, and now only ${nows.join(', ')}`] : [];
  return olds
    .filter((value) => !nows.includes(value))
    .map((value) => `${path}: ${JSON.stringify(value)}, which is gone`);
}

const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

function boundsNarrowed(old: JsonSchema, now: JsonSchema, { path }: Place): readonly string[] {
  const raised = lower.filter((bound) => (now[bound] ?? -Infinity) > (old[bound] ?? -Infinity));
  const lowered = upper.filter((bound) => (now[bound] ?? Infinity) < (old[bound] ?? Infinity));
  const changed = [...raised, ...lowered].map(
    (bound) => `${path} with ${bound} ${old[bound] ?? 'unbounded'}, and now it is ${now[bound]}`,
  );
  return now.pattern === undefined || now.pattern === old.pattern
    ? changed
    : [...changed, `${path} in the form ${old.pattern ?? 'of any text'}, and now ${now.pattern}`];
}

function fieldsNarrowed(old: JsonSchema, now: JsonSchema, place: Place, way: Way): readonly string[] {
  const kept = Object.entries(old.properties ?? {}).flatMap(([name, field]) => {
    const path = `${place.path}.${name}`;
    const other = now.properties?.[name];
    return other ? narrowed(field, other, { ...place, path }, way) : [`${path}, which is gone`];
  });
  return [...kept, ...presenceNarrowed(old.required ?? [], now.required ?? [], place, way)];
}

function presenceNarrowed(
  old: readonly string[],
  now: readonly string[],
  { path }: Place,
  way: Way,
): readonly string[] {
  if (way === 'taken') {
    return now
      .filter((name) => !old.includes(name))
      .map((name) => `${path} without ${name}, which is now required`);
  }
  return old
    .filter((name) => !now.includes(name))
    .map((name) => `that ${path}.${name} is always there, and now it may be absent`);
}

function itemsNarrowed(old: JsonSchema, now: JsonSchema, place: Place, way: Way): readonly string[] {
  const path = `${place.path}[]`;
  const within = { ...place, path };
  const items =
    typeof old.items === 'object' && typeof now.items === 'object'
      ? narrowed(old.items, now.items, within, way)
      : [];
  const [was, is] = [old.additionalProperties, now.additionalProperties];
  return typeof was === 'object' && typeof is === 'object'
    ? [...items, ...narrowed(was, is, within, way)]
    : items;
}
