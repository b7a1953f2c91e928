/**
 * Keeps one session's terminal out of the next session's program. The native code marks what a child must not
 * inherit number by number, and stops at the first unused number above 15: a descriptor that has been closed leaves
 * every terminal above it open to the child. So while it forks, no number below the highest terminal is unused.
 * Costs some microseconds a gap, and near the limit of descriptors a session can be refused while gaps are free.
 */
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';

const closeOnExec = 0o2000000;
const alwaysMarked = 15;
const terminals = new Set<number>();
let inheritedFilled = false;

export const noteTerminal = (fd: number) => void terminals.add(fd);
export const forgetTerminal = (fd: number) => void terminals.delete(fd);

export function withoutGaps<T>(fork: () => T): T {
  if (process.platform !== 'linux') return fork();
  if (!inheritedFilled) fillBelowInherited();
  const fillers: number[] = [];
  try {
    fillBelow(Math.max(0, ...terminals), fillers);
    return fork();
  } finally {
    for (const fd of fillers) closeSync(fd);
  }
}

/** The system gives out the lowest unused number. */
function fillBelow(highest: number, fillers: number[]): void {
  let fd = 0;
  while (fd < highest && highest > alwaysMarked) {
    fd = openSync('/dev/null', 'r');
    fillers.push(fd);
  }
}

/**
 * What our own parent left open to us is no business of our children either. Those descriptors stay, so the numbers
 * below them are filled for good: most often there are none. Where that takes more than we may open, children get them.
 */
function fillBelowInherited(): void {
  inheritedFilled = true;
  const inherited = readdirSync('/proc/self/fd').filter(isInheritable).map(Number);
  const fillers: number[] = [];
  try {
    fillBelow(Math.max(0, ...inherited), fillers);
  } catch {
    for (const fd of fillers) closeSync(fd);
  }
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
