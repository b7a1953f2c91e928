/** Parses the outer keys of one JSON value to a message, or to an error with the id to answer. */
import type { ChannelLimits } from './channelLimits.ts';
import {
  type Envelope,
  jsonRpcEnvelope,
  type RequestId,
  type RequestParams,
  type RpcError,
  type RpcMessage,
  type WireId,
} from './envelope.ts';
import { createProtocolError, type ProtocolErrorReason } from './protocolErrors.ts';

/**
 * Keys that can reach the JavaScript object model when an object is copied carelessly. No method has such a parameter,
 * so they are rejected at any depth.
 */
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Returns the path of the first such key, such as `env.__proto__`, or null. The nesting was checked before parsing. */
export function findPrototypeKey(value: RequestParams | undefined): string | null {
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

const maxU64 = 2n ** 64n - 1n;

/**
 * Parses an id of up to 64 bits, or returns undefined. JSON.parse rounds integers beyond 2^53, so their digits are read
 * from `text`, the JSON object with the id.
 */
export function parseU64(id: unknown, text: string): number | bigint | undefined {
  if (!Number.isInteger(id) || (id as number) < 0) return undefined;
  if (Number.isSafeInteger(id)) return id as number;
  const digits = findOuterNumber(text, 'id');
  const exact = digits !== undefined && /^\d{1,20}$/.test(digits) ? BigInt(digits) : maxU64 + 1n;
  return exact <= maxU64 ? exact : undefined;
}

/** Returns the last value of an outer key, like JSON.parse, if it is a number. The text is known to be JSON. */
const findOuterNumber = (text: string, key: string): string | undefined =>
  findOuterScalars(text, key).findLast((token) => /^[-\d]/.test(token));

/**
 * Returns the JSON text of each scalar value that an outer key has, in order. In a truncated text, only values that are
 * surely complete are returned.
 */
export function findOuterScalars(text: string, key: string): readonly string[] {
  const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s{}[\]:",]+(?=[\s{}[\]:,]))/y;
  const found: string[] = [];
  let depth = 0;
  let before = '';
  let isValue = false;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const one = match[1]!;
    if (depth === 1 && isValue && !/[{[]/.test(one) && isKey(before, key)) found.push(one);
    isValue = depth === 1 && one === ':';
    if (one === '{' || one === '[') depth++;
    else if (one === '}' || one === ']') depth--;
    if (one.startsWith('"')) before = one;
  }
  return found;
}

function isKey(token: string, key: string): boolean {
  try {
    return JSON.parse(token) === key;
  } catch {
    return false;
  }
}

/** A message that is answered with an error. */
export interface RejectedMessage {
  readonly id: WireId;
  /** The method, if it could be read. */
  readonly method?: string;
  readonly error: RpcError;
}

/** null: nothing to dispatch and nothing to answer, such as an invalid reply or a rejected notification. */
export type ParsedMessage = { readonly message: RpcMessage } | { readonly refused: RejectedMessage } | null;

type Fields = { readonly [key: string]: unknown };

/** `text` is the source of the value. */
export function parseMessage(
  value: unknown,
  limits: ChannelLimits,
  envelope: Envelope = jsonRpcEnvelope,
  text = '',
): ParsedMessage {
  const refuse = (id: WireId, reason: ProtocolErrorReason, more?: { path: string }): ParsedMessage => ({
    refused: {
      id,
      error: createProtocolError(reason, limits, more, envelope.codes),
      ...(more && { method: (value as { method: string }).method }),
    },
  });
  if (!isObject(value)) return refuse(envelope.fallbackId, 'not_an_object');
  if (looksLikeReply(value, envelope)) return parseReply(value, limits);
  const { method, params } = value;
  const id = parseId(value.id, limits, envelope, text);
  if (typeof id === 'object' && id !== null && 'wrong' in id) return refuse(envelope.fallbackId, id.wrong);
  const broken = findViolation(value, envelope);
  if (broken !== null) return refuse(id ?? envelope.fallbackId, broken);
  // JSON-RPC does not allow null here, but editors send it for a call without parameters.
  const given = addOuterParams((params ?? undefined) as RequestParams | undefined, value, envelope);
  const path = findPrototypeKey(given);
  if (path !== null) return id === undefined ? null : refuse(id, 'prototype_key', { path });
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

/** Reads the id of a request that is too long, if it comes before the long part. */
export function findId(beginning: Buffer, limits: ChannelLimits, envelope: Envelope): WireId | undefined {
  const text = beginning.toString('utf8', 0, 2 * limits.idBytes);
  const [token] = findOuterScalars(text, 'id');
  if (token === undefined) return undefined;
  try {
    const id = parseId(JSON.parse(token), limits, envelope, `{"id":${token}}`);
    return typeof id === 'object' && id !== null && 'wrong' in id ? undefined : id;
  } catch {
    return undefined;
  }
}

function toJsonId(id: unknown, { idBytes }: ChannelLimits): ParsedId {
  const json = JSON.stringify(id) as string | undefined;
  return Buffer.byteLength(json ?? '') <= idBytes ? { json } : { wrong: 'id_malformed' };
}

function addOuterParams(
  params: RequestParams | undefined,
  value: Fields,
  { outerParams: outer = [] }: Envelope,
): RequestParams | undefined {
  const beside = outer.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]);
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
  const { code, message: text, data } = error as { code: number; message: string; data?: unknown };
  return {
    message: {
      jsonrpc,
      id,
      error: data === undefined ? { code, message: text } : { code, message: text, data },
    },
  };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An integer beyond 2^53 would be returned as another number, and a fraction may be; neither could be matched. */
export function isRequestId(id: unknown, { idBytes }: ChannelLimits): id is RequestId {
  if (typeof id === 'string') return id.length <= idBytes && Buffer.byteLength(id) <= idBytes;
  return id === null || Number.isSafeInteger(id);
}
