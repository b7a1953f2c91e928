/**
 * Tuispec: one session on standard input and output, and its artifacts in one folder. What its document says is spoken
 * unless the address says `wire=client`; then it is what the shipped server did, where the two differ.
 */
import { programEnded } from '../../core/session/sessionFaults.ts';
import { type Dialect, dialect, type Envelope } from '../../rpc/dialect.ts';
import type { AnyMethod } from '../../rpc/method.ts';
import { codes } from './codes.ts';
import { envelope, shippedEnvelope, traced } from './envelope.ts';
import { expectSnapshot } from './expect/expectSnapshot.ts';
import { expectNotVisible, expectVisible } from './expect/visible.ts';
import { click } from './input/click.ts';
import { sendKey } from './input/sendKey.ts';
import { sendLine } from './input/sendLine.ts';
import { sendText } from './input/sendText.ts';
import { initialize } from './lifecycle/initialize.ts';
import { launch } from './lifecycle/launch.ts';
import { replayOf } from './recording/replay.ts';
import { start } from './recording/start.ts';
import { status } from './recording/status.ts';
import { stop } from './recording/stop.ts';
import type { Run } from './run.ts';
import { batchOf } from './server/batch.ts';
import { ping } from './server/ping.ts';
import { shutdown } from './server/shutdown.ts';
import { currentView } from './view/currentView.ts';
import { diffView } from './view/diffView.ts';
import { dumpView } from './view/dumpView.ts';
import { renderView } from './view/renderView.ts';
import { viewChanged } from './view/viewChanged.ts';
import { viewSubscribe } from './view/viewSubscribe.ts';
import { viewUnsubscribe } from './view/viewUnsubscribe.ts';
import { waitForStable } from './wait/waitForStable.ts';
import { waitForText } from './wait/waitForText.ts';
import { waitUntil } from './wait/waitUntil.ts';

/** What a batch may be made of: not of batches, nor of the end, which would not be answered. */
const steps: readonly AnyMethod<Run>[] = [
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
  ping,
  start,
  stop,
  status,
];

const name = 'tuispec';
const sentences = { SessionClosed: programEnded };
const stepsOnly: Dialect<Run> = dialect<Run>({
  name,
  codes,
  sentences,
  methods: steps,
  events: [],
  unknownMethod: (asked) => `no step of a batch is called ${asked}`,
});

/** What can be done again out of a recording. */
const again: readonly AnyMethod<Run>[] = [...steps, batchOf(() => stepsOnly)];
const repeatable: Dialect<Run> = dialect<Run>({ name, codes, sentences, methods: again, events: [] });

export const methods: readonly AnyMethod<Run>[] = [...again, replayOf(() => repeatable), shutdown];

const spokenIn = (own: Envelope): Dialect<Run> =>
  dialect<Run>({ name, envelope: own, codes, sentences, methods, events: [viewChanged] });

export const tuispec: Dialect<Run> = spokenIn(envelope);

/** What one listener speaks: it can be recorded. */
export const tuispecOf = (run: Run, shipped: boolean): Dialect<Run> =>
  spokenIn(traced(shipped ? shippedEnvelope : envelope, run));
