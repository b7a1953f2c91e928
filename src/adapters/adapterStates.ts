/** Waits for the state of an adapter, and the watcher that reports each new state. */

import {
  type CompiledMatcher,
  formatHit,
  hit,
  type MatchResult,
  miss,
  type SessionChange,
} from '#matchers/matcher.ts';
import { AsyncQuery } from '#matchers/plugin.ts';
import type { HitPayload } from '#matchers/schema.ts';
import type { SessionView } from '#matchers/sessionView.ts';
import { type Disposable, disposeAll } from '#platform/lifetimes.ts';
import type { WaitDeadline } from '#session/waits.ts';
import type { Baseline } from '#session/waitView.ts';
import type { Adapter, IntentParams } from './adapter.ts';
import type { Classification, Classifier, State } from './classifier.ts';

interface StateCondition {
  readonly states: readonly string[];
  /** How long the state must have been one of `states`, in ms. */
  readonly stableMs: number;
}

const allChanges: ReadonlySet<SessionChange> = new Set([
  'content',
  'cursor',
  'title',
  'bell',
  'mode',
  'output',
  'exit',
]);

/**
 * Compiles a condition to a matcher that classifies again at each change. `seen` gets the classification that matched,
 * because the program may be in another state when the wait returns.
 */
function createStateProbe(
  classifier: Classifier,
  { states, stableMs }: StateCondition,
  seen: (classification: Classification) => void,
): CompiledMatcher {
  let heldSince: number | undefined;
  let notifyAnswer = () => {};
  const judge = (classification: Classification): MatchResult => {
    const { state, at, recheckAt } = classification;
    if (!states.includes(state.state)) {
      heldSince = undefined;
      return miss(recheckAt);
    }
    heldSince ??= at;
    if (at - heldSince < stableMs) return miss(Math.min(heldSince + stableMs, recheckAt ?? Infinity));
    seen(classification);
    return hit('state');
  };
  const query = new AsyncQuery<Classification>(
    () => classifier.classifyNow(),
    judge,
    () => notifyAnswer(),
    () => classifier.lastIntent ?? '',
  );
  return {
    watches: allChanges,
    matcherText: `state ${states.join(' or ')}${stableMs > 0 ? ` for ${stableMs} ms` : ''}`,
    evaluate: (view: SessionView) => (view.hasProgressed ? query.evaluate(view) : miss()),
    onAnswer: (listener) => {
      notifyAnswer = listener;
    },
  };
}

/** The function that is called when a request names neither states nor an intent. */
const defaultWaitIntent = 'wait_turn_matcher';

export interface AdapterWaitRequest {
  readonly intent?: string | undefined;
  readonly params: IntentParams;
  readonly states?: StateCondition | undefined;
}

interface StateMatch {
  readonly kind: 'state';
  readonly state: string;
}

interface AdapterWaitResult {
  readonly state: State;
  readonly matched: HitPayload | StateMatch;
}

export async function waitForAdapter(
  adapter: Adapter,
  request: AdapterWaitRequest,
  deadline: WaitDeadline,
  baseline?: Baseline,
): Promise<AdapterWaitResult> {
  const { session } = adapter;
  const begun = { ...deadline, since: session.clock.now() };
  const options = baseline ? { baseline } : {};
  if (request.states) {
    let classification: Classification | undefined;
    const probe = createStateProbe(adapter.classifier, request.states, (seen) => {
      classification = seen;
    });
    const wait = session.wait(probe, begun, options);
    // An intent that writes nothing can change the state too.
    const acted = adapter.onActed(() => wait.evaluate());
    wait.onEnd(() => acted.dispose());
    await wait.result;
    const { state } = classification!;
    return { state, matched: { kind: 'state', state: state.state } };
  }
  const probe = await adapter.matcher(request.intent ?? defaultWaitIntent, request.params);
  const { hit } = await session.wait(probe, begun, options).result;
  return { matched: formatHit(hit, session.redaction), state: (await adapter.classifier.classify()).state };
}

/**
 * Reports each new state of an adapter to a subscriber, also one that another request has found: a client that gets a
 * state in a reply is notified of it no later. One classification runs at a time, and changes meanwhile cause one more
 * after it. A program that writes without a pause therefore costs no more than the plugin can handle.
 */
export class StateWatcher {
  readonly #adapter: Adapter;
  readonly #onState: (state: State) => void;
  readonly #listeners: readonly Disposable[];
  #last = '';
  #pending = false;
  #again = false;
  #ended = false;
  #timer: Disposable | undefined;

  constructor(adapter: Adapter, onState: (state: State) => void) {
    this.#adapter = adapter;
    this.#onState = onState;
    this.#listeners = [
      adapter.session.onUpdate(() => this.#check()),
      adapter.onActed(() => this.#check()),
      adapter.classifier.onClassified((classification) => this.#handleState(classification)),
    ];
    this.#check();
  }

  dispose(): void {
    this.#ended = true;
    this.#timer?.dispose();
    disposeAll(this.#listeners);
  }

  #check(): void {
    this.#timer?.dispose();
    this.#again = this.#pending;
    if (this.#pending || this.#ended || this.#adapter.session.closed) return;
    this.#pending = true;
    this.#adapter.classifier
      .classifyNow()
      // The session was closed meanwhile, so no state is reported.
      .catch(() => this.dispose())
      .finally(() => this.#handleAnswered());
  }

  #handleAnswered(): void {
    this.#pending = false;
    if (this.#again) this.#check();
  }

  #handleState({ state, recheckAt }: Classification): void {
    if (this.#ended) return;
    const { sequence, ...rest } = state;
    const json = JSON.stringify(rest);
    if (json !== this.#last) this.#onState(state);
    this.#last = json;
    this.#timer?.dispose();
    if (recheckAt === undefined || this.#again) return;
    const { clock } = this.#adapter.session;
    this.#timer = clock.after(Math.max(0, recheckAt - clock.now()), () => this.#check());
  }
}
