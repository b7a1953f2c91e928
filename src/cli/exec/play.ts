/** Does one step after the other, and tells how it ended. */
import { Fault, type FaultName } from '../../core/faults.ts';
import { compileMatcher } from '../../core/matcher/compile.ts';
import { tell } from '../../core/matcher/told.ts';
import { act } from '../../core/session/act.ts';
import type { Session } from '../../core/session/session.ts';
import type { WaitEnd } from '../../core/session/waits.ts';
import { statusOfSignal } from '../../platform/endSignals.ts';
import { exits } from '../usage.ts';
import type { Step } from './steps.ts';

export interface Played {
  readonly status: number;
  /** Why it ended early, for standard error. */
  readonly note?: string;
  /** What a printed result says of it. */
  readonly told: Readonly<Record<string, unknown>>;
}

/** Exit statuses of `ptywright exec`, besides those of every command. */
const statuses: Readonly<Partial<Record<FaultName, number>>> = { Invalid: exits.usage, SessionClosed: 3 };

const untilItEnds = { cancelled: false, onCancel: () => () => {} };

export async function play(session: Session, steps: readonly Step[], timeoutMs: number): Promise<Played> {
  try {
    let last: WaitEnd | undefined;
    for (const step of steps) last = await perform(session, step, timeoutMs);
    return { status: exits.done, told: { matched: true, hit: last && tell(last.hit, session.redaction) } };
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
    const message = session.redaction.text(problem.message);
    const fault = { name: problem.name, message, data: session.redaction.value(problem.data) };
    return {
      status: statuses[problem.name as FaultName] ?? exits.failed,
      note: message,
      told: { matched: false, fault },
    };
  }
}

/** Whatever the program ended by, it was we who ended it. */
export function interrupted(signal: string): Played {
  const message = `interrupted by ${signal}`;
  const fault = { name: 'Cancelled', message, data: { reason: 'request' } };
  return { status: statusOfSignal(signal), note: message, told: { matched: false, fault } };
}

async function perform(session: Session, { actions, matcher }: Step, timeoutMs: number): Promise<WaitEnd> {
  const deadline = { timeoutMs, cancellation: untilItEnds };
  const probe = compileMatcher(matcher);
  if (actions.length === 0) return session.wait(probe, deadline).ended;
  const { wait } = await act(session, actions, probe, deadline);
  return wait.ended;
}
