/** What JSON-RPC 2.0 puts round a call, an event and an answer. */
export type RequestId = string | number | null;
export type Params = readonly unknown[] | { readonly [name: string]: unknown };

export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params;
}

export interface Notification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Params;
}

export interface ReplyError {
  readonly code: number;
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
