/**
 * Compares the protocol with its frozen levels. What clients send may only become wider. What they receive may only
 * gain fields.
 */
import { protocolLevel } from '#dialects/ptywright/dialect.ts';
import { readFolder, readIfExists, readProjectFile, writeProjectFile } from './projectFiles.ts';
import {
  type JsonSchema,
  nativeModel,
  type ProtocolEvent,
  type ProtocolMethod,
  type ProtocolModel,
  referencedName,
  schemaBranches,
} from './protocolModel.ts';

type SchemasByName = Readonly<Record<string, JsonSchema>>;

interface ComparedSchemas {
  /** Location in the protocol, for the message. */
  readonly path: string;
  readonly was: SchemasByName;
  readonly is: SchemasByName;
}

/** `taken`: parameters, which clients send. `given`: results and notifications, which clients receive. */
type DataDirection = 'taken' | 'given';

/** Returns one phrase for each broken promise. */
type Comparison = (
  old: JsonSchema,
  now: JsonSchema,
  place: ComparedSchemas,
  way: DataDirection,
) => readonly string[];

function compareSchemas(
  was: JsonSchema,
  is: JsonSchema,
  place: ComparedSchemas,
  way: DataDirection,
): readonly string[] {
  // A recursive schema is compared once, where it first occurs.
  if (referencedName(was) !== undefined && referencedName(was) === referencedName(is))
    return compareShared(referencedName(was)!, place, way);
  const [old, now] = [resolveSchema(was, place.was), resolveSchema(is, place.is)];
  if (schemaBranches(old) || schemaBranches(now)) return compareBranches(old, now, place, way);
  return [
    ...compareTypes(old, now, place, way),
    ...compareValues(old, now, place, way),
    ...(way === 'taken' ? compareBounds(old, now, place) : []),
    ...compareFields(old, now, place, way),
    ...compareItems(old, now, place, way),
  ];
}

function compareShared(name: string, place: ComparedSchemas, way: DataDirection): readonly string[] {
  const { [name]: old, ...was } = place.was;
  const now = place.is[name];
  return old && now ? compareSchemas(old, now, { ...place, was, path: `${place.path} (${name})` }, way) : [];
}

const resolveSchema = (schema: JsonSchema, named: SchemasByName): JsonSchema =>
  named[referencedName(schema) ?? ''] ?? schema;

/** Each old branch must be compatible with some new branch of the same kind. */
const compareBranches: Comparison = (old, now, place, way) => {
  const [olds, nows] = [schemaBranches(old) ?? [old], schemaBranches(now) ?? [now]];
  return olds.flatMap((branch) => {
    const tries = nows
      .filter((other) => isSameKind(branch, other))
      .map((other) => compareSchemas(branch, other, place, way));
    if (tries.length === 0) return [`${place.path} as ${branchKind(branch)}, which is gone`];
    return tries.some((complaints) => complaints.length === 0) ? [] : tries[0]!;
  });
};

const isSameKind = (one: JsonSchema, other: JsonSchema) => branchKind(one) === branchKind(other);

/** Identifies a branch of a union: the word in `type`, a reference, a constant, or the bare type. */
const branchKind = (schema: JsonSchema): string =>
  JSON.stringify(schema.properties?.type?.const ?? schema.$ref ?? schema.const ?? schema.type ?? 'anything');

const typesOf = ({ type }: JsonSchema) => (type === undefined ? undefined : [type].flat());

const compareTypes: Comparison = (old, now, { path }, way) => {
  const [wider, narrower] = way === 'taken' ? [typesOf(now), typesOf(old)] : [typesOf(old), typesOf(now)];
  const covered = (type: string) =>
    wider!.includes(type) || (type === 'integer' && wider!.includes('number'));
  if (wider === undefined || narrower?.every(covered)) return [];
  return [
    `${path} as ${typesOf(old)?.join(' or ') ?? 'anything'}, and now it is ${typesOf(now)?.join(' or ') ?? 'anything'}`,
  ];
};

const valuesOf = (schema: JsonSchema) =>
  schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);

const compareValues: Comparison = (old, now, { path }, way) => {
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
};

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const;

function compareBounds(old: JsonSchema, now: JsonSchema, { path }: ComparedSchemas): readonly string[] {
  const raised = lowerBounds.filter((bound) => (now[bound] ?? -Infinity) > (old[bound] ?? -Infinity));
  const lowered = upperBounds.filter((bound) => (now[bound] ?? Infinity) < (old[bound] ?? Infinity));
  const changed = [...raised, ...lowered].map(
    (bound) => `${path} with ${bound} ${old[bound] ?? 'unbounded'}, and now it is ${now[bound]}`,
  );
  return now.pattern === undefined || now.pattern === old.pattern
    ? changed
    : [...changed, `${path} in the form ${old.pattern ?? 'of any text'}, and now ${now.pattern}`];
}

const compareFields: Comparison = (old, now, place, way) => {
  const kept = Object.entries(old.properties ?? {}).flatMap(([name, field]) => {
    const path = `${place.path}.${name}`;
    const other = now.properties?.[name];
    return other ? compareSchemas(field, other, { ...place, path }, way) : [`${path}, which is gone`];
  });
  return [...kept, ...comparePresence(old.required ?? [], now.required ?? [], place, way)];
};

