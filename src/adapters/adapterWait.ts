/** Waits on an adapter: for a state, or for a matcher that a function of its plugin returns. */

import {
  type CompiledMatcher,
  type Hit,
  hit,
  type MatchResult,
  miss,
  type SessionChange,
} from '#matchers/matcher.ts';
import { AsyncQuery } from '#matchers/plugin.ts';
import { formatHit, type HitPayload } from '#matchers/schema.ts';
import type { SessionView } from '#matchers/sessionView.ts';
import type { WaitDeadline } from '#session/waits.ts';
import type { Baseline } from '#session/waitView.ts';
import type { Adapter, IntentParams } from './adapter.ts';
import type { Classification, Classifier } from './classifier.ts';
import type { State } from './state.ts';

export interface StateCondition {
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
export function createStateProbe(
  classifier: Classifier,
  { states, stableMs }: StateCondition,
  seen: (sighting: Classification) => void,
): CompiledMatcher {
  let heldSince: number | undefined;
  let tell = () => {};
  const judge = (sighting: Classification): MatchResult => {
    const { state, at, recheckAt } = sighting;
    if (!states.includes(state.state)) {
      heldSince = undefined;
      return miss(recheckAt);
    }
    heldSince ??= at;
    if (at - heldSince < stableMs) return miss(Math.min(heldSince + stableMs, recheckAt ?? Infinity));
    seen(sighting);
    return hit('state');
  };
  const asked = new AsyncQuery<Classification>(
    () => classifier.classifyNow(),
    judge,
    () => tell(),
    () => classifier.lastIntent ?? '',
  );
  return {
    watches: allChanges,
    matcherText: `state ${states.join(' or ')}${stableMs > 0 ? ` for ${stableMs} ms` : ''}`,
    evaluate: (moment: SessionView) => (moment.hasProgressed ? asked.evaluate(moment) : miss()),
    onAnswer: (listener) => {
      tell = listener;
    },
  };
}

/** The function that is called when a request names neither states nor an intent. */
export const defaultWaitIntent = 'wait_turn_matcher';

export interface AdapterWaitRequest {
  readonly intent?: string | undefined;
  readonly params: IntentParams;
  readonly states?: StateCondition | undefined;
}

export interface StateMatch {
  readonly kind: 'state';
  readonly state: string;
}

export interface AdapterWaitResult {
  readonly state: State;
  readonly matched: HitPayload | StateMatch;
}

export async function waitForAdapter(
  adapter: Adapter,
  hope: AdapterWaitRequest,
  deadline: WaitDeadline,
  baseline?: Baseline,
): Promise<AdapterWaitResult> {
  const { session } = adapter;
  const begun = { ...deadline, since: session.clock.now() };
  const terms = baseline ? { baseline } : {};
  if (hope.states) {
    let sighting: Classification | undefined;
    const probe = createStateProbe(adapter.classifier, hope.states, (seen) => {
      sighting = seen;
    });
    const wait = session.wait(probe, begun, terms);
    // An intent that writes nothing can change the state too.
    const acted = adapter.onActed(() => wait.evaluate());
    wait.onEnd(() => acted.dispose());
    await wait.result;
    const { state } = sighting!;
    return { state, matched: { kind: 'state', state: state.state } };
  }
  const probe = await adapter.matcher(hope.intent ?? defaultWaitIntent, hope.params);
  const { hit } = await session.wait(probe, begun, terms).result;
  return { matched: formatMatch(hit, adapter), state: (await adapter.classifier.classify()).state };
}

const formatMatch = (hit: Hit, { session }: Adapter): HitPayload => formatHit(hit, session.redaction);
