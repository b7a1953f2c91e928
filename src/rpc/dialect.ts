/** Declares a dialect: its methods, events, envelope, and the error code of each fault. */
import type { z } from '#platform/schema.ts';
import type { Envelope, ErrorCode } from './envelope.ts';
import { type AnyMethod, type Call, countDeclaration } from './method.ts';

export type { Envelope, ErrorCode };

export interface Dialect<World> {
  readonly name: string;
  /** JSON-RPC 2.0 if absent. */
  readonly envelope?: Envelope | undefined;
  readonly methods: ReadonlyMap<string, AnyMethod<World>>;
  readonly events: ReadonlyMap<string, EventDeclaration>;
  /**
   * Maps fault names to codes. Unlisted faults are internal errors. `MethodUnknown`, `Invalid` and `Internal` have the
   * codes of JSON-RPC 2.0 unless they are listed.
   */
  readonly codes: Readonly<Record<string, ErrorCode>>;
  /** What a fault becomes in this dialect, where more than its code differs. */
  readonly translations?: Readonly<
    Record<string, ((data: never, world: World) => FaultTranslation | undefined) | undefined>
  >;
  /** The result that is sent for a handler that returns nothing; null if absent. */
  readonly done?: unknown;
  /** Runs before the handler of each method that is not `open`. */
  before?(call: Call<World>): void;
  /** Formats the error message for an unknown method. */
  readonly unknownMethod?: ((name: string) => string) | undefined;
}

/** The parts of a fault that are replaced. */
interface FaultTranslation {
  readonly name?: string;
  readonly message?: string;
  readonly data?: object;
}

/** An error that only one dialect has. */
class DialectError extends Error {
  override readonly name: string;
  readonly data: object;

  constructor(name: string, message: string, data: object) {
    super(message);
    this.name = name;
    this.data = data;
  }
}

export interface DialectErrorOptions {
  readonly data?: object;
  /** Follows the message. */
  readonly detail?: string | undefined;
  /** Replaces the message. */
  readonly message?: string;
}

/** Declares the errors of a dialect besides the faults of the core: the code and the message of each. */
export const declareErrors = <Name extends string>(
  table: Readonly<Record<Name, readonly [ErrorCode, string]>>,
) => ({
  codes: Object.fromEntries(Object.keys(table).map((name) => [name, table[name as Name][0]])),
  create: (name: Name, { data = {}, detail, message = table[name][1] }: DialectErrorOptions = {}) =>
    new DialectError(name, detail === undefined ? message : `${message}: ${detail}`, data),
});

export interface DialectDeclaration<World> extends Omit<Dialect<World>, 'methods' | 'events'> {
  readonly methods: readonly AnyMethod<World>[];
  readonly events: readonly EventDeclaration[];
}

type Exported<Module, Shape> = Module extends object ? Extract<Module[keyof Module], Shape> : never;

/** Returns the methods that these modules export: module by module, each in declaration order. */
export const exportedMethods = <Modules extends readonly object[]>(...modules: Modules) =>
  modules.flatMap((module) => exportedWith(module, 'handle')) as unknown as readonly Exported<
    Modules[number],
    { readonly name: string; readonly handle: unknown }
  >[];

/** Returns the events that a module exports, in declaration order. */
export const exportedEvents = <Module extends object>(module: Module) =>
  exportedWith(module, 'example') as unknown as readonly Exported<Module, EventDeclaration>[];

/** A module lists its exports by name, so declarations are counted. */
const exportedWith = (module: object, field: string) =>
  Object.values(module as Record<string, unknown>)
    .filter((value) => typeof value === 'object' && value !== null && field in value)
    .map((value) => value as { readonly order: number })
    .sort((one, other) => one.order - other.order);

// A Map, because names come from clients: an object would also find `constructor`.
export const defineDialect = <World>({
  methods,
  events,
  ...rest
}: DialectDeclaration<World>): Dialect<World> => ({
  ...rest,
  methods: new Map(methods.map((method) => [method.name, method])),
  events: new Map(events.map((event) => [event.name, event])),
});

/** A notification that the server sends. */
export interface EventDeclaration<Name extends string = string, Params extends z.ZodObject = z.ZodObject> {
  readonly name: Name;
  readonly order: number;
  readonly since: number;
  readonly summary: string;
  readonly params: Params;
  readonly example: Readonly<Record<string, unknown>>;
}

export const defineEvent = <const Name extends string, Params extends z.ZodObject>(
  declaration: Omit<EventDeclaration<Name, Params>, 'since' | 'order'> & { readonly since?: number },
): EventDeclaration<Name, Params> => ({ since: 1, ...declaration, order: countDeclaration() });
