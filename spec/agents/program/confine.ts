/**
 * Runs commands in a network namespace with only the loopback device, if the system permits it. When the first process
 * ends, the kernel kills all others in the namespace.
 */
import { spawnSync } from 'node:child_process';

export interface Confinement {
  readonly command: string;
  readonly args: readonly string[];
}

/** The loopback device is down at first. The shell stays as the parent of orphaned processes. */
const inside = 'ip link set lo up && "$@"; exit $?';

const flags: readonly (readonly string[])[] = [
  ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ['--map-root-user', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'],
];

/** Returns the first method that works here, or the reason why none does. */
export function confinement(): Confinement | string {
  let why = '';
  for (const args of flags) {
    const confined = { command: 'unshare', args: [...args, '--', 'sh', '-c', inside, 'sh'] };
    const { status, stderr, error } = spawnSync(confined.command, [...confined.args, 'true'], {
      encoding: 'utf8',
    });
    if (status === 0) return confined;
    why = error?.message ?? stderr.trim();
  }
  return why;
}
