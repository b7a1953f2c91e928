/** What is put round a call: JSON-RPC 2.0 without batches and notifications, one request after the other. */
import type { Envelope } from '../../rpc/dialect.ts';
import { shippedWireCodes, wireCodes } from './codes.ts';

type Outcome = Parameters<Envelope['reply']>[1];

export const envelope: Envelope = {
  version: '2.0',
  ids: 'any',
  unreadId: null,
  notifications: false,
  batches: false,
  inTurn: true,
  codes: wireCodes,
  reply: (id, outcome: Outcome) =>
    'error' in outcome
      ? `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(outcome.error)}}`
      : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}}`,
  notification: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params }),
};

/** The shipped server calls whatever is no request unreadable. */
export const shippedEnvelope: Envelope = {
  ...envelope,
  codes: shippedWireCodes,
};
