/** A signal, and time to heed it: a hang-up that came right behind it would be heard first. */

import type { SignalName } from '../input/signals.ts';
import type { Session } from './session.ts';

/** Kept when the program has ended, or has had its time to. */
export function askToEnd(session: Session, signal: SignalName, patienceMs: number): Promise<void> {
  if (session.exit) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      disarm();
      forget();
      resolve();
    };
    const disarm = session.clock.after(patienceMs, end);
    const forget = session.onExit(end);
    session.pty.signal(signal);
  });
}
