/** From what a caller asked for to what is started: the environment, the folder, the tag. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { PtySpec } from '../../platform/pty/pty.ts';
import { refuseHuge, type Size } from '../size.ts';

export interface SpawnRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clearEnv: boolean;
  /** Of what is inherited, what is not. */
  readonly unset?: readonly string[];
  readonly size: Size;
}

/** What the surroundings of the server say of *its* terminal, and would be wrong of the session's. */
const ofAnotherTerminal = ['TMUX', 'TMUX_PANE', 'STY', 'WINDOW', 'WINDOWID', 'TERMCAP', 'COLUMNS', 'LINES'];

const ofThisTerminal = { TERM: 'xterm-256color', COLORTERM: 'truecolor' };

/** `tagPrefix` begins the tag of every program of one server, so that the next one can find what is left of them. */
export function planSpawn(
  request: SpawnRequest,
  surroundings: NodeJS.ProcessEnv,
  tagPrefix: string,
): PtySpec {
  refuseHuge(request.size);
  const cwd = resolve(request.cwd ?? process.cwd());
  const inherited = request.clearEnv ? {} : inheritable(surroundings);
  const env: Record<string, string> = { ...inherited, ...ofThisTerminal, PWD: cwd, ...request.env };
  for (const name of request.unset ?? []) delete env[name];
  return {
    program: request.program,
    args: request.args,
    env,
    cwd,
    size: request.size,
    tag: tagPrefix + randomUUID(),
  };
}

/** What a program of a session finds of it. */
export const inheritable = (surroundings: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(surroundings).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !ofAnotherTerminal.includes(entry[0]),
    ),
  );
