/** The results and faults of a wait, with redacted evidence of the session. */
import { type Fault, type FaultData, fault } from '#faults.ts';
import { limits } from '#limits.ts';
import { formatHit } from '#matchers/matcher.ts';
import type { Matcher } from '#matchers/schema.ts';
import type { Redaction } from '#redaction/redaction.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import type { Session } from './session.ts';
import type { WaitResult } from './waits.ts';

type EvidenceForm = 'full' | 'text' | 'none';

const evidenceTailChars = 4096;

export function createEvidence(
  session: Session,
  { hit, elapsedMs }: WaitResult,
  form: EvidenceForm,
  redaction: Redaction,
) {
  const base = {
    matched: true as const,
    sequence: session.screen.sequence,
    elapsed_ms: Math.round(elapsedMs),
  };
  if (form === 'none') return base;
  if (form === 'text')
    return {
      ...base,
      hit: formatHit(hit, redaction),
      plain_text: redactScreen(session.screen, redaction).text,
    };
  return {
    ...base,
    hit: formatHit(hit, redaction),
    snapshot: takeSnapshot(session.screen, { redaction, cells: 'none' }),
    transcript_tail: transcriptTail(session, redaction),
  };
}

const transcriptTail = ({ transcript }: Session, redaction: Redaction) =>
  transcript.read(redaction, Math.max(transcript.head, transcript.cursor - evidenceTailChars)).text;

export function closedFault(session: Session): Fault {
  const { id, name } = session;
  const end = toExitData(session);
  return fault.SessionClosed({ session: id, exit: end }, `session ${name ?? id} ${formatExit(end)}`);
}

export function closedDuringWaitFault(session: Session, redaction: Redaction, matcherText: string): Fault {
  const { id, name } = session;
  const exit = toExitData(session);
  return fault.SessionClosed(
    { session: id, exit, screen: redactScreen(session.screen, redaction).text },
    `session ${name ?? id} ${formatExit(exit)} while waiting for ${formatMatcherText(matcherText, redaction)}`,
  );
}

export const toExitData = ({ exit }: Session): ClosedExit =>
  exit && { exit_code: exit.exitCode, signal: exit.signal };

/** Redacts before cutting: half a secret would not be recognized. */
export function formatMatcherText(matcherText: string, redaction: Redaction): string {
  const text = redaction.text(matcherText);
  return text.length <= limits.matcherTextChars ? text : `${text.slice(0, limits.matcherTextChars - 1)}…`;
}

type ClosedExit = FaultData<'SessionClosed'>['exit'];

const formatExit = (exit: ClosedExit): string => {
  if (!exit) return 'was closed';
  return exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.exit_code}`;
};

/** For dialects with one program and no sessions. */
export const formatProgramExit = ({ exit }: FaultData<'SessionClosed'>): string =>
  `the program ${formatExit(exit)}`;

export const timeoutFault = (
  session: Session,
  redaction: Redaction,
  timeoutMs: number,
  elapsedMs: number,
  matcherText: string,
  matcher?: Matcher,
): Fault =>
  fault.Timeout(
    {
      session: session.id,
      timeout_ms: timeoutMs,
      elapsed_ms: Math.round(elapsedMs),
      sequence: session.screen.sequence,
      screen: redactScreen(session.screen, redaction).text,
    },
    `timed out after ${Math.round(elapsedMs)} ms (timeout ${timeoutMs} ms) waiting for ${formatMatcherText(matcherText, redaction)}${integrationHint(session, matcher)}`,
  );

/** Whether a matcher or one that is nested in it has this type. */
const uses = ({ type, value }: Matcher, wanted: string): boolean =>
  type === wanted ||
  (Array.isArray(value) ? value : [value]).some((inner) => inner?.type && uses(inner as Matcher, wanted));

const shellMarks: ReadonlySet<string> = new Set(['prompt_started', 'command_started', 'command_finished']);

function integrationHint({ screen }: Session, matcher: Matcher | undefined): string {
  if (!matcher || !uses(matcher, 'command_finished')) return '';
  if (screen.events.since(0).some(({ kind }) => shellMarks.has(kind))) return '';
  return '; the program has reported no command yet. Only a shell with shell integration does: bash, zsh or fish that the session was started with. For other programs, wait for a text';
}
