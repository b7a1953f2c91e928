/** Plans the process of a session (environment, folder, tag), checks shell lines, and ends programs with a signal. */
import { randomUUID } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { inheritableEnv } from '#platform/environment.ts';
import { packageFolder } from '#platform/paths.ts';
import type { PtySpec } from '#platform/pty/pty.ts';
import { requireSizeInMemory, type Size } from '#platform/pty/size.ts';
import { findProgram } from '#platform/pty/spawnCheck.ts';
import type { SendableSignal } from '#platform/signals.ts';
import type { Session } from './session.ts';

export interface SpawnRequest {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clearEnv: boolean;
  /** Names of inherited variables to remove. */
  readonly unset?: readonly string[];
  /** Makes a shell report its commands, where variables can do that: bash, zsh and fish. */
  readonly shellIntegration?: boolean;
  readonly size: Size;
}

export interface SpawnHost {
  /** Prefix of the tags of all programs of this server. The next server uses it to find orphans. */
  readonly tagPrefix: string;
  /** Version of ptywright. */
  readonly version: string;
}

export function planSpawn(request: SpawnRequest, environment: NodeJS.ProcessEnv, host: SpawnHost): PtySpec {
  requireSizeInMemory(request.size);
  const cwd = resolve(request.cwd ?? process.cwd());
  const inherited = request.clearEnv ? {} : inheritableEnv(environment);
  const env: Record<string, string> = {
    ...inherited,
    TERM: 'xterm-256color',
    COLORTERM: 'truecolor',
    TERM_PROGRAM: 'ptywright',
    TERM_PROGRAM_VERSION: host.version,
    PWD: cwd,
    ...request.env,
  };
  const shell = basename(request.program);
  if (request.shellIntegration && !request.args.some((arg) => noFileOptions.get(shell)?.test(arg)))
    Object.assign(env, shellMarks.get(shell)?.(env));
  for (const name of request.unset ?? []) delete env[name];
  return {
    program: request.program,
    args: request.args,
    env,
    cwd,
    size: request.size,
    tag: host.tagPrefix + randomUUID(),
  };
}

/**
 * Makes bash print OSC 133;C before a command and 133;D with the exit code after it, but not before the first prompt. An
 * inherited PROMPT_COMMAND still runs, and sees the exit code.
 */
function bashMarks({ PS0 = '', PROMPT_COMMAND: inherited }: Readonly<Record<string, string>>) {
  const mark = `__pw_s=$?; ((\${__pw_c:-0})) && printf "\\e]133;D;%s\\a" "$__pw_s"; __pw_c=0`;
  return {
    // The length is always 0; it is computed for the assignment.
    PS0: `\\e]133;C\\a\${_:0:(__pw_c=1)*0}${PS0}`,
    PROMPT_COMMAND: inherited ? `${mark}; (exit "$__pw_s"); ${inherited}` : mark,
  };
}

/**
 * zsh and fish print the same marks. Their files in bin/shells restore the variable and leave the files of the user
 * in use.
 */
const shellFiles = (shell: string) => join(packageFolder(), 'bin', 'shells', shell);

type Environment = Readonly<Record<string, string>>;

/** By the name of the shell. */
const shellMarks = new Map<string, (env: Environment) => Environment>([
  ['bash', bashMarks],
  [
    'zsh',
    ({ ZDOTDIR }) => ({
      ...(ZDOTDIR !== undefined && { PTYWRIGHT_ZDOTDIR: ZDOTDIR }),
      ZDOTDIR: shellFiles('zsh'),
    }),
  ],
  [
    'fish',
    ({ XDG_DATA_DIRS }) => ({
      ...(XDG_DATA_DIRS !== undefined && { PTYWRIGHT_XDG_DATA_DIRS: XDG_DATA_DIRS }),
      XDG_DATA_DIRS: `${shellFiles('')}:${XDG_DATA_DIRS || '/usr/local/share:/usr/share'}`,
    }),
  ],
]);

/** Options with which a shell reads no files, so it could neither print marks nor restore its variable. */
const noFileOptions = new Map([
  ['zsh', /^(?:-[a-zA-Z]*f|--no-?rcs$)/],
  ['fish', /^(?:-N|--no-config)$/],
]);

/** Lines with this syntax are not checked: what they run is known only at run time. */
const shellSyntax = /[;&|<>()`$\n]/;
const firstWord = /^\s*(?:exec\s+)?([\w./+@:-]+)(?=\s|$)/;

/** Builtins and keywords of POSIX shells. */
const shellBuiltins = new Set(
  '. : alias bg break cd command continue echo eval exec exit export false fc fg getopts hash jobs kill printf pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait if for while until case function time [ { !'.split(
    ' ',
  ),
);

/**
 * Checks the program of a shell line before a session is created. Raises SpawnFailed if the shell would only report a
 * missing program.
 */
export function requireProgram(line: string, context: Pick<SpawnRequest, 'cwd' | 'env'>): void {
  const [, program] = shellSyntax.test(line) ? [] : (firstWord.exec(line) ?? []);
  if (program === undefined || shellBuiltins.has(program)) return;
  const size = { rows: 1, cols: 1, pixelWidth: 0, pixelHeight: 0 };
  const request = { ...context, program, args: [], clearEnv: false, size };
  const { cwd, env } = planSpawn(request, process.env, { tagPrefix: '', version: '' });
  findProgram({ program, cwd, env });
}

/**
 * Sends a signal and gives the program time to handle it: a hang-up right after it would be handled first. Resolves
 * when the program has ended or `patienceMs` has passed.
 */
export function signalAndWait(session: Session, signal: SendableSignal, patienceMs: number): Promise<void> {
  if (session.exit) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      timer.dispose();
      exit.dispose();
      resolve();
    };
    const timer = session.clock.after(patienceMs, end);
    const exit = session.onExit(end);
    session.pty.signal(signal);
  });
}
