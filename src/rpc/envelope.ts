/** The envelope of a dialect: the outer keys of requests, events and replies. Also has the envelope of JSON-RPC 2.0. */
import type { ProtocolErrorKind, ProtocolErrorReason } from './protocolErrors.ts';

export type RequestId = string | number | null;

/** An id as the other side wrote it: may exceed the range of a JavaScript number, be any JSON, or be absent. */
export type WireId = RequestId | bigint | JsonId;

/** The JSON text of an id; undefined if there was none. */
interface JsonId {
  readonly json: string | undefined;
}

/** A number in JSON-RPC 2.0, a string elsewhere. */
export type ErrorCode = number | string;

export type RequestParams = readonly unknown[] | { readonly [name: string]: unknown };

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: WireId;
  readonly method: string;
  readonly params?: RequestParams;
}

export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: RequestParams;
}

export interface RpcError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data?: unknown;
}

interface ResultReply {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly result: unknown;
}

export interface ErrorReply {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly error: RpcError;
}

export type RpcReply = ResultReply | ErrorReply;
export type RpcMessage = RpcRequest | RpcNotification | RpcReply;

/** The outcome of a request, without its id. */
export type RpcOutcome = { readonly result: unknown } | { readonly error: RpcError };

/** The rules of an envelope. `jsonRpcEnvelope` is the default. */
export interface Envelope {
  /** Required value of the outer key `jsonrpc`, if the envelope has it. */
  readonly version?: string;
  /**
   * any: a string, an integer or null; u64: an integer up to 2^64 - 1, returned digit for digit; json: any JSON or no
   * id at all; a request without an id is answered too.
   */
  readonly ids: 'any' | 'u64' | 'json';
  /** Used in replies when the id of a request could not be read. */
  readonly fallbackId: null | 0;
  /** Outer keys that are treated as parameters. */
  readonly outerParams?: readonly string[];
  /** Whether a message without an id is a notification; otherwise it is rejected. */
  readonly notifications: boolean;
  /** Whether a message that is too long is read to its end for its id. Otherwise only its beginning is. */
  readonly findsLateIds?: true;
  /** Whether messages may arrive as an array. */
  readonly batches: boolean;
  /** Whether a request starts only after the one before it is answered. */
  readonly sequential: boolean;
  /** Error codes of protocol errors by kind. An entry for a single reason takes precedence. */
  readonly codes: Readonly<Record<ProtocolErrorKind, ErrorCode>> &
    Readonly<Partial<Record<ProtocolErrorReason, ErrorCode>>>;
  /** Called with the text of each value when it is processed. */
  onValue?(text: string): void;
  /** Formats a reply. `id` is JSON text already. `method` is absent if no valid request was received. */
  reply(id: string, outcome: RpcOutcome, method?: string): string;
  notification(method: string, params?: RequestParams): string;
}

/** JSON-RPC 2.0, the default envelope. */
export const jsonRpcEnvelope: Envelope = {
  version: '2.0',
  ids: 'any',
  fallbackId: null,
  notifications: true,
  batches: true,
  sequential: false,
  codes: { parse: -32700, request: -32600, params: -32602, internal: -32603, busy: -32000 },
  reply: (id, outcome) =>
    'error' in outcome
      ? `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(outcome.error)}}`
      : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}}`,
  notification: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params }),
};
