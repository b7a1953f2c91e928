/** The types of a client, derived from the declarations of the native dialect. Nothing is loaded at run time. */
import type { events, methods } from '#dialects/ptywright/dialect.ts';
import type { FaultData, FaultName } from '#faults.ts';
import type { z } from '#platform/schema.ts';

type NativeMethod = (typeof methods)[number];
type NativeEvent = (typeof events)[number];

/** Every method by name, with its parameters and its result. */
export type Methods = {
  readonly [M in NativeMethod as M['name']]: {
    readonly params: z.input<M['params']>;
    readonly result: z.output<M['result']>;
  };
};

/** Every notification by name, with its parameters. */
export type Notifications = { readonly [E in NativeEvent as E['name']]: z.output<E['params']> };

export type MethodName = keyof Methods;
export type NotificationName = keyof Notifications;

type IsOptional<Params> = Record<never, never> extends Params ? true : false;

/** `params` may be omitted if all parameters are optional. */
export type RequestArguments<Name extends MethodName, Rest extends unknown[]> =
  IsOptional<Methods[Name]['params']> extends true
    ? [params?: Methods[Name]['params'], ...Rest]
    : [params: Methods[Name]['params'], ...Rest];

type GroupOf<Name extends string> = Name extends `${infer Group}.${string}` ? Group : never;
type LocalName<Name extends string, Group extends string> = Name extends `${Group}.${infer Deed}`
  ? Deed
  : never;

/** `client.calls.session.wait(…)` for `session.wait`. */
export type MethodGroups<Rest extends unknown[]> = {
  readonly [Group in GroupOf<MethodName>]: {
    readonly [Name in MethodName as LocalName<Name, Group>]: (
      ...args: RequestArguments<Name, Rest>
    ) => Promise<Methods[Name]['result']>;
  };
};

/** `client.news.session.changed(listener)` for `session.changed`. Returns the function that removes the listener. */
export type EventGroups = {
  readonly [Group in GroupOf<NotificationName>]: {
    readonly [Name in NotificationName as LocalName<Name, Group>]: (
      listener: (params: Notifications[Name]) => void,
    ) => () => void;
  };
};

export type { FaultData, FaultName };
