/**
 * Milliseconds that the main thread of a process has run (needs Linux). On a busy machine, less than the elapsed time.
 */
import { readFileSync } from 'node:fs';

export function mainThreadMs(pid: number): number {
  const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1').split(' ');
  return Number(nanoseconds) / 1e6;
}
