/** Selectors at work: waits for them, and what is said when there are too many or none. */
import type { Probe } from '../../core/matcher/matcher.ts';
import { compileSelector, type Finder, probeOf } from '../../core/selector/selector.ts';
import { choose } from '../../core/selector/target.ts';
import type { WaitEnd } from '../../core/session/waits.ts';
import type { z } from '../../platform/schema.ts';
import type { Call } from '../../rpc/call.ts';
import type { Run } from './run.ts';
import { retold, tell } from './said.ts';
import { type Ambiguity, coreAmbiguity, coreSelector, type Selector } from './shapes.ts';

type Told = z.output<typeof Selector>;

export interface Wish {
  readonly timeoutMs?: number | undefined;
  readonly ambiguityMode?: Ambiguity | undefined;
}

export const finderOf = (told: Told): Finder => compileSelector(coreSelector(told));

export async function waitForSelector(call: Call<Run>, told: Told, wish: Wish): Promise<void> {
  const find = finderOf(told);
  const missed = `the screen does not show ${tell(told)}`;
  refuseSeveral(call, find, await waitFor(call, probeOf(find), { ...wish, missed }), wish);
}

/** In the words of who asked, or of the session. */
export function refuseSeveral({ world }: Call<Run>, find: Finder, { moment }: WaitEnd, wish: Wish): void {
  const { ambiguityMode = world.started.ambiguity } = wish;
  try {
    choose(find(moment), coreAmbiguity(ambiguityMode), world.session.redaction);
  } catch (problem) {
    throw retold(problem, '');
  }
}

interface Hope {
  readonly timeoutMs?: number | undefined;
  /** What is said when it does not come. */
  readonly missed: string;
  readonly fresh?: boolean;
}

export async function waitFor({ world, deadline }: Call<Run>, probe: Probe, hope: Hope): Promise<WaitEnd> {
  const { session, started } = world;
  const { timeoutMs = started.timeoutMs, missed, fresh = false } = hope;
  const terms = { baseline: session.baseline(fresh) };
  return orTimedOut(session.wait(probe, deadline(timeoutMs), terms).ended, missed);
}

export async function orTimedOut<Out>(ended: Promise<Out>, missed: string): Promise<Out> {
  try {
    return await ended;
  } catch (problem) {
    throw retold(problem, missed);
  }
}
