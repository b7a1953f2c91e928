/** Processes as Linux tells of them, in /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Census, ProcessFacts } from './processes.ts';
import { tagVariable } from './tag.ts';

export function linuxCensus(): Census {
  const pids = listProc().filter((entry) => /^\d+$/.test(entry));
  return pids.map((pid) => linuxFacts(Number(pid))).filter((facts) => facts !== null);
}

function listProc(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

/** Null for a process that is gone, or has ended and waits to be collected. */
export function linuxFacts(pid: number): ProcessFacts | null {
  const stat = readProc(pid, 'stat')?.toString('latin1');
  if (stat === undefined) return null;
  // The name before the last parenthesis may hold anything, spaces and parentheses too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session, , foreground] = fields;
  if (state === 'Z' || state === 'X') return null;
  return new LinuxProcess(pid, [parent, group, session, foreground].map(Number), fields[19] ?? '');
}

class LinuxProcess implements ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly foreground: number;
  readonly started: string;
  #tag: string | null | undefined;

  constructor(pid: number, [parent = 0, group = 0, session = 0, foreground = 0]: number[], started: string) {
    this.pid = pid;
    this.parent = parent;
    this.group = group;
    this.session = session;
    this.foreground = foreground;
    this.started = started;
  }

  get tag(): string | null {
    if (this.#tag === undefined) this.#tag = tagIn(readProc(this.pid, 'environ') ?? Buffer.alloc(0));
    return this.#tag;
  }
}

const wanted = Buffer.from(`${tagVariable}=`);

function tagIn(environment: Buffer): string | null {
  const at = environment.indexOf(wanted);
  if (at === -1 || (at > 0 && environment[at - 1] !== 0)) return null;
  const end = environment.indexOf(0, at);
  return environment.toString('latin1', at + wanted.length, end === -1 ? undefined : end);
}

function readProc(pid: number, file: string): Buffer | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`);
  } catch {
    return null;
  }
}
