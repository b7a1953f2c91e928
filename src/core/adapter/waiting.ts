/** Waits on an adapter: for what a function of its plugin hopes for, or for a state. */
import type { Hit } from '../matcher/matcher.ts';
import { type ToldHit, tell } from '../matcher/told.ts';
import type { Baseline } from '../session/sight.ts';
import type { Deadline } from '../session/waits.ts';
import type { Adapter, Params } from './adapter.ts';
import type { Sighting } from './classifier.ts';
import type { State } from './state.ts';
import { type StateCondition, stateProbe } from './stateProbe.ts';

/** `defaultIntent` is what is hoped for when nothing is said. */
export const defaultIntent = 'wait_turn_matcher';

export interface Hope {
  readonly intent?: string | undefined;
  readonly params: Params;
  readonly states?: StateCondition | undefined;
}

export interface StateHit {
  readonly kind: 'state';
  readonly state: string;
}

export interface Come {
  readonly state: State;
  readonly matched: ToldHit | StateHit;
}

export async function waitFor(
  adapter: Adapter,
  hope: Hope,
  deadline: Deadline,
  baseline?: Baseline,
): Promise<Come> {
  const { session } = adapter;
  const begun = { ...deadline, since: session.clock.now() };
  const terms = baseline ? { baseline } : {};
  if (hope.states) {
    let sighting: Sighting | undefined;
    const probe = stateProbe(adapter.classifier, hope.states, (seen) => {
      sighting = seen;
    });
    const wait = session.wait(probe, begun, terms);
    // An intent that writes nothing changes the state all the same.
    wait.onEnd(adapter.onActed(() => wait.ask()));
    await wait.ended;
    const { state } = sighting!;
    return { state, matched: { kind: 'state', state: state.state } };
  }
  const probe = await adapter.matcher(hope.intent ?? defaultIntent, hope.params);
  const { hit } = await session.wait(probe, begun, terms).ended;
  return { matched: told(hit, adapter), state: (await adapter.classifier.ask()).state };
}

const told = (hit: Hit, { session }: Adapter): ToldHit => tell(hit, session.redaction);
