/**
 * What termwright puts round a call: an id of 64 bits, and both keys in every answer, one of them null. Its requests
 * are answered one after the other.
 */
import type { Code, Envelope } from '../../rpc/dialect.ts';
import { codes, shippedCodes } from './codes.ts';

type Outcome = Parameters<Envelope['reply']>[1];

const toldError = (error: { readonly code: Code; readonly message: string }) =>
  JSON.stringify({ code: error.code, message: error.message });

const common = {
  ids: 'u64',
  unreadId: 0,
  notifications: false,
  batches: false,
  inTurn: true,
  notification: (method, params) => JSON.stringify({ method, params }),
} as const satisfies Partial<Envelope>;

export const envelope: Envelope = {
  ...common,
  codes: {
    parse: codes.Internal,
    request: codes.Internal,
    params: codes.Invalid,
    internal: codes.Internal,
    busy: codes.Busy,
    params_malformed: codes.Invalid,
    id_missing: codes.Invalid,
    id_not_u64: codes.Invalid,
    method_malformed: codes.Invalid,
  },
  reply: (id, outcome: Outcome) =>
    'error' in outcome
      ? `{"id":${id},"result":null,"error":${toldError(outcome.error)}}`
      : `{"id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'},"error":null}`,
};

/** As it was shipped: words for codes, and no `error` in an answer that has none. */
export const shippedEnvelope: Envelope = {
  ...common,
  codes: {
    parse: shippedCodes.Unreadable,
    request: shippedCodes.Unreadable,
    params: shippedCodes.Internal,
    internal: shippedCodes.Internal,
    busy: shippedCodes.Internal,
  },
  reply: (id, outcome: Outcome) =>
    'error' in outcome
      ? `{"id":${id},"result":null,"error":${toldError(outcome.error)}}`
      : `{"id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}}`,
};
