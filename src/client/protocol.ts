/** The types of a client, read off the declarations of the native dialect. Nothing of them is loaded at run time. */
import type { FaultData, FaultName } from '../core/faults.ts';
import type { events, methods } from '../dialects/ptywright/index.ts';
import type { z } from '../platform/schema.ts';

type Declared = (typeof methods)[number];
type Announced = (typeof events)[number];

/** Every method by name, with what it takes and what it gives. */
export type Methods = {
  readonly [M in Declared as M['name']]: {
    readonly params: z.input<M['params']>;
    readonly result: z.output<M['result']>;
  };
};

/** Every notification by name. */
export type Notifications = { readonly [E in Announced as E['name']]: z.output<E['params']> };

export type MethodName = keyof Methods;
export type NotificationName = keyof Notifications;

type IsOptional<Params> = Record<never, never> extends Params ? true : false;

/** Parameters may be left out where all of them may. */
export type Arguments<Name extends MethodName, Rest extends unknown[]> =
  IsOptional<Methods[Name]['params']> extends true
    ? [params?: Methods[Name]['params'], ...Rest]
    : [params: Methods[Name]['params'], ...Rest];

type GroupOf<Name extends string> = Name extends `${infer Group}.${string}` ? Group : never;
type DeedOf<Name extends string, Group extends string> = Name extends `${Group}.${infer Deed}` ? Deed : never;

/** `client.session.wait(…)` for `session.wait`. */
export type Grouped<Rest extends unknown[]> = {
  readonly [Group in GroupOf<MethodName>]: {
    readonly [Name in MethodName as DeedOf<Name, Group>]: (
      ...args: Arguments<Name, Rest>
    ) => Promise<Methods[Name]['result']>;
  };
};

/** `client.news.session.changed(listener)` for `session.changed`; what comes back stops listening. */
export type GroupedNews = {
  readonly [Group in GroupOf<NotificationName>]: {
    readonly [Name in NotificationName as DeedOf<Name, Group>]: (
      listener: (params: Notifications[Name]) => void,
    ) => () => void;
  };
};

export type { FaultData, FaultName };
