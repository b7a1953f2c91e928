/** Selectors at work: waits for them, and what is said when there are too many or none. */
import { Fault } from '../../core/faults.ts';
import type { Probe } from '../../core/matcher/matcher.ts';
import { compileSelector, type Finder, probeOf } from '../../core/selector/selector.ts';
import type { WaitEnd } from '../../core/session/waits.ts';
import type { z } from '../../platform/schema.ts';
import type { Call } from '../../rpc/call.ts';
import { failed } from './refusal.ts';
import type { Run } from './run.ts';
import { type Ambiguity, coreSelector, isAmbiguous, type Selector } from './shapes.ts';

type Told = z.output<typeof Selector>;

export interface Wish {
  readonly timeoutMs?: number | undefined;
  readonly ambiguityMode?: Ambiguity | undefined;
}

export interface Wanted {
  readonly probe: Probe;
  check(end: WaitEnd, mode: Ambiguity): void;
}

export function wanted(told: Told): Wanted {
  const selector = coreSelector(told);
  const find = compileSelector(selector);
  return {
    probe: probeOf(find),
    check: ({ moment }, mode) => {
      if (mode === 'fail' && isAmbiguous(selector)) refuseSeveral(find, moment);
    },
  };
}

function refuseSeveral(find: Finder, moment: WaitEnd['moment']): void {
  const { length } = find(moment);
  if (length > 1) failed(`Ambiguous selector; matched ${length} elements.`);
}

export async function waitForSelector(call: Call<Run>, told: Told, wish: Wish): Promise<void> {
  const { probe, check } = wanted(told);
  const { ambiguityMode = call.world.started.ambiguity } = wish;
  check(await waitFor(call, probe, wish.timeoutMs), ambiguityMode);
}

export async function waitFor(
  { world, deadline }: Call<Run>,
  probe: Probe,
  timeoutMs = world.started.timeoutMs,
  fresh = false,
): Promise<WaitEnd> {
  const { session } = world;
  const terms = { baseline: session.baseline(fresh) };
  return orTimedOut(session.wait(probe, deadline(timeoutMs), terms).ended);
}

export async function orTimedOut<Out>(ended: Promise<Out>): Promise<Out> {
  try {
    return await ended;
  } catch (problem) {
    if (problem instanceof Fault && problem.name === 'Timeout') return failed('waitFor timed out');
    throw problem;
  }
}
