/** Carries out what an intent has planned, step by step, against the screen as it is at each of them. */
import { Fault, fault, raise } from '../faults.ts';
import type { Action } from '../input/index.ts';
import { compileMatcher } from '../matcher/compile.ts';
import type { Probe } from '../matcher/matcher.ts';
import type { Predicates } from '../matcher/predicates.ts';
import type { Permission } from '../permissions.ts';
import type { Plugin } from '../plugin/registry.ts';
import { masked } from '../screen/masked.ts';
import { permitActions, send } from '../session/act.ts';
import type { Session } from '../session/session.ts';
import type { Baseline } from '../session/sight.ts';
import type { Cancellation } from '../session/waits.ts';
import { permitMatcher } from './permitMatcher.ts';
import type { Shown, Step } from './plan.ts';
import { requireShown } from './requireShown.ts';

export interface Errand {
  readonly adapter: string;
  readonly intent: string;
  readonly session: Session;
  readonly predicates: Predicates;
  readonly plugin: Plugin;
  /** Granted by the server and by the manifest: a table built by hand gains nothing. */
  readonly grants: ReadonlySet<Permission>;
  readonly cancellation: Cancellation;
  /** Whose deed it is. */
  readonly by: object | undefined;
}

interface Ready extends Step {
  readonly probe: Probe | undefined;
}

/** Nothing is sent before all of it is known to be allowed and sound. */
export const prepare = (steps: readonly Step[], errand: Errand): readonly Ready[] =>
  steps.map((step, at) => prepareStep(step, at, errand));

/** Gives what a wait counts from that is to see what comes of it: the moment of the last byte, if any was written. */
export async function carryOut(
  ready: readonly Ready[],
  errand: Errand,
  shows: readonly Shown[] = [],
): Promise<Baseline | undefined> {
  let written: Baseline | undefined;
  let from = 0;
  let unsent = true;
  for (const [at, step] of ready.entries()) {
    if (!step.probe && at < ready.length - 1) continue;
    const actions = ready.slice(from, at + 1).flatMap(({ action }) => (action ? [action] : []));
    if (unsent && actions.length > 0 && shows.length > 0) await requireShown(shows, errand);
    unsent &&= actions.length === 0;
    if ((await perform(actions, from, errand)) > 0) written = sinceInput(errand.session);
    from = at + 1;
    if (step.probe) await expect(step, step.probe, at, errand);
  }
  return written;
}

/** The screen as it stands counts as a whole, but only once the program has answered. */
const sinceInput = (session: Session): Baseline => ({
  ...session.baseline(false),
  afterInput: true,
  oldCounts: true,
});

function prepareStep(step: Step, at: number, { grants, predicates, plugin }: Errand): Ready {
  if (step.action) permitActions([step.action], grants);
  if (step.expect && !grants.has('matcher.wait'))
    raise(
      fault.PermissionDenied({ required_permission: 'matcher.wait', reason: `expectation of step ${at}` }),
    );
  if (step.expect) permitMatcher(step.expect, plugin);
  return { ...step, probe: step.expect && compileMatcher(step.expect, predicates, `actions.${at}.expect`) };
}

async function perform(actions: readonly Action[], from: number, errand: Errand): Promise<number> {
  const { session, cancellation } = errand;
  if (cancellation.cancelled) raise(fault.Cancelled({ reason: cancellation.reason ?? 'request' }));
  if (actions.length === 0) return 0;
  const sent = send(session, actions, (at) => `actions.${from + at}`, cancellation, undefined, errand.by);
  return (await sent).bytes;
}

async function expect(step: Ready, probe: Probe, at: number, errand: Errand): Promise<void> {
  const { session, cancellation, adapter, intent } = errand;
  const began = session.clock.now();
  const deadline = { timeoutMs: step.timeoutMs, cancellation };
  try {
    await session.wait(probe, deadline, { baseline: session.baseline(step.fresh) }).ended;
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'Timeout') throw problem;
    throw fault.ExpectationFailed(
      {
        adapter,
        intent,
        step: at,
        expected: step.expect,
        ...(step.why !== undefined && { why: step.why }),
        elapsed_ms: Math.round(session.clock.now() - began),
        screen: masked(session.screen, session.redaction).text,
      },
      `${intent}: step ${at} expected to see ${step.why ?? `what ${step.expect!.type} says`}, and did not${step.fresh ? ' among what was written after the key' : ''}`,
    );
  }
}
