/**
 * Pins this process and all its children to one core. On two cores, the kernel chooses a core at each wake-up. That
 * stretches a round trip of 15 us to 55 us at random, and would dominate the comparison.
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { pathOf } from './needs.ts';

/** Returns a function that ends the pinning. Does nothing on a system without `taskset`. */
export function pinToOneCore(): () => void {
  const taskset = pathOf('taskset');
  if (!taskset) return () => {};
  const to = (cores: string) => spawnSync(taskset, ['-acp', cores, `${process.pid}`]);
  to('0');
  return () => to(`0-${cpus().length - 1}`);
}
