/** Opens the outer keys of one JSON value: it is a message, or it is refused, and under which id. */
import { type Failure, type Message, type Params, type RequestId, replyTo } from './envelope.ts';
import type { WireLimits } from './limits.ts';
import { prototypeKeyPath } from './prototypeKeys.ts';
import { type RefusalReason, refusal } from './refusal.ts';

/** null: nothing to hand on and nobody to answer (a broken reply, a notification that may not be answered). */
export type Opened = { readonly message: Message } | { readonly refused: Failure } | null;

type Fields = { readonly [key: string]: unknown };

export function open(value: unknown, limits: WireLimits): Opened {
  if (!isObject(value)) return refuse(null, 'not_an_object', limits);
  if (value.method === undefined && ('result' in value || 'error' in value)) return openReply(value, limits);
  const { id, method, params } = value;
  if (id !== undefined && !isRequestId(id, limits)) return refuse(null, 'id_malformed', limits);
  const broken = brokenRule(value);
  if (broken !== null) return refuse(id ?? null, broken, limits);
  // The specification knows no null here, but editors send it for a call without parameters, and it can mean nothing else.
  const given = (params ?? undefined) as Params | undefined;
  const path = prototypeKeyPath(given);
  if (path !== null) return id === undefined ? null : refuse(id, 'prototype_key', limits, { path });
  return { message: message(id, method as string, given) };
}

function brokenRule({ jsonrpc, method, params }: Fields): RefusalReason | null {
  if (jsonrpc !== '2.0') return 'not_version_2';
  if (typeof method !== 'string') return 'method_malformed';
  if (params !== undefined && typeof params !== 'object') return 'params_malformed';
  return null;
}

/** Only what the protocol knows is handed on: any other outer key ends here. */
function message(id: RequestId | undefined, method: string, params: Params | undefined): Message {
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

function refuse(id: RequestId, reason: RefusalReason, limits: WireLimits, more?: { path: string }): Opened {
  return { refused: replyTo(id, { error: refusal(reason, limits, more) }) as Failure };
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An integer beyond 2^53 would come back as another number, and a fraction may; neither could be matched. */
export function isRequestId(id: unknown, { idBytes }: WireLimits): id is RequestId {
  if (typeof id === 'string') return id.length <= idBytes && Buffer.byteLength(id) <= idBytes;
  return id === null || Number.isSafeInteger(id);
}
