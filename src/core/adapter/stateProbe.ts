/** A wait for a state: the plugin is asked anew at each change, until it says one of those that are hoped for. */
import { Asked } from '../matcher/asked.ts';
import { type Happening, hit, miss, type Probe, type Verdict } from '../matcher/matcher.ts';
import type { Moment } from '../matcher/moment.ts';
import type { Classifier, Sighting } from './classifier.ts';

export interface StateCondition {
  readonly states: readonly string[];
  /** For how long it must have been one of them. */
  readonly stableMs: number;
}

const anything: ReadonlySet<Happening> = new Set([
  'content',
  'cursor',
  'title',
  'bell',
  'mode',
  'output',
  'exit',
]);

/** `seen` gets the sighting that satisfied it: the program may be in another state by the time that it is told. */
export function stateProbe(
  classifier: Classifier,
  { states, stableMs }: StateCondition,
  seen: (sighting: Sighting) => void,
): Probe {
  let heldSince: number | undefined;
  let tell = () => {};
  const judge = (sighting: Sighting): Verdict => {
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
  const asked = new Asked<Sighting>(
    () => classifier.now(),
    judge,
    () => tell(),
    () => classifier.lastIntent ?? '',
  );
  return {
    watches: anything,
    hope: `state ${states.join(' or ')}${stableMs > 0 ? ` for ${stableMs} ms` : ''}`,
    ask: (moment: Moment) => (moment.moved ? asked.ask(moment) : miss()),
    onAnswer: (listener) => {
      tell = listener;
    },
  };
}
