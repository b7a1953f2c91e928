/**
 * The tuispec dialect: one session on standard input and output, with its artifacts in one folder. It follows the
 * protocol document. With `wire=client` it follows the released server where the two differ.
 */
import { type Dialect, defineDialect, type Envelope, exportedMethods } from '#rpc/dialect.ts';
import type { AnyMethod } from '#rpc/method.ts';
import { codes, shippedWireCodes, translations, wireCodes } from './errors.ts';
import * as input from './input.ts';
import * as recording from './recording.ts';
import * as server from './server.ts';
import type { TuispecServerContext } from './serverContext.ts';
import * as session from './session.ts';
import * as snapshots from './snapshots.ts';
import * as view from './view.ts';
import * as waits from './waits.ts';

type EnvelopeOutcome = Parameters<Envelope['reply']>[1];
type ReplyError = Extract<EnvelopeOutcome, { error: unknown }>['error'];

const envelope: Envelope = {
  version: '2.0',
  ids: 'any',
  fallbackId: null,
  notifications: false,
  batches: false,
  sequential: true,
  codes: wireCodes,
  reply: (id, outcome: EnvelopeOutcome) =>
    'error' in outcome
      ? `{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(addDetails(outcome.error))}}`
      : `{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(outcome.result) ?? 'null'}}`,
  notification: (method, params) => JSON.stringify({ jsonrpc: '2.0', method, params }),
};

/** Released clients read the error message from `data.details`. */
const addDetails = (error: ReplyError) => ({
  ...error,
  data: { details: error.message, ...(error.data ?? {}) },
});

/** Wraps an envelope so that an active recording gets each message. */
const traceEnvelope = (plain: Envelope, run: Pick<TuispecServerContext, 'trace'>): Envelope => {
  const noted = (direction: 'response' | 'notification', text: string) => {
    run.trace?.record(direction, text);
    return text;
  };
  return {
    ...plain,
    onValue: (text) => run.trace?.record('request', text),
    reply: (id, outcome) => noted('response', plain.reply(id, outcome)),
    notification: (method, params) => noted('notification', plain.notification(method, params)),
  };
};

/** The released server reports every invalid request as a parse error. */
const shippedEnvelope: Envelope = {
  ...envelope,
  codes: shippedWireCodes,
};

const shared = {
  name: 'tuispec',
  codes,
  translations,
  done: { ok: true },
};

const sharedMethods: readonly AnyMethod<TuispecServerContext>[] = [
  ...exportedMethods(session, input, waits, view, snapshots, recording, server),
  server.createBatchMethod(() => stepDialect),
];

/** What a batch and a replay may call: no replay, and no shutdown, which would prevent the reply. */
const stepDialect: Dialect<TuispecServerContext> = defineDialect<TuispecServerContext>({
  ...shared,
  methods: [...sharedMethods, server.createRefusedShutdown()],
  events: [],
});

export const methods: readonly AnyMethod<TuispecServerContext>[] = [
  ...sharedMethods,
  recording.createReplayMethod(() => stepDialect),
];

const createDialect = (own: Envelope): Dialect<TuispecServerContext> =>
  defineDialect<TuispecServerContext>({
    ...shared,
    envelope: own,
    methods,
    events: [view.viewChanged],
  });

export const tuispec: Dialect<TuispecServerContext> = createDialect(envelope);

/** Creates the dialect of one listener, which can record its messages. */
export const createTuispecDialect = (
  run: TuispecServerContext,
  shipped: boolean,
): Dialect<TuispecServerContext> => createDialect(traceEnvelope(shipped ? shippedEnvelope : envelope, run));
