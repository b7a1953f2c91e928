/** What is put round a call: JSON-RPC 2.0 without batches and notifications, one request after the other. */
import type { Envelope } from '../../rpc/dialect.ts';
import { shippedWireCodes, wireCodes } from './codes.ts';
import type { Run } from './run.ts';

type Outcome = Parameters<Envelope['reply']>[1];
type ReplyError = Extract<Outcome, { error: unknown }>['error'];

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
      ? `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(detailed(outcome.error))}}`
      : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}}`,
  notification: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params }),
};

/** Shipped clients look for the sentence in the data. */
const detailed = (error: ReplyError) => ({
  ...error,
  data: { details: error.message, ...(error.data ?? {}) },
});

/** The same, and all of it on its way into a file while a recording goes on. */
export const traced = (plain: Envelope, run: Pick<Run, 'trace'>): Envelope => {
  const noted = (direction: 'response' | 'notification', text: string) => {
    run.trace?.note(direction, text);
    return text;
  };
  return {
    ...plain,
    heard: (text) => run.trace?.note('request', text),
    reply: (id, outcome) => noted('response', plain.reply(id, outcome)),
    notification: (method, params) => noted('notification', plain.notification(method, params)),
  };
};

/** The shipped server calls whatever is no request unreadable. */
export const shippedEnvelope: Envelope = {
  ...envelope,
  codes: shippedWireCodes,
};
