/** Which processes there are, and what the system tells about each. */
import { readlinkSync } from 'node:fs';
import { linuxCensus, linuxFacts } from './linuxProcesses.ts';
import { macCensus } from './macProcesses.ts';

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The process group that the terminal's keys reach. */
  readonly foreground: number;
  /** With `pid`, tells a process from a later one of the same number. */
  readonly started: string;
  /** The session tag in its environment. Linux reads it when first asked for. */
  readonly tag: string | null;
}

export type Census = readonly ProcessFacts[];

const onMac = process.platform === 'darwin';

export const census = (): Census => (onMac ? macCensus() : linuxCensus());

export const factsOf = (pid: number): ProcessFacts | null =>
  onMac ? (macCensus(['-p', String(pid)])[0] ?? null) : linuxFacts(pid);

export function directoryOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
