/** JSON-RPC 2.0: the envelope of a dialect that has none of its own. */
import type { Envelope } from './envelope.ts';

export const jsonRpc: Envelope = {
  version: '2.0',
  ids: 'any',
  unreadId: null,
  notifications: true,
  batches: true,
  inTurn: false,
  codes: { parse: -32700, request: -32600, params: -32602, internal: -32603, busy: -32000 },
  reply: (id, outcome) =>
    'error' in outcome
      ? `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(outcome.error)}}`
      : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}}`,
  notification: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params }),
};
