/** Parses the outer keys of one JSON value to a message, or to an error with the id to answer. */
import type { ChannelLimits } from './channel.ts';
import {
  createProtocolError,
  type Envelope,
  jsonRpcEnvelope,
  type ProtocolErrorReason,
  type RequestId,
  type RequestParams,
  type RpcError,
  type RpcMessage,
  type WireId,
} from './envelope.ts';

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

const maxU64 = 2n ** 64n - 1n;
/** Longer than any such number. */
const maxU64Token = 32;

/**
 * Parses an id of up to 64 bits, or returns undefined. JSON.parse rounds integers beyond 2^53, so their digits are read
 * from `text`, the JSON object with the id.
 */
export function parseU64(id: unknown, text: string): number | bigint | undefined {
  if (!Number.isInteger(id) || (id as number) < 0) return undefined;
  if (Number.isSafeInteger(id)) return id as number;
  const scanner = new OuterValueScanner('id', maxU64Token);
  scanner.push(Buffer.from(text));
  const digits = scanner.lastNumber;
  const exact = digits !== undefined && /^\d{1,20}$/.test(digits) ? BigInt(digits) : maxU64 + 1n;
  return exact <= maxU64 ? exact : undefined;
}

const quote = 0x22;
const backslash = 0x5c;
const depthChange = { ',': 0, '{': 1, '[': 1, '}': -1, ']': -1 } as const;
/**
 * Finds the scalar values of one outer key in JSON text that arrives in pieces. The text may be too long to be kept:
 * only the key or value that is being read is, up to a limit.
 */
class OuterValueScanner {
  /** The JSON text of the first value. */
  first: string | undefined;
  /** The last value that is a number. Of several equal keys, JSON.parse takes the last. */
  lastNumber: string | undefined;
  readonly #key: string;
  readonly #maxBytes: number;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #isValue = false;
  #lastKey = '';
  /** The outer key or value so far; empty elsewhere. */
  #token: Buffer = Buffer.alloc(0);

  constructor(key: string, maxBytes: number) {
    this.#key = key;
    this.#maxBytes = maxBytes;
  }

  push(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) at = this.#inString ? this.#readString(bytes, at) : this.#readByte(bytes, at);
  }

  /** Reads to the end of the string or of the bytes. */
  #readString(bytes: Buffer, start: number): number {
    let at = start;
    for (; at < bytes.length; at++) {
      if (this.#escaped) this.#escaped = false;
      else if (bytes[at] === backslash) this.#escaped = true;
      else if (bytes[at] === quote) break;
    }
    const ends = at < bytes.length;
    this.#keep(bytes.subarray(start, ends ? at + 1 : at));
    if (!ends) return at;
    this.#inString = false;
    if (this.#isValue) this.#endValue();
    else if (this.#depth === 1) this.#lastKey = this.#takeToken();
    return at + 1;
  }

  #readByte(bytes: Buffer, at: number): number {
    const character = String.fromCharCode(bytes[at]!);
    switch (character) {
      case '"':
        this.#inString = true;
        this.#keep(bytes.subarray(at, at + 1));
        break;
      case ':':
        this.#isValue = this.#depth === 1;
        break;
      case ' ':
      case '\t':
      case '\r':
      case '\n':
        this.#endValue();
        break;
      case ',':
      case '{':
      case '[':
      case '}':
      case ']':
        this.#endValue();
        this.#isValue = false;
        this.#depth += depthChange[character];
        break;
      default:
        this.#keep(bytes.subarray(at, at + 1));
    }
    return at + 1;
  }

  #keep(piece: Buffer): void {
    if (this.#depth === 1 && this.#token.length <= this.#maxBytes)
      this.#token = Buffer.concat([this.#token, piece.subarray(0, this.#maxBytes + 1)]);
  }

  #takeToken(): string {
    const text = this.#token.length <= this.#maxBytes ? this.#token.toString() : '';
    this.#token = Buffer.alloc(0);
    return text;
  }

  #endValue(): void {
    if (this.#token.length === 0) return;
    const value = this.#takeToken();
    if (!this.#isValue || value === '' || !isKey(this.#lastKey, this.#key)) return;
    this.first ??= value;
    if (/^[-\d]/.test(value)) this.lastNumber = value;
  }
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
