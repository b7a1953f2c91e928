/** What is put round a call, an event and an answer: JSON-RPC 2.0, and what a dialect has instead. */
import type { RefusalKind, RefusalReason } from './refusal.ts';

export type RequestId = string | number | null;

/** As the other side wrote it: also one that no number of JavaScript can hold, any JSON, or none. */
export type AskedId = RequestId | bigint | AnyId;

/** The JSON text of an id; undefined where there was none. */
export interface AnyId {
  readonly json: string | undefined;
}

/** What stands for a failure: a number in JSON-RPC 2.0, a word elsewhere. */
export type Code = number | string;

export type Params = readonly unknown[] | { readonly [name: string]: unknown };

export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: AskedId;
  readonly method: string;
  readonly params?: Params;
}

export interface Notification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Params;
}

export interface ReplyError {
  readonly code: Code;
  readonly message: string;
  readonly data?: unknown;
}

export interface Success {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: unknown;
}

export interface Failure {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly error: ReplyError;
}

export type Reply = Success | Failure;
export type Message = Request | Notification | Reply;

/** What became of a request, before it is known under which id the other side asked. */
export type Outcome = { readonly result: unknown } | { readonly error: ReplyError };

export function replyTo(id: RequestId, outcome: Outcome): Reply {
  return 'error' in outcome
    ? { jsonrpc: '2.0', id, error: outcome.error }
    : { jsonrpc: '2.0', id, result: outcome.result === undefined ? null : outcome.result };
}

/** What may be said on a line besides the calls themselves. `wire/jsonRpc.ts` is the one that a dialect has unasked. */
export interface Envelope {
  /** What the outer key `jsonrpc` says, where there is one. */
  readonly version?: string;
  /**
   * any: a string, an integer or null; u64: an integer up to 2^64 - 1, which comes back digit for digit; json:
   * whatever it is, also nothing, and whoever sends nothing is answered all the same.
   */
  readonly ids: 'any' | 'u64' | 'json';
  /** Stands for the id of a request whose own could not be read. */
  readonly unreadId: null | 0;
  /** Outer keys that are parameters by another place. */
  readonly outer?: readonly string[];
  /** Whether a message without an id is one that nobody answers; otherwise it is refused. */
  readonly notifications: boolean;
  /** Whether messages may come as an array. */
  readonly batches: boolean;
  /** Whether a request is begun only when the one before it is answered. */
  readonly inTurn: boolean;
  /** Of what the wire refuses, by kind; a reason that has a row of its own goes by that. */
  readonly codes: Readonly<Record<RefusalKind, Code>> & Readonly<Partial<Record<RefusalReason, Code>>>;
  /** Told of each value whose turn has come, as it was written. */
  heard?(text: string): void;
  /** The text of an answer. `id` is a JSON text already; without a method nothing that could be asked came. */
  reply(id: string, outcome: Outcome, method?: string): string;
  notification(method: string, params?: Params): string;
}
