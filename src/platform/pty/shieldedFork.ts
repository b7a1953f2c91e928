/**
 * Keeps one session's terminal out of the next session's program.
 *
 * The native code marks what a child must not inherit number by number, and stops at the first unused number above
 * 15; one that a session has closed leaves every terminal above it open to the child. The child's own terminal is such
 * a number too. So while it forks, the numbers below the highest terminal are filled: microseconds each, but every new
 * terminal then lies above all others, and numbers would climb for ever where sessions overlap. With many unused
 * numbers a shell goes first in the child instead, which closes the terminals by name and costs a millisecond.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: readonly string[];
}

const closeOnExec = 0o2000000;
const alwaysMarked = 15;
const fillersForOne = 32;
const fillersForGood = 256;
const terminals = new Set<number>();
let inheritedFilled = false;

export const noteTerminal = (fd: number) => void terminals.add(fd);
export const forgetTerminal = (fd: number) => void terminals.delete(fd);

export function shieldedFork<T>(command: Command, fork: (command: Command) => T): T {
  if (process.platform !== 'linux') return fork(command);
  if (!inheritedFilled) fillBelowInherited();
  const highest = Math.max(0, ...terminals);
  const few = fillBelow(highest, fillersForOne);
  if (few !== null) {
    try {
      return withFillers(few, () => fork(command));
    } catch (failure) {
      // The fillers may have taken the last descriptors that there are.
      if (few.length === 0) throw failure;
    }
  }
  const closing = closingFirst(command);
  if (closing !== null) return fork(closing);
  return withFillers(fillBelow(highest, highest) ?? [], () => fork(command));
}

function withFillers<T>(fillers: readonly number[], deed: () => T): T {
  try {
    return deed();
  } finally {
    for (const fd of fillers) closeSync(fd);
  }
}

/** The system gives out the lowest unused number. Null, and nothing open, when it takes more than `most`. */
function fillBelow(highest: number, most: number): number[] | null {
  const fillers: number[] = [];
  let fd = 0;
  try {
    while (fd < highest && highest > alwaysMarked && fillers.length <= most) {
      fd = openSync('/dev/null', 'r');
      fillers.push(fd);
    }
    if (fillers.length <= most) return fillers;
  } catch {}
  return withFillers(fillers, () => null);
}

/** bash, as other shells know no numbers above 9; env, as bash would change the environment that it hands on. */
const bash = '/bin/bash';
const env = '/usr/bin/env';

function closingFirst(command: Command): Command | null {
  // env would take such a name for a variable.
  if (command.program.includes('=') || !existsSync(bash) || !existsSync(env)) return null;
  const closings = [...terminals].map((fd) => `${fd}>&-`).join(' ');
  const script = `exec ${closings}; exec ${env} -i -- "$@"`;
  const words = [...command.env, command.program, ...command.args];
  return { program: bash, args: ['-p', '-c', script, 'bash', ...words], env: [] };
}

/**
 * What our own parent left open to us is no business of our children either. Those descriptors stay, so the numbers
 * below them are filled for good: most often there are none. Where that takes too many, children get them.
 */
function fillBelowInherited(): void {
  inheritedFilled = true;
  const inherited = readdirSync('/proc/self/fd').filter(isInheritable).map(Number);
  fillBelow(Math.max(0, ...inherited), fillersForGood);
}

/** Node marks all that it opens itself. */
function isInheritable(fd: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
