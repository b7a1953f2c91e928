/** Actions in their order, and input with the wait for what comes of it as one deed. */
import { fault, raise } from '../faults.ts';
import { type Action, actions as declared, perform } from '../input/index.ts';
import type { Outcome } from '../input/target.ts';
import type { Probe } from '../matcher/matcher.ts';
import type { Permission } from '../permissions.ts';
import type { Session } from './session.ts';
import type { Cancellation, Deadline, Wait } from './waits.ts';

export interface Sent {
  readonly bytes: number;
  readonly warnings: readonly string[];
}

/** Refuses before anything is done: half a list of actions would be worse than none. */
export function permitActions(actions: readonly Action[], grants: ReadonlySet<Permission>): void {
  for (const { type } of actions) {
    const { needs } = declared[type];
    if (!grants.has(needs))
      raise(fault.PermissionDenied({ required_permission: needs, reason: `action ${type}` }));
  }
}

/** Synchronous unless an action pauses, so that what was asked first is written first. */
export function send(
  session: Session,
  actions: readonly Action[],
  pathOf: (at: number) => string,
  cancellation: Cancellation,
): Sent | Promise<Sent> {
  const target = session.input(cancellation);
  const sent = { bytes: 0, warnings: [] as string[] };
  for (const [at, action] of actions.entries()) {
    const outcome = perform(target, action, pathOf(at));
    if (outcome instanceof Promise) {
      const rest = (next: number) => pathOf(at + 1 + next);
      return outcome.then(async (first) => {
        add(sent, first);
        add(sent, await send(session, actions.slice(at + 1), rest, cancellation));
        return sent;
      });
    }
    add(sent, outcome);
  }
  return sent;
}

function add(sent: { bytes: number; warnings: string[] }, outcome: Outcome | undefined): void {
  sent.bytes += outcome?.bytes ?? 0;
  sent.warnings.push(...(outcome?.warnings ?? []));
}

export interface Acted {
  readonly sent: Sent;
  readonly wait: Wait;
}

/**
 * The wait counts from the turn in which the last byte was written. Output is parsed in later turns, so nothing that
 * the input caused is missed, and nothing that was there before it counts.
 */
export function act(
  session: Session,
  actions: readonly Action[],
  probe: Probe,
  deadline: Deadline,
): Acted | Promise<Acted> {
  const waitFor = (sent: Sent): Acted => ({
    sent,
    wait: session.wait(probe, deadline, session.baseline(true)),
  });
  const sent = send(session, actions, (at) => `actions.${at}`, deadline.cancellation);
  return sent instanceof Promise ? sent.then(waitFor) : waitFor(sent);
}
