/** Declares a method: name, documentation, schemas, permissions, faults, examples and handler. */
import type { z } from '#platform/schema.ts';
import type { Call } from './call.ts';

export interface MethodExample {
  readonly title: string;
  /** A program of spec/programs to start a session with. Its id is filled into `send.session`. */
  readonly program?: string;
  /** Or a plugin of spec/programs/plugins to start an adapter with. Its id is filled into `send.adapter`. */
  readonly plugin?: string;
  readonly send: Readonly<Record<string, unknown>>;
  /** What the reply must contain at least. */
  readonly reply?: unknown;
  /** Or the fault that the call ends with. */
  readonly fault?: string;
}

export interface Method<
  World,
  Params extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  /** The protocol level that added the method. */
  readonly since: number;
  readonly summary: string;
  readonly details?: string;
  /** Permissions that the call requires. They are checked before the handler runs. */
  readonly needs: readonly string[];
  /** Also has to grant the permissions: the plugin of the adapter that is driven. */
  grantor?(world: World, params: z.output<Params>): PermissionGrantor;
  /** Faults by name, besides those common to all methods. */
  readonly throws: readonly string[];
  /** The order of parameters that are passed as an array. Without it an array is rejected. */
  readonly positional?: readonly string[];
  /** The method is sent without an id and has no reply. */
  readonly notification?: true;
  /** The method can wait for something to happen. Such requests have a separate limit. */
  readonly waits?: true;
  readonly params: Params;
  readonly result: Result;
  readonly examples: readonly MethodExample[];
  handle(call: Call<World>, params: z.output<Params>): z.input<Result> | Promise<z.input<Result>>;
}

// The methods of a dialect have different types; the parameter type of `handle` makes them invariant.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyMethod<World> = Method<World, any, any>;

/**
 * Binds the world type once, so that each declaration infers the rest:
 * `const method = createMethodFactory<World>()`.
 */
export const createMethodFactory =
  <World>() =>
  <const Name extends string, Params extends z.ZodObject, Result extends z.ZodType>(
    declaration: Method<World, Params, Result> & { readonly name: Name },
  ) =>
    declaration;

/** Permissions that are granted. */
export interface PermissionSet {
  has(permission: string): boolean;
}

/** A plugin that must grant permissions besides the server, with its name for messages. */
export interface PermissionGrantor extends PermissionSet {
  readonly title: string;
}

/** Returns the first missing permission, if any. */
export const findMissingPermission = <World>(
  method: AnyMethod<World>,
  grants: PermissionSet,
): string | undefined => method.needs.find((permission) => !grants.has(permission));
