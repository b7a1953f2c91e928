/**
 * A client that types a command and then waits for a prompt would find the one that it has just answered. So a wait
 * that follows an input looks only once the program has written anything, or had its time to.
 */
import { limits } from '../../core/limits.ts';
import { miss, type Probe } from '../../core/matcher/matcher.ts';
import type { Moment } from '../../core/matcher/moment.ts';
import type { Session } from '../../core/session/session.ts';

interface Typed {
  readonly at: number;
  readonly cursor: number;
}

const typed = new WeakMap<Session, Typed>();

export function noteInput(session: Session): void {
  typed.set(session, { at: session.clock.now(), cursor: session.transcript.cursor });
}

/** The probe asks nothing before that; it takes no longer than the wait itself may. */
export function afterEcho(session: Session, probe: Probe, mostMs: number): Probe {
  const last = typed.get(session);
  const begun = session.clock.now();
  // What others have waited for takes nothing away: only time does.
  if (!last || begun >= last.at + limits.echoMs) return probe;
  const due = Math.min(last.at + limits.echoMs, begun + mostMs);
  const heard = ({ now, exit }: Moment) =>
    now >= due || exit !== null || session.transcript.cursor > last.cursor;
  const { area: _, ...rest } = probe;
  return {
    ...rest,
    watches: new Set([...probe.watches, 'output']),
    ask: (moment) => (heard(moment) ? probe.ask(moment) : miss(due)),
  };
}
