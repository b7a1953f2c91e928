/** A line for the shell, looked at before there is one: a program that is not there is no session. */
import { findProgram } from '../../platform/pty/findProgram.ts';
import { planSpawn, type SpawnRequest } from './spawnPlan.ts';

/** What else it does is known only once it is done. */
const beyond = /[;&|<>()`$\n]/;
const firstWord = /^\s*(?:exec\s+)?([\w./+@:-]+)(?=\s|$)/;

/** What every shell of POSIX has in itself. */
const builtin = new Set(
  '. : alias bg break cd command continue echo eval exec exit export false fc fg getopts hash jobs kill printf pwd read readonly return set shift test times trap true type ulimit umask unalias unset wait if for while until case function time [ { !'.split(
    ' ',
  ),
);

/** Raises SpawnFailed where the shell could only say that there is no such program. */
export function requireProgram(line: string, terms: Omit<SpawnRequest, 'program' | 'args'>): void {
  const [, program] = beyond.test(line) ? [] : (firstWord.exec(line) ?? []);
  if (program === undefined || builtin.has(program)) return;
  const { cwd, env } = planSpawn({ ...terms, program, args: [] }, process.env, '');
  findProgram({ program, cwd, env });
}
