/**
 * A lock that is a file beside what it guards, naming its holder. It outlives a holder that was killed, so a lock
 * whose process is gone is broken; a process is told from a later one with its number by when it started.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';

export type Unlock = () => void;

/** Takes the lock at once or gives null: somebody who lives has it. */
export function takeLock(path: string): Unlock | null {
  if (claim(path)) return () => remove(path);
  // Two who find the same dead holder must not both remove it: the second would remove the first one's new lock.
  const breaker = `${path}.break`;
  if (!claim(breaker) && !(clearDead(breaker) && claim(breaker))) return null;
  try {
    return clearDead(path) && claim(path) ? () => remove(path) : null;
  } finally {
    remove(breaker);
  }
}

/** A link appears with its content or not at all; a file that is opened first and written then is empty meanwhile. */
function claim(path: string): boolean {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${process.pid} ${startOf(process.pid)}\n`, { flag: 'wx', mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    remove(draft);
  }
}

/** Whether nobody has the lock, or nobody any more. A lock that is not there is not removed: it may appear just then. */
function clearDead(path: string): boolean {
  const holder = read(path);
  if (holder === null) return true;
  const [pid, start] = holder.trim().split(' ', 2);
  if (alive(Number(pid)) && startOf(Number(pid)) === start) return false;
  remove(path);
  return true;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function alive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process started, in the kernel's ticks; `-` where there is no /proc, and then the number alone decides. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '-';
  } catch {
    return '-';
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already.
  }
}
