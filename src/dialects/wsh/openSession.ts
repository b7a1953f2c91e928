/** Opens a session for a command line of the shell, or for the shell itself. */
import { Fault, fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { requireProgram } from '#session/process.ts';
import type { Session } from '#session/session.ts';
import { WshError } from './errors.ts';
import { isSessionName, sessionNameRule } from './method.ts';
import type { WshServerContext } from './serverContext.ts';
import { getSessionName } from './sessionInfo.ts';

export interface WshSessionOptions {
  readonly name?: string | null | undefined;
  readonly command?: string | null | undefined;
  readonly rows?: number | null | undefined;
  readonly cols?: number | null | undefined;
  readonly cwd?: string | null | undefined;
  readonly env?: Readonly<Record<string, string>> | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

export function openSession(desk: WshServerContext, wish: WshSessionOptions): Session {
  const { name, command, rows, cols, cwd, env, tags } = wish;
  const shell = process.env.SHELL || '/bin/sh';
  checkSessionName(desk, name);
  const terms = {
    ...(cwd != null && { cwd }),
    env: { ...env },
    clearEnv: false,
    size: { rows: rows ?? 24, cols: cols ?? 80, pixelWidth: 0, pixelHeight: 0 },
  };
  const session = desk.trackOpened(command ?? shell, () => {
    if (command != null) requireProgram(command, terms);
    return desk.core.openSession({
      spawn: {
        program: command == null ? shell : '/bin/sh',
        args: command == null ? ['-i'] : ['-c', command],
        ...terms,
      },
      ...(name != null && { name }),
      tags: [...new Set(tags)],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
    });
  });
  return session;
}

export function checkSessionName(
  { core }: WshServerContext,
  name: string | null | undefined,
  path = 'name',
): void {
  if (name == null) return;
  if (!isSessionName(name)) throw new WshError('InvalidSessionName', `${path}: ${sessionNameRule}`);
  if (/^s\d+$/.test(name))
    throw new WshError('InvalidSessionName', `${path}: s with a number is reserved for session ids`);
  if (core.sessions.find(name)) throw new WshError('SessionNameConflict');
}

/** Rewrites the fault: this dialect identifies a session by its name. */
export function translateInputHeld<T>(session: Session, deed: () => T): T {
  try {
    return deed();
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'InputHeld') throw problem;
    const { data } = problem as Fault<'InputHeld'>;
    return raise(
      fault.InputHeld(
        data,
        `${data.holder ?? 'another client'} holds the input lock of '${getSessionName(session)}'.`,
      ),
    );
  }
}

/** Translates Busy to MaxSessionsReached. */
export function translateSessionLimit<T>(deed: () => T): T {
  try {
    return deed();
  } catch (problem) {
    if (problem instanceof Fault && problem.name === 'Busy') throw new WshError('MaxSessionsReached');
    throw problem;
  }
}
