/** Opens a session as this dialect asks for one; a shell, if it does not say of what. */
import { Fault, fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import type { Session } from '../../core/session/session.ts';
import type { Desk } from './desk.ts';
import { Refusal } from './refusals.ts';

export interface ShellRequest {
  readonly shell?: string | null | undefined;
  readonly args?: readonly string[] | null | undefined;
  readonly env?: Readonly<Record<string, string>> | null | undefined;
  readonly cwd?: string | null | undefined;
  readonly cols?: number | null | undefined;
  readonly rows?: number | null | undefined;
}

/** What is wrong is named as it was sent. */
function renamed({ name, data, message }: Fault<'SpawnFailed'>): Error {
  const path = data.path === 'program' ? 'shell' : data.path;
  return Object.assign(new Error(message), { name, data: { ...data, path } });
}

/** A session may come of a call for something else: what it needs is asked for here. */
export function openShell({ core, url }: Desk, request: ShellRequest): Session {
  const permission = 'session.spawn';
  if (!core.grants.has(permission)) raise(fault.PermissionDenied({ required_permission: permission }));
  const { shell, args, env, cwd, cols, rows } = request;
  try {
    return core.open({
      spawn: {
        program: shell ?? process.env.SHELL ?? '/bin/sh',
        args: args ?? [],
        ...(cwd != null && { cwd }),
        env: { WRIGHTTY_SOCKET: url, ...env },
        clearEnv: false,
        size: { rows: rows ?? 24, cols: cols ?? 80, pixelWidth: 0, pixelHeight: 0 },
      },
      tags: [],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
    });
  } catch (problem) {
    if (!(problem instanceof Fault)) throw problem;
    if (problem.name === 'Busy') throw new Refusal('MaxSessionsReached', { maxSessions: limits.sessions });
    throw problem.name === 'SpawnFailed' ? renamed(problem as Fault<'SpawnFailed'>) : problem;
  }
}
