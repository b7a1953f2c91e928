/**
 * Keeps one session's terminal out of the next session's program. The native code marks what a child must not
 * inherit number by number, and stops at the first unused number above 15: a descriptor that has been closed below
 * leaves every terminal above it open to the child. So while it forks no number below the highest terminal is unused.
 * Costs some microseconds a gap.
 */
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;
const alwaysMarked = 15;
/** Descriptors that children would inherit: the terminals, and what our own parent left open to us. */
const inheritable = new Set<number>();
let looked = false;

export const noteTerminal = (fd: number) => void inheritable.add(fd);
export const forgetTerminal = (fd: number) => void inheritable.delete(fd);

export function withoutGaps<T>(fork: () => T): T {
  if (process.platform !== 'linux') return fork();
  if (!looked) noteInherited();
  const fillers = fill(Math.max(alwaysMarked, ...inheritable));
  try {
    return fork();
  } finally {
    for (const fd of fillers) closeSync(fd);
  }
}

/** The system gives out the lowest unused number. */
function fill(highest: number): number[] {
  const fillers: number[] = [];
  if (highest <= alwaysMarked) return fillers;
  let fd = 0;
  while (fd < highest) {
    fd = openSync('/dev/null', 'r');
    fillers.push(fd);
  }
  return fillers;
}

/** Node marks all that it opens itself. */
function noteInherited(): void {
  looked = true;
  for (const entry of readdirSync('/proc/self/fd')) {
    if (Number(entry) > 2 && isInheritable(entry)) inheritable.add(Number(entry));
  }
}

function isInheritable(fd: string): boolean {
  try {
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1];
    return (Number.parseInt(flags ?? '0', 8) & closeOnExec) === 0;
  } catch {
    return false;
  }
}
