/**
 * Holds this process, and all that it starts, on one core. On two, the kernel decides anew who wakes up where, which
 * takes a round trip of 15 us to 55 for whoever is measured: what is compared then is its mood.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { pathOf } from './needs.ts';

/** Lets go again; nothing where the system has no word for it. */
export function holdOnOneCore(): () => void {
  const taskset = pathOf('taskset');
  if (!taskset) return () => {};
  const to = (cores: string) => spawnSync(taskset, ['-acp', cores, `${process.pid}`]);
  to('0');
  return () => to(`0-${cpus().length - 1}`);
}
