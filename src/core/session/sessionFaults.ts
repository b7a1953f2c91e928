/** Faults that tell of a session's state. What they show of its screen is redacted. */
import { type Fault, type FaultData, fault } from '../faults.ts';
import type { Redaction } from '../redact/redaction.ts';
import { masked } from '../screen/masked.ts';
import type { Session } from './session.ts';

export function closedFault({ id, name, exit }: Session): Fault {
  const end = exit && { exit_code: exit.exitCode, signal: exit.signal };
  return fault.SessionClosed({ session: id, exit: end }, `session ${name ?? id} ${howItEnded(end)}`);
}

type End = FaultData<'SessionClosed'>['exit'];

const howItEnded = (exit: End): string => {
  if (!exit) return 'was closed';
  return exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.exit_code}`;
};

/** For a dialect in which there is one program, and nothing else that is called a session. */
export const programEnded = ({ exit }: FaultData<'SessionClosed'>): string =>
  `the program ${howItEnded(exit)}`;

export const timeoutFault = (
  session: Session,
  redaction: Redaction,
  timeoutMs: number,
  elapsedMs: number,
): Fault =>
  fault.Timeout(
    {
      session: session.id,
      timeout_ms: timeoutMs,
      elapsed_ms: Math.round(elapsedMs),
      sequence: session.screen.sequence,
      screen: masked(session.screen, redaction).text,
    },
    `the matcher was not satisfied within ${timeoutMs} ms`,
  );
