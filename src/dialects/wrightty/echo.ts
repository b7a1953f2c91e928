/**
 * A client that types a command and then waits for a prompt would find the one that it has just answered. So a wait
 * that follows an input looks only once the program has written anything, or had its time to.
 */
import { Fault } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { compileMatcher } from '../../core/matcher/compile.ts';
import type { Session } from '../../core/session/session.ts';
import type { Cancellation } from '../../rpc/call.ts';

interface Typed {
  readonly at: number;
  readonly cursor: number;
}

const typed = new WeakMap<Session, Typed>();

export function noteInput(session: Session): void {
  typed.set(session, { at: session.clock.now(), cursor: session.transcript.cursor });
}

/** Takes no longer than the wait itself may. */
export async function hearEcho(session: Session, cancellation: Cancellation, mostMs: number): Promise<void> {
  const last = typed.get(session);
  typed.delete(session);
  if (!last || session.transcript.cursor > last.cursor || session.exit) return;
  const timeoutMs = Math.max(0, Math.min(mostMs, limits.echoMs - (session.clock.now() - last.at)));
  try {
    // Nobody has asked for it: a recording of what was done must not tell of it.
    const { sent: _, ...probe } = compileMatcher({ type: 'changed' });
    await session.wait(probe, { timeoutMs, cancellation }).ended;
  } catch (problem) {
    if (!(problem instanceof Fault) || (problem.name !== 'Timeout' && problem.name !== 'SessionClosed'))
      throw problem;
  }
}
