/** The memory of a process, as Linux tells it. */
import { readFileSync } from 'node:fs';

export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
