/** Opens the outer keys of one JSON value: it is a message, or it is refused, and under which id. */
import type { AskedId, Envelope, Message, Params, ReplyError, RequestId } from './envelope.ts';
import { jsonRpc } from './jsonRpc.ts';
import type { WireLimits } from './limits.ts';
import { prototypeKeyPath } from './prototypeKeys.ts';
import { type RefusalReason, refusal } from './refusal.ts';
import { readU64 } from './u64.ts';

export interface Refused {
  readonly id: AskedId;
  /** What was asked, where that much could be read. */
  readonly method?: string;
  readonly error: ReplyError;
}

/** null: nothing to hand on and nobody to answer (a broken reply, a notification that may not be answered). */
export type Opened = { readonly message: Message } | { readonly refused: Refused } | null;

type Fields = { readonly [key: string]: unknown };

/** `text` is what the value was read from. */
export function open(value: unknown, limits: WireLimits, envelope: Envelope = jsonRpc, text = ''): Opened {
  const refuse = (id: AskedId, reason: RefusalReason, more?: { path: string }): Opened => ({
    refused: {
      id,
      error: refusal(reason, limits, more, envelope.codes),
      ...(more && { method: (value as { method: string }).method }),
    },
  });
  if (!isObject(value)) return refuse(envelope.unreadId, 'not_an_object');
  if (isReply(value, envelope)) return openReply(value, limits);
  const { method, params } = value;
  const id = readId(value.id, limits, envelope, text);
  if (typeof id === 'object' && id !== null && 'wrong' in id) return refuse(envelope.unreadId, id.wrong);
  const broken = brokenRule(value, envelope);
  if (broken !== null) return refuse(id ?? envelope.unreadId, broken);
  // The specification knows no null here, but editors send it for a call without parameters, and it can mean nothing else.
  const given = withOuter((params ?? undefined) as Params | undefined, value, envelope);
  const path = prototypeKeyPath(given);
  if (path !== null) return id === undefined ? null : refuse(id, 'prototype_key', { path });
  return { message: message(id, method as string, given) };
}

/** Only where both sides speak the same way may an answer come from either. */
const isReply = ({ method, ...value }: Fields, { version }: Envelope) =>
  version !== undefined && method === undefined && ('result' in value || 'error' in value);

type ReadId = AskedId | undefined | { readonly wrong: RefusalReason };

function readId(id: unknown, limits: WireLimits, { ids, notifications }: Envelope, text: string): ReadId {
  if (id === undefined && ids !== 'json') return notifications ? undefined : { wrong: 'id_missing' };
  if (ids === 'json') return anyId(id, limits);
  if (ids === 'u64') return readU64(id, text) ?? { wrong: 'id_not_u64' };
  return isRequestId(id, limits) ? id : { wrong: 'id_malformed' };
}

function anyId(id: unknown, { idBytes }: WireLimits): ReadId {
  const json = JSON.stringify(id) as string | undefined;
  return Buffer.byteLength(json ?? '') <= idBytes ? { json } : { wrong: 'id_malformed' };
}

function withOuter(params: Params | undefined, value: Fields, { outer = [] }: Envelope): Params | undefined {
  const beside = outer.filter((key) => value[key] !== undefined).map((key) => [key, value[key]]);
  return beside.length === 0 || Array.isArray(params)
    ? params
    : { ...params, ...(Object.fromEntries(beside) as object) };
}

function brokenRule({ jsonrpc, method, params }: Fields, { version }: Envelope): RefusalReason | null {
  if (version !== undefined && jsonrpc !== version) return 'not_version_2';
  if (typeof method !== 'string') return 'method_malformed';
  if (params !== undefined && typeof params !== 'object') return 'params_malformed';
  return null;
}

/** Only what the protocol knows is handed on: any other outer key ends here. */
function message(id: AskedId | undefined, method: string, params: Params | undefined): Message {
  if (id === undefined) return params ? { jsonrpc: '2.0', method, params } : { jsonrpc: '2.0', method };
  return params ? { jsonrpc: '2.0', id, method, params } : { jsonrpc: '2.0', id, method };
}

/** A reply is never replied to, or two peers could answer each other's errors for ever. */
function openReply(value: Fields, limits: WireLimits): Opened {
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

/** An integer beyond 2^53 would come back as another number, and a fraction may; neither could be matched. */
export function isRequestId(id: unknown, { idBytes }: WireLimits): id is RequestId {
  if (typeof id === 'string') return id.length <= idBytes && Buffer.byteLength(id) <= idBytes;
  return id === null || Number.isSafeInteger(id);
}
