/**
 * The envelope of a dialect: the outer keys of requests, events and replies. Parses them to a message, or to an error
 * that is answered before a method is called. Also has the envelope of JSON-RPC 2.0.
 */
import type { ChannelLimits } from './channel.ts';
import { OuterValueScanner, parseU64 } from './outerValue.ts';

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

/** An envelope has a code for each kind. */
type ProtocolErrorKind = 'parse' | 'request' | 'params' | 'internal' | 'busy';

const parseError = { kind: 'parse', title: 'Parse error' } as const;
const invalidRequest = { kind: 'request', title: 'Invalid request' } as const;
// Methods can return these three faults too, so the data has the name of the fault.
const invalidParams = { kind: 'params', title: 'Invalid params', fault: 'Invalid' } as const;
const internalError = { kind: 'internal', title: 'Internal error', fault: 'Internal' } as const;
const busy = { kind: 'busy', title: 'Busy', fault: 'Busy' } as const;

type ProtocolErrorCategory = {
  readonly kind: ProtocolErrorKind;
  readonly title: string;
  readonly fault?: string;
};
type ProtocolErrorEntry = readonly [
  kind: ProtocolErrorCategory,
  sentence: string,
  limit?: keyof ChannelLimits,
];

export const protocolErrors = {
  not_utf8: [parseError, 'the frame is not UTF-8'],
  not_json: [parseError, 'the frame is not JSON'],
  cut_short: [parseError, 'the input ended inside a frame'],
  header_malformed: [parseError, 'a header line is not `Name: value`'],
  length_malformed: [parseError, 'Content-Length is not a decimal number of at most ten digits'],
  length_twice: [parseError, 'the header has more than one Content-Length'],
  length_missing: [parseError, 'the header has no Content-Length'],
  header_too_large: [invalidRequest, 'the header is too long', 'headerBytes'],
  header_too_many: [invalidRequest, 'the header has too many lines', 'headerLines'],
  frame_too_large: [invalidRequest, 'the frame is too long', 'frameBytes'],
  frame_too_slow: [invalidRequest, 'the frame was not completed in time', 'frameFinishMs'],
  too_deep: [invalidRequest, 'the message is nested too deeply', 'jsonDepth'],
  batch_empty: [invalidRequest, 'the batch is empty'],
  batch_too_large: [invalidRequest, 'the batch has too many messages', 'batchMessages'],
  not_an_object: [invalidRequest, 'a message must be an object'],
  not_version_2: [invalidRequest, '`jsonrpc` must be "2.0"'],
  id_malformed: [invalidRequest, '`id` must be a string, an integer within 2^53 - 1, or null', 'idBytes'],
  id_too_long: [invalidRequest, '`id` is too long', 'idBytes'],
  id_not_u64: [invalidRequest, '`id` must be an integer from 0 to 2^64 - 1'],
  id_missing: [invalidRequest, 'a request must have an `id`'],
  method_malformed: [invalidRequest, '`method` must be a string'],
  params_malformed: [invalidRequest, '`params` must be an object or an array, or be left out'],
  prototype_key: [invalidParams, 'a key is reserved by the JavaScript object model'],
  unread: [
    busy,
    'the reply does not fit into the write queue of this client; read the pending output, then send the request again',
    'outboxCloseBytes',
  ],
  not_serialisable: [internalError, 'the result cannot be written as JSON'],
} as const satisfies { readonly [reason: string]: ProtocolErrorEntry };

export type ProtocolErrorReason = keyof typeof protocolErrors;

/** A message names the broken rule and never repeats the input, because a frame may contain a secret. */
export function createProtocolError(
  reason: ProtocolErrorReason,
  limits: ChannelLimits,
  more?: { readonly path?: string },
  codes: Readonly<Partial<Record<string, ErrorCode>>> = jsonRpcEnvelope.codes,
): RpcError {
  const [{ kind, title, fault }, sentence, limit]: ProtocolErrorEntry = protocolErrors[reason];
  // Some dialects use the parse error code for other errors too.
  const calledUnreadable = codes[reason] !== undefined && codes[reason] === codes.parse;
  const bound = limit && { limit, max: limits[limit] };
  return {
    code: (codes[reason] ?? codes[kind])!,
    message: `${calledUnreadable ? parseError.title : title}: ${sentence}.`,
    data: { ...(fault && { fault }), reason, ...bound, ...more },
  };
}

/**
 * Keys that can reach the JavaScript object model when an object is copied carelessly. No method has such a parameter,
 * so they are rejected at any depth.
 */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the path of the first such key, such as `env.__proto__`, or null. The nesting was checked before parsing. */
function findPrototypeKey(value: RequestParams | undefined): string | null {
  return value === undefined ? null : searchValue(value);
}

function searchValue(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  return Array.isArray(value) ? searchItems(value) : searchFields(value as Record<string, unknown>);
}

function searchItems(items: readonly unknown[]): string | null {
  for (let at = 0; at < items.length; at++) {
    const below = searchValue(items[at]);
    if (below !== null) return `${at}.${below}`;
  }
  return null;
}

function searchFields(fields: Record<string, unknown>): string | null {
  for (const key in fields) {
    if (forbiddenKeys.has(key)) return key;
    const below = searchValue(fields[key]);
    if (below !== null) return `${redactKey(key)}.${below}`;
  }
  return null;
}

/** Repeats only keys that look like a parameter name. Any other key may be a secret. */
const redactKey = (key: string) => (/^[a-z][a-z_]{0,31}$/.test(key) ? key : '*');

/** A message that is answered with an error. */
export interface RejectedMessage {
  readonly id: WireId;
  /** The method, if it could be read. */
  readonly method?: string;
  readonly error: RpcError;
}

