/**
 * The tuispec dialect: one session on standard input and output, with its artifacts in one folder. It follows the
 * protocol document. With `wire=client` it follows the released server where the two differ.
 */
import { type Dialect, defineDialect, type Envelope } from '#rpc/dialect.ts';
import type { AnyMethod } from '#rpc/method.ts';
import { codes, shippedWireCodes, translations, wireCodes } from './errors.ts';
import { click, sendKey, sendLine, sendText } from './input.ts';
import { createReplayMethod, recordingStart, recordingStatus, recordingStop } from './recording.ts';
import { createBatchMethod, refusedServerShutdown, serverPing, serverShutdown } from './server.ts';
import type { TuispecServerContext } from './serverContext.ts';
import { initialize, launch } from './session.ts';
import { diffView, dumpView, expectSnapshot, renderView } from './snapshots.ts';
import { currentView, viewChanged, viewSubscribe, viewUnsubscribe } from './view.ts';
import { expectNotVisible, expectVisible, waitForStable, waitForText, waitUntil } from './waits.ts';

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

/** Methods that a batch and a replay may call. Excludes replays, and the shutdown, which would prevent the reply. */
const stepMethods: readonly AnyMethod<TuispecServerContext>[] = [
  initialize,
  launch,
  sendKey,
  sendText,
  sendLine,
  click,
  waitForText,
  waitUntil,
  waitForStable,
  currentView,
  dumpView,
  renderView,
  diffView,
  expectSnapshot,
  expectVisible,
  expectNotVisible,
  viewSubscribe,
  viewUnsubscribe,
  serverPing,
  recordingStart,
  recordingStop,
  recordingStatus,
  createBatchMethod(() => stepDialect),
];

const shared = {
  name: 'tuispec',
  codes,
  translations,
  done: { ok: true },
};
const stepDialect: Dialect<TuispecServerContext> = defineDialect<TuispecServerContext>({
  ...shared,
  methods: [...stepMethods, refusedServerShutdown],
  events: [],
});

export const methods: readonly AnyMethod<TuispecServerContext>[] = [
  ...stepMethods,
  createReplayMethod(() => stepDialect),
  serverShutdown,
];

const createDialect = (own: Envelope): Dialect<TuispecServerContext> =>
  defineDialect<TuispecServerContext>({
    ...shared,
    envelope: own,
    methods,
    events: [viewChanged],
  });

export const tuispec: Dialect<TuispecServerContext> = createDialect(envelope);

/** Creates the dialect of one listener, which can record its messages. */
export const createTuispecDialect = (
  run: TuispecServerContext,
  shipped: boolean,
): Dialect<TuispecServerContext> => createDialect(traceEnvelope(shipped ? shippedEnvelope : envelope, run));
