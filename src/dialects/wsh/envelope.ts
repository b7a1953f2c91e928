/**
 * What wsh puts round a call: the method is repeated in the answer, the session stands beside the parameters, an id
 * may be anything, and events are objects of their own shapes.
 */
import type { Code, Envelope } from '../../rpc/dialect.ts';

interface Told {
  readonly code: Code;
  readonly message: string;
  readonly data?: unknown;
}

const nothingAsked = "Invalid JSON or missing 'method' field.";

/** Of what was not even a request nothing is repeated, and the same is said of all of it but where a bound was met. */
function protocolError({ code, message, data }: Told): string {
  const bounded = typeof data === 'object' && data !== null && 'limit' in data;
  return JSON.stringify({ error: { code, message: bounded ? message : nothingAsked } });
}

export const envelope: Envelope = {
  ids: 'json',
  unreadId: null,
  notifications: false,
  batches: false,
  inTurn: false,
  outer: ['session'],
  codes: {
    parse: 'invalid_request',
    request: 'invalid_request',
    params: 'invalid_request',
    internal: 'internal_error',
    busy: 'resource_limit_reached',
  },
  reply: (id, outcome, method) => {
    if (method === undefined && 'error' in outcome) return protocolError(outcome.error);
    const head = `{${id === '' ? '' : `"id":${id},`}"method":${JSON.stringify(method)}`;
    if (!('error' in outcome)) return `${head},"result":${JSON.stringify(outcome.result) ?? 'null'}}`;
    const { code, message } = outcome.error;
    return `${head},"error":${JSON.stringify({ code, message })}}`;
  },
  notification: (name, params) =>
    JSON.stringify(name === 'connected' ? { connected: true } : { event: name, ...params }),
};
