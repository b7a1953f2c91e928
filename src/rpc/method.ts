/** Declares a method: name, documentation, schemas, permissions, faults, examples and handler. A handler gets a `Call`. */
import type { Disposable } from '#platform/lifetimes.ts';
import type { z } from '#platform/schema.ts';

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
  /** Grows with each declaration. */
  readonly order: number;
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
  /** Rewrites other accepted forms of parameters that do not fit the schema. */
  normalize?(params: unknown): unknown;
  readonly params: Params;
  readonly result: Result;
  readonly examples: readonly MethodExample[];
  /** Allowed before authentication, in a dialect that has one. */
  readonly open?: true;
  handle(call: Call<World>, params: z.output<Params>): Answer<z.input<Result>>;
}

// The methods of a dialect have different types; the parameter type of `handle` makes them invariant.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyMethod<World> = Method<World, any, any>;

type Answer<Value> = Value | Promise<Value>;

/** A method as it is declared. What is absent follows from the rules of its dialect. */
export interface MethodDeclaration<
  World,
  Name extends string,
  Params extends z.ZodObject,
  Result extends z.ZodType,
  Empty extends z.ZodType,
> extends Partial<Omit<Method<World, Params, Result>, 'name' | 'order' | 'summary' | 'handle'>> {
  readonly name: Name;
  readonly summary: string;
  handle(
    call: Call<World>,
    params: z.output<Params>,
    // biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result returns nothing
  ): Answer<z.input<Result> | (Result extends Empty ? void : never)>;
}

/** What the methods of a dialect have in common. */
interface MethodRules<World, Empty extends z.ZodType> {
  /** The parameters of methods that declare none. */
  readonly params: z.ZodObject;
  /** The result of methods that declare none. Their handlers may return nothing; then `Dialect.done` is sent. */
  readonly result: Empty;
  /** Returns what follows from the parameters: their order in an array, faults, and who else grants permissions. */
  derive?(
    shape: z.ZodObject['shape'],
    declared: { readonly throws: readonly string[]; readonly open: boolean },
  ): Partial<Pick<AnyMethod<World>, 'positional' | 'throws' | 'grantor' | 'normalize'>>;
}

let declarations = 0;
export const countDeclaration = (): number => ++declarations;

/** Binds the rules of a dialect once, so that a declaration states only what is its own. */
export const createMethodFactory =
  <World, Empty extends z.ZodType>({ derive, ...rules }: MethodRules<World, Empty>) =>
  <
    const Name extends string,
    Params extends z.ZodObject = z.ZodObject<Record<never, never>>,
    Result extends z.ZodType = Empty,
  >(
    declared: MethodDeclaration<World, Name, Params, Result, Empty>,
  ) => {
    const { params = rules.params, throws = [], open = false } = declared;
    const defaults = { ...rules, since: 1, needs: [], throws, examples: [] };
    const derived = derive?.(params.shape, { throws, open });
    return { ...defaults, ...declared, ...derived, order: countDeclaration() } as unknown as Method<
      World,
      Params,
      Result
    > & { readonly name: Name };
  };

/** Permissions that are granted. */
export interface PermissionSet {
  has(permission: string): boolean;
}

/** A plugin that must grant permissions besides the server, with its name for messages. */
export interface PermissionGrantor extends PermissionSet {
  readonly title: string;
}

interface CallDeadline {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The client that made a call, and what a handler can do to its connection. */
export interface Caller {
  /** Identifies the connection, for example for its subscriptions. */
  readonly id: number;
  notify(event: string, params: object): void;
  /** The caller sent one request and receives only its reply. Notifications do not arrive. */
  readonly repliesOnly: boolean;
  readonly clogged: boolean;
  /** Nothing waits to be sent. */
  readonly idle: boolean;
  onDrained(listener: () => void): Disposable;
  onIdle(listener: () => void): Disposable;
  /** The connection ended. A client that is kept may continue on another one. */
  onDisconnected(listener: () => void): Disposable;
  /** The client is gone, and does not come back. */
  onClosed(listener: () => void): Disposable;
  /** The client outlives its connection, until `release`. */
  kept: boolean;
  release(): void;
  /** Continues on the connection of another client, which ends. A connection that this one had gets a new client. */
  moveTo(other: Caller): void;
  /** Ends the connection after everything queued has been sent. */
  end(): void;
}

/** Aborts with the reason `request` when the caller cancels the call or disconnects. */
export interface CallCancellation {
  /** Created on first use, which costs more than most calls without a wait. */
  readonly signal: AbortSignal;
}

export interface Call<World> extends CallCancellation {
  readonly method: string;
  readonly world: World;
  readonly caller: Caller;
  /** `narrower` is a signal that includes that of the call. */
  deadline(timeoutMs: number, narrower?: AbortSignal): CallDeadline;
}
