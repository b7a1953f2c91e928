/**
 * The wsh dialect: sessions that people and programs share, over WebSockets and HTTP. It follows the protocol document,
 * and also accepts newer names of the released server. With `wire=client` it follows the released server where the two
 * conflict.
 */
import { type Dialect, defineDialect, type Envelope, type ErrorCode, exportedMethods } from '#rpc/dialect.ts';
import type { WshConnectionContext } from './connectionContext.ts';
import { codes, shippedCodes, translations } from './errors.ts';
import * as events from './events.ts';
import * as focus from './focus.ts';
import * as input from './input.ts';
import * as layer from './layer.ts';
import * as screen from './screen.ts';
import * as session from './session.ts';

interface EnvelopeError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data?: unknown;
}

const invalidRequestMessage = "Invalid JSON or missing 'method' field.";

/**
 * The reply to an invalid request. It repeats nothing of the request, and has one message for all errors except
 * exceeded limits.
 */
function formatProtocolError({ code, message, data }: EnvelopeError): string {
  const bounded = typeof data === 'object' && data !== null && 'limit' in data;
  return JSON.stringify({ error: { code, message: bounded ? message : invalidRequestMessage } });
}

/**
 * A reply repeats the method. `session` is a field beside `params`. An id may be any JSON value. Each event has its own
 * shape.
 */
const envelope: Envelope = {
  ids: 'json',
  fallbackId: null,
  notifications: false,
  batches: false,
  sequential: false,
  outerParams: ['session'],
  codes: {
    parse: 'invalid_request',
    request: 'invalid_request',
    params: 'invalid_request',
    internal: 'internal_error',
    busy: 'resource_limit_reached',
  },
  reply: (id, outcome, method) => {
    if (method === undefined && 'error' in outcome) return formatProtocolError(outcome.error);
    const head = `{${id === '' ? '' : `"id":${id},`}"method":${JSON.stringify(method)}`;
    if (!('error' in outcome)) return `${head},"result":${JSON.stringify(outcome.result) ?? 'null'}}`;
    const { code, message } = outcome.error;
    return `${head},"error":${JSON.stringify({ code, message })}}`;
  },
  notification: (name, params) =>
    JSON.stringify(name === 'connected' ? { connected: true } : { event: name, ...params }),
};

const sharedDefinition = {
  name: 'wsh',
  envelope,
  events: events.events,
  methods: exportedMethods(events, screen, input, session, layer, focus),
  translations,
  done: {},
  unknownMethod: (name: string) => `Unknown method '${name}'.`,
};

export const wsh: Dialect<WshConnectionContext> = defineDialect<WshConnectionContext>({
  ...sharedDefinition,
  codes,
});
export const wshShipped: Dialect<WshConnectionContext> = defineDialect<WshConnectionContext>({
  ...sharedDefinition,
  codes: shippedCodes,
});
