/** A dialect: what may be said on a listener, what is put round it, and the code that each fault has there. */
import type { Code, Envelope } from '../wire/envelope.ts';
import type { Event } from './event.ts';
import type { AnyMethod } from './method.ts';

export type { Code, Envelope };

export interface Dialect<World> {
  readonly name: string;
  /** JSON-RPC 2.0 if absent. */
  readonly envelope?: Envelope | undefined;
  readonly methods: ReadonlyMap<string, AnyMethod<World>>;
  readonly events: ReadonlyMap<string, Event>;
  /**
   * Fault names to codes. A fault that is not listed is an internal error. `MethodUnknown`, `Invalid` and `Internal`
   * are what JSON-RPC 2.0 says unless they are listed.
   */
  readonly codes: Readonly<Record<string, Code>>;
  /** Says of a fault what the dialect has words of its own for. */
  readonly sentences?: Readonly<Record<string, ((data: never) => string) | undefined>>;
  /** Says of a name that it is none, in the words of the dialect. */
  readonly unknownMethod?: ((name: string) => string) | undefined;
}

export interface DialectParts<World> extends Omit<Dialect<World>, 'methods' | 'events'> {
  readonly methods: readonly AnyMethod<World>[];
  readonly events: readonly Event[];
}

// Names come from clients: a Map has no `constructor` key to be found by accident.
export const dialect = <World>({ methods, events, ...rest }: DialectParts<World>): Dialect<World> => ({
  ...rest,
  methods: new Map(methods.map((method) => [method.name, method])),
  events: new Map(events.map((event) => [event.name, event])),
});
