/** A dialect: what may be said on a listener, and the number that each fault has there. */
import type { Event } from './event.ts';
import type { AnyMethod } from './method.ts';

export interface Dialect<World> {
  readonly name: string;
  readonly methods: ReadonlyMap<string, AnyMethod<World>>;
  readonly events: ReadonlyMap<string, Event>;
  /** Fault names to numbers. A fault that is not listed is an internal error. */
  readonly codes: Readonly<Record<string, number>>;
}

export interface DialectParts<World> {
  readonly name: string;
  readonly methods: readonly AnyMethod<World>[];
  readonly events: readonly Event[];
  readonly codes: Readonly<Record<string, number>>;
}

// Names come from clients: a Map has no `constructor` key to be found by accident.
export const dialect = <World>({ methods, events, ...rest }: DialectParts<World>): Dialect<World> => ({
  ...rest,
  methods: new Map(methods.map((method) => [method.name, method])),
  events: new Map(events.map((event) => [event.name, event])),
});
