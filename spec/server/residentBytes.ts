/** The resident memory of a process (needs Linux). */
import { readFileSync } from 'node:fs';

export const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;
