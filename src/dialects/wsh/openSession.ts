/** Opens a session as this dialect asks for one: a line for the shell, or the shell itself. */
import { Fault, fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { requireProgram } from '../../core/session/commandLine.ts';
import type { Session } from '../../core/session/session.ts';
import type { Desk } from './desk.ts';
import { NewName, namesMust } from './method.ts';
import { Refusal } from './refusals.ts';
import { nameOf } from './sessionShape.ts';

export interface SessionWish {
  readonly name?: string | null | undefined;
  readonly command?: string | null | undefined;
  readonly rows?: number | null | undefined;
  readonly cols?: number | null | undefined;
  readonly cwd?: string | null | undefined;
  readonly env?: Readonly<Record<string, string>> | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

export function openSession(desk: Desk, wish: SessionWish): Session {
  const { name, command, rows, cols, cwd, env, tags } = wish;
  const shell = process.env.SHELL || '/bin/sh';
  refuseTaken(desk, name);
  const terms = {
    ...(cwd != null && { cwd }),
    env: { ...env },
    clearEnv: false,
    size: { rows: rows ?? 24, cols: cols ?? 80, pixelWidth: 0, pixelHeight: 0 },
  };
  const session = desk.opens(command ?? shell, () => {
    if (command != null) requireProgram(command, terms);
    return desk.core.open({
      spawn: {
        program: command == null ? shell : '/bin/sh',
        args: command == null ? ['-i'] : ['-c', command],
        ...terms,
      },
      ...(name != null && { name }),
      tags: tags ?? [],
      scrollback: limits.defaultScrollback,
      transcriptMaxChars: limits.defaultTranscriptChars,
      terminalReplies: true,
    });
  });
  return session;
}

export function refuseTaken({ core }: Desk, name: string | null | undefined): void {
  if (name == null) return;
  const refuse = (reason: string) => raise(fault.Invalid({ path: 'name', reason, got: name }));
  if (!NewName.safeParse(name).success) refuse(namesMust);
  if (/^s\d+$/.test(name)) refuse('s and a number is what a session without a name is called');
  if (core.sessions.find(name)) throw new Refusal('SessionNameConflict');
}

/** Who has the input is said of the session by its name, and in no words of another dialect. */
export function orHeld<T>(session: Session, deed: () => T): T {
  try {
    return deed();
  } catch (problem) {
    if (!(problem instanceof Fault) || problem.name !== 'InputHeld') throw problem;
    const { data } = problem as Fault<'InputHeld'>;
    return raise(
      fault.InputHeld(data, `${data.holder ?? 'somebody'} has the input of '${nameOf(session)}'.`),
    );
  }
}

/** That there is no room is said in the words of this dialect. */
export function orFull<T>(deed: () => T): T {
  try {
    return deed();
  } catch (problem) {
    if (problem instanceof Fault && problem.name === 'Busy') throw new Refusal('MaxSessionsReached');
    throw problem;
  }
}