/** null: nothing to dispatch and nothing to answer, such as an invalid reply or a rejected notification. */
type ParsedMessage = { readonly message: RpcMessage } | { readonly refused: RejectedMessage } | null;

type Fields = { readonly [key: string]: unknown };

/** `text` is the source of the value. */
export function parseMessage(
  value: unknown,
  limits: ChannelLimits,
  envelope: Envelope = jsonRpcEnvelope,
  text = '',
): ParsedMessage {
  const refuse = (
    id: WireId,
    reason: ProtocolErrorReason,
    { method, ...more }: { readonly method?: unknown; readonly path?: string } = {},
  ): ParsedMessage => ({
    refused: {
      id,
      error: createProtocolError(reason, limits, more, envelope.codes),
      ...(typeof method === 'string' && { method }),
    },
  });
  if (!isObject(value)) return refuse(envelope.fallbackId, 'not_an_object');
  if (looksLikeReply(value, envelope)) return parseReply(value, limits);
  const { method, params } = value;
  const id = parseId(value.id, limits, envelope, text);
  if (typeof id === 'object' && id !== null && 'wrong' in id) return refuse(envelope.fallbackId, id.wrong);
  const broken = findViolation(value, envelope);
  if (broken !== null) return refuse(id ?? envelope.fallbackId, broken, { method });
  // JSON-RPC does not allow null here, but editors send it for a call without parameters.
  const given = addOuterParams((params ?? undefined) as RequestParams | undefined, value, envelope);
  const path = findPrototypeKey(given);
  if (path !== null) return id === undefined ? null : refuse(id, 'prototype_key', { method, path });
  return { message: toMessage(id, method as string, given) };
}

/** Replies are accepted only where both sides may send requests. */
const looksLikeReply = ({ method, ...value }: Fields, { version }: Envelope) =>
  version !== undefined && method === undefined && ('result' in value || 'error' in value);

type ParsedId = WireId | undefined | { readonly wrong: ProtocolErrorReason };

function parseId(
  id: unknown,
  limits: ChannelLimits,
  { ids, notifications }: Envelope,
  text: string,
): ParsedId {
  if (id === undefined && ids !== 'json') return notifications ? undefined : { wrong: 'id_missing' };
  if (ids === 'json') return toJsonId(id, limits);
  if (ids === 'u64') return parseU64(id, text) ?? { wrong: 'id_not_u64' };
  return isRequestId(id, limits) ? id : { wrong: 'id_malformed' };
}

/** Reads the id of a request that is too long. */
export class IdScanner {
  readonly #scanner: OuterValueScanner;
  readonly #limits: ChannelLimits;
  readonly #envelope: Envelope;

  constructor(limits: ChannelLimits, envelope: Envelope) {
    this.#scanner = new OuterValueScanner('id', 2 * limits.idBytes);
    this.#limits = limits;
    this.#envelope = envelope;
  }

  /** Returns the id once it has arrived. */
  push(bytes: Buffer): WireId | undefined {
    this.#scanner.push(bytes);
    const { first } = this.#scanner;
    if (first === undefined) return undefined;
    try {
      const id = parseId(JSON.parse(first), this.#limits, this.#envelope, `{"id":${first}}`);
      return typeof id === 'object' && id !== null && 'wrong' in id ? undefined : id;
    } catch {
      return undefined;
    }
  }
}

function toJsonId(id: unknown, { idBytes }: ChannelLimits): ParsedId {
  const json = JSON.stringify(id) as string | undefined;
  return Buffer.byteLength(json ?? '') <= idBytes ? { json } : { wrong: 'id_too_long' };
}

function addOuterParams(
  params: RequestParams | undefined,
  value: Fields,
  { outerParams = [] }: Envelope,
): RequestParams | undefined {
  const beside = outerParams.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]);
  return beside.length === 0 || Array.isArray(params)
    ? params
    : { ...params, ...(Object.fromEntries(beside) as object) };
}

function findViolation(
  { jsonrpc, method, params }: Fields,
  { version }: Envelope,
): ProtocolErrorReason | null {
  if (version !== undefined && jsonrpc !== version) return 'not_version_2';
  if (typeof method !== 'string') return 'method_malformed';
  if (params !== undefined && typeof params !== 'object') return 'params_malformed';
  return null;
}

/** Passes on only the keys that the protocol defines. */
function toMessage(id: WireId | undefined, method: string, params: RequestParams | undefined): RpcMessage {
  if (id === undefined) return params ? { jsonrpc: '2.0', method, params } : { jsonrpc: '2.0', method };
  return params ? { jsonrpc: '2.0', id, method, params } : { jsonrpc: '2.0', id, method };
}

/** An invalid reply is never answered, or two peers could answer each other's errors forever. */
function parseReply(value: Fields, limits: ChannelLimits): ParsedMessage {
  const { jsonrpc, id, result, error } = value;
  if (jsonrpc !== '2.0' || !isRequestId(id, limits) || (result !== undefined && error !== undefined))
    return null;
  if (error === undefined) return { message: { jsonrpc, id, result } };
  if (!isObject(error) || !Number.isInteger(error.code) || typeof error.message !== 'string') return null;
  const { code, message, data } = error as { code: number; message: string; data?: unknown };
  return {
    message: {
      jsonrpc,
      id,
      error: data === undefined ? { code, message } : { code, message, data },
    },
  };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An integer beyond 2^53 would be returned as another number, and a fraction may be; neither could be matched. */
function isRequestId(id: unknown, { idBytes }: ChannelLimits): id is RequestId {
  if (typeof id === 'string') return id.length <= idBytes && Buffer.byteLength(id) <= idBytes;
  return id === null || Number.isSafeInteger(id);
}
