/** What a method is: its name, its prose, its shapes, what it needs and how it fails, above the deed itself. */
import type { z } from '../platform/schema.ts';
import type { Call } from './call.ts';
import type { Grantor } from './permit.ts';

export interface Example {
  readonly title: string;
  /** A program of spec/programs that a session is started with; `send.session` is filled in with its id. */
  readonly program?: string;
  /** Or a plugin of spec/programs/plugins that an adapter is started with; `send.adapter` is filled in. */
  readonly plugin?: string;
  readonly send: Readonly<Record<string, unknown>>;
  /** What the reply holds at least. */
  readonly reply?: unknown;
  /** Or the fault that it ends with. */
  readonly fault?: string;
}

export interface Method<
  World,
  Params extends z.ZodObject = z.ZodObject,
  Result extends z.ZodType = z.ZodType,
> {
  readonly name: string;
  /** The protocol level that brought it. */
  readonly since: number;
  readonly summary: string;
  readonly details?: string;
  /** Permissions without which the call is refused before its handler runs. */
  readonly needs: readonly string[];
  /** Who has to grant them besides the server: the plugin that is driven. */
  grantor?(world: World, params: z.output<Params>): Grantor;
  /** Faults by name, besides those of every method. */
  readonly throws: readonly string[];
  /** The order of parameters when they come in an array; without it an array is refused. */
  readonly positional?: readonly string[];
  /** Sent without an id by its nature; there is no reply to expect. */
  readonly notification?: true;
  readonly params: Params;
  readonly result: Result;
  readonly examples: readonly Example[];
  handle(call: Call<World>, params: z.output<Params>): z.input<Result> | Promise<z.input<Result>>;
}

// The table of a dialect holds methods of all shapes; the parameter type of `handle` makes them invariant.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyMethod<World> = Method<World, any, any>;

/** Binds the world once, so that each declaration infers the rest: `const method = methodOf<World>()`. */
export const methodOf =
  <World>() =>
  <const Name extends string, Params extends z.ZodObject, Result extends z.ZodType>(
    declaration: Method<World, Params, Result> & { readonly name: Name },
  ) =>
    declaration;
