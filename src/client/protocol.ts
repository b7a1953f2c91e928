/** The types of a client. */
import type { Methods, Notifications } from './api.ts';

export interface RequestOptions {
  /** Cancels the request at the server; it then ends with the fault `Cancelled`. */
  readonly signal?: AbortSignal;
}

export type MethodName = keyof Methods;
export type NotificationName = keyof Notifications;

type IsOptional<Params> = Record<never, never> extends Params ? true : false;

/** `params` may be omitted if all parameters are optional. */
export type RequestArguments<Name extends MethodName, Rest extends unknown[]> =
  IsOptional<Methods[Name]['params']> extends true
    ? [params?: Methods[Name]['params'], ...Rest]
    : [params: Methods[Name]['params'], ...Rest];