function comparePresence(
  old: readonly string[],
  now: readonly string[],
  { path }: ComparedSchemas,
  way: DataDirection,
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

const compareItems: Comparison = (old, now, place, way) => {
  const path = `${place.path}[]`;
  const within = { ...place, path };
  const items =
    typeof old.items === 'object' && typeof now.items === 'object'
      ? compareSchemas(old.items, now.items, within, way)
      : [];
  const [was, is] = [old.additionalProperties, now.additionalProperties];
  return typeof was === 'object' && typeof is === 'object'
    ? [...items, ...compareSchemas(was, is, within, way)]
    : items;
};

/** A part of the old protocol with its new version; undefined if it was removed. */
interface ComparedPair<Part> {
  readonly was: Part;
  readonly is: Part | undefined;
}

/** Returns one sentence for each promise of a released level that the protocol breaks. */
export function findBreakingChanges(
  { number, protocol: was }: FrozenLevel,
  is: ProtocolModel,
): readonly string[] {
  const roots = { was: was.components.schemas, is: is.components.schemas };
  const at = (path: string): ComparedSchemas => ({ path, ...roots });
  const complaints = [
    ...pairByName(was.methods, is.methods).flatMap((pair) => compareMethod(pair, at)),
    ...pairByName(was['x-notifications'], is['x-notifications']).flatMap((pair) => compareEvent(pair, at)),
  ];
  return complaints.map((complaint) => `level ${number} promised ${complaint}`);
}

/** Returns additions after a released level whose `since` is not higher than that level. */
export function findWrongSince({ number, protocol: was }: FrozenLevel, is: ProtocolModel): readonly string[] {
  const methods = findAdded(was.methods, is.methods).map((one) => ({
    name: one.name,
    since: one['x-since'],
  }));
  return [...methods, ...findAdded(was['x-notifications'], is['x-notifications'])]
    .filter(({ since }) => since <= number)
    .map(
      ({ name, since }) =>
        `${name} says since: ${since}, but level ${number} was released without it. Set since and level.ts to ${number + 1}.`,
    );
}

const pairByName = <Part extends { readonly name: string }>(
  was: readonly Part[],
  is: readonly Part[],
): readonly ComparedPair<Part>[] =>
  was.map((one) => ({ was: one, is: is.find(({ name }) => name === one.name) }));

const findAdded = <Part extends { readonly name: string }>(was: readonly Part[], is: readonly Part[]) =>
  is.filter(({ name }) => !was.some((one) => one.name === name));

type CompareAt = (path: string) => ComparedSchemas;

function compareMethod({ was, is }: ComparedPair<ProtocolMethod>, at: CompareAt): readonly string[] {
  if (!is) return [`the method ${was.name}, which is gone`];
  return [
    ...compareParams(was, is, at),
    ...compareResult(was, is, at),
    ...compareErrors(was, is),
    ...(was.paramStructure === 'either' && is.paramStructure !== 'either'
      ? [`that ${was.name} takes an array, which it does not`]
      : []),
    ...(was.result === undefined && is.result !== undefined
      ? [`that ${was.name} has no reply, and now it has`]
      : []),
  ];
}

function compareParams(
  { name, params: was }: ProtocolMethod,
  { params: is }: ProtocolMethod,
  at: CompareAt,
): readonly string[] {
  const demanded = findAdded(was, is).filter(({ required }) => required);
  const kept = pairByName(was, is).flatMap(({ was: old, is: now }) => {
    const path = `${name} ${old.name}`;
    if (!now) return [`${path}, which is gone`];
    const harder =
      now.required && !old.required ? [`that ${path} may be left out, and now it is required`] : [];
    return [...harder, ...compareSchemas(old.schema, now.schema, at(path), 'taken')];
  });
  return [...kept, ...demanded.map((param) => `${name} without ${param.name}, which is now required`)];
}

function compareResult(
  { name, result: was }: ProtocolMethod,
  { result: is }: ProtocolMethod,
  at: CompareAt,
): readonly string[] {
  if (!was) return [];
  return is
    ? compareSchemas(was.schema, is.schema, at(`the result of ${name}`), 'given')
    : [`a result of ${name}, which is gone`];
}

/** Clients identify faults by name and code. A method must not remove a fault or change its code. */
const compareErrors = ({ name, errors: was }: ProtocolMethod, { errors: is }: ProtocolMethod) =>
  was.flatMap(({ message, code }) => {
    const now = is.find((one) => one.message === message);
    if (!now) return [`that ${name} fails with ${message}, which it no longer names`];
    return now.code === code ? [] : [`that ${message} is ${code}, and now it is ${now.code}`];
  });

const compareEvent = ({ was, is }: ComparedPair<ProtocolEvent>, at: CompareAt) =>
  is
    ? compareSchemas(was.params, is.params, at(was.name), 'given')
    : [`the notification ${was.name}, which is gone`];

/** Folder of the released levels. Each file is a complete document and never changes. */
const levelsFolder = 'spec/protocol/levels';

export const frozenLevelPath = (number = protocolLevel): string => `${levelsFolder}/${number}.json`;

/** Freezes the current level. Returns false if it is frozen already. */
export function freezeLevel(): boolean {
  if (readIfExists(frozenLevelPath()) !== undefined) return false;
  writeProjectFile(frozenLevelPath(), `${JSON.stringify(nativeModel(), null, 2)}\n`);
  return true;
}

interface FrozenLevel {
  readonly number: number;
  readonly protocol: ProtocolModel;
}

export const readFrozenLevels = (): readonly FrozenLevel[] =>
  readFolder(levelsFolder)
    .files.filter((name) => /^\d+\.json$/.test(name))
    .map((name) => ({
      number: Number.parseInt(name, 10),
      protocol: JSON.parse(readProjectFile(`${levelsFolder}/${name}`)) as ProtocolModel,
    }));
