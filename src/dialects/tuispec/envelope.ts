/** What is put round a call: JSON-RPC 2.0 without batches and notifications, one request after the other. */
import type { Envelope } from '../../rpc/dialect.ts';

type Outcome = Parameters<Envelope['reply']>[1];

export const envelope: Envelope = {
  version: '2.0',
  ids: 'any',
  unreadId: null,
  notifications: false,
  batches: false,
  inTurn: true,
  codes: { parse: -32700, request: -32600, params: -32602, internal: -32603, busy: -32004 },
  reply: (id, outcome: Outcome) =>
    'error' in outcome
      ? `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(outcome.error)}}`
      : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}}`,
  notification: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params }),
};

/** The shipped server calls whatever is no request unreadable. */
export const shippedEnvelope: Envelope = {
  ...envelope,
  codes: { ...envelope.codes, id_missing: -32700, not_an_object: -32700 },
};
