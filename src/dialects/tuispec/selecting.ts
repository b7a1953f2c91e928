/** Selectors at work: waits for them, and what is said when there are too many or none. */
import { Fault } from '../../core/faults.ts';
import type { Probe } from '../../core/matcher/matcher.ts';
import { compileSelector, type Finder, probeOf } from '../../core/selector/selector.ts';
import { choose } from '../../core/selector/target.ts';
import type { WaitEnd } from '../../core/session/waits.ts';
import type { z } from '../../platform/schema.ts';
import type { Call } from '../../rpc/call.ts';
import { failed } from './refusal.ts';
import type { Run } from './run.ts';
import { type Ambiguity, coreAmbiguity, coreSelector, type Selector } from './shapes.ts';

type Told = z.output<typeof Selector>;

export interface Wish {
  readonly timeoutMs?: number | undefined;
  readonly ambiguityMode?: Ambiguity | undefined;
}

export const finderOf = (told: Told): Finder => compileSelector(coreSelector(told));

export async function waitForSelector(call: Call<Run>, told: Told, wish: Wish): Promise<void> {
  const find = finderOf(told);
  refuseSeveral(call, find, await waitFor(call, probeOf(find), wish.timeoutMs), wish);
}

/** In the words of who asked, or of the session. */
export function refuseSeveral({ world }: Call<Run>, find: Finder, { moment }: WaitEnd, wish: Wish): void {
  const { ambiguityMode = world.started.ambiguity } = wish;
  choose(find(moment), coreAmbiguity(ambiguityMode), world.session.redaction);
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
