/** How many bytes of arguments and environment the kernel takes at an exec. */
import { readFileSync } from 'node:fs';

const KiB = 1024;
/** POSIX systems promise far less; Linux and macOS give at least this. */
const always = 128 * KiB;
const macos = 1024 * KiB;
const most = 6 * 1024 * KiB;

/** Looks the limit up only when `wanted` could exceed it. Linux gives a quarter of the stack, up to 6 MiB. */
export function argumentRoom(wanted: number): number {
  if (wanted <= always) return always;
  if (process.platform !== 'linux') return macos;
  const stack = /^Max stack size\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1];
  const quarter = stack === undefined || stack === 'unlimited' ? most : Math.floor(Number(stack) / 4);
  return Math.max(always, Math.min(quarter, most));
}
