/**
 * The functions of zod that we use. A schema is built when it is first used: a server declares three thousand at its start
 * and uses few of them.
 */
import * as zod from 'zod';

export type * from 'zod';
export { NEVER } from 'zod';

type Build = (...args: readonly unknown[]) => zod.ZodType;
type Fields = Readonly<Record<string, unknown>>;

/** A schema that may not be built yet. */
class Deferred {
  /** Those of an object, as they were declared. */
  readonly fields: Fields | undefined;
  readonly #build: () => zod.ZodType;
  #schema: zod.ZodType | undefined;

  constructor(build: () => zod.ZodType, fields: Fields | undefined) {
    this.#build = build;
    this.fields = fields;
  }

  get schema(): zod.ZodType {
    this.#schema ??= this.#build();
    return this.#schema;
  }
}

/** Methods that return another schema. Any other member builds this one. */
const derivations: ReadonlySet<PropertyKey> = new Set(
  (
    'catch default describe extend int length max meta min nonempty nullable nullish omit optional partial pipe ' +
    'prefault refine regex rest startsWith strict superRefine transform'
  ).split(' '),
);

/** The fields of an object schema that was derived, if they are known without building it. */
function derivedFields(derivation: PropertyKey, fields: Fields, arg: Fields): Fields | undefined {
  switch (derivation) {
    case 'describe':
    case 'meta':
    case 'refine':
    case 'superRefine':
      return fields;
    case 'extend':
      return Object.defineProperties({}, { ...descriptorsOf(fields), ...descriptorsOf(arg) });
    case 'omit':
      return Object.defineProperties(
        {},
        Object.fromEntries(Object.entries(descriptorsOf(fields)).filter(([name]) => !arg[name])),
      );
    default:
      return undefined;
  }
}

/** The key under which a proxy returns its `Deferred`. */
const itself = Symbol('deferred');

const handler: ProxyHandler<Deferred> = {
  has: ({ schema }, key) => key in schema,
  get: (deferred, key) => {
    if (key === itself) return deferred;
    const { fields } = deferred;
    if (key === 'shape' && fields) return fields;
    if (!derivations.has(key)) return Reflect.get(deferred.schema, key);
    return (...args: readonly unknown[]) => {
      const build = () =>
        (deferred.schema as unknown as Record<PropertyKey, Build>)[key]!(...args.map(built));
      // `meta()` returns the metadata.
      return args.length === 0 && key === 'meta'
        ? build()
        : defer(build, fields && derivedFields(key, fields, args[0] as Fields));
    };
  },
};

const defer = (build: () => zod.ZodType, fields?: Fields): zod.ZodType =>
  new Proxy(new Deferred(build, fields), handler) as unknown as zod.ZodType;

/** An argument in which schemas are built: zod looks inside them at each parse. */
function built(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(builtSchema);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return builtSchema(value);
  const fields = Object.entries(descriptorsOf(value)).map(([name, { get, ...field }]) => [
    name,
    // The schema of a field with a getter is recursive.
    get
      ? { configurable: true, enumerable: true, get: () => builtSchema(get()) }
      : { ...field, value: builtSchema(field.value) },
  ]);
  return Object.defineProperties({}, Object.fromEntries(fields));
}

const descriptorsOf = Object.getOwnPropertyDescriptors;

const builtSchema = <Value>(value: Value): Value => {
  const deferred = (value as { readonly [itself]?: Deferred } | null | undefined)?.[itself];
  return (deferred?.schema ?? value) as Value;
};

const deferring = <Create extends (...args: never[]) => zod.ZodType>(create: Create): Create =>
  ((...args: readonly unknown[]) =>
    defer(() => (create as unknown as Build)(...args.map(built)))) as unknown as Create;

const deferringObject = <Create extends (shape: never) => zod.ZodType>(create: Create): Create =>
  ((shape: Fields, ...rest: readonly unknown[]) =>
    defer(() => (create as unknown as Build)(built(shape), ...rest), shape)) as unknown as Create;

export const object = deferringObject(zod.object);
export const strictObject = deferringObject(zod.strictObject);
export const looseObject = deferringObject(zod.looseObject);

export const array = deferring(zod.array);
export const base64 = deferring(zod.base64);
export const boolean = deferring(zod.boolean);
export const custom = deferring(zod.custom);
export const discriminatedUnion = deferring(zod.discriminatedUnion);
export const int = deferring(zod.int);
export const literal = deferring(zod.literal);
export const number = deferring(zod.number);
export const preprocess = deferring(zod.preprocess);
export const record = deferring(zod.record);
export const string = deferring(zod.string);
export const tuple = deferring(zod.tuple);
export const union = deferring(zod.union);
export const unknown = deferring(zod.unknown);

const enumOf = deferring(zod.enum);
const nullSchema = deferring(zod.null);

export { enumOf as enum, nullSchema as null };

export const lazy: typeof zod.lazy = (getter) => zod.lazy(() => builtSchema(getter()));

export const toJSONSchema = (schema: zod.core.$ZodType, options?: zod.core.ToJSONSchemaParams) =>
  zod.toJSONSchema(builtSchema(schema), options);
