/** Lists processes and their session tags, on Linux from /proc and on macOS from ps. */

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/**
 * Each process of a session inherits this environment variable, so it is found even after it left the terminal session.
 */
export const tagVariable = 'PTYWRIGHT_SESSION_TAG';

export const tagPattern = /^[\w.:-]{1,128}$/;

function listLinuxProcesses(known: KnownProcess): ProcessList {
  const pids = listProcEntries().filter((entry) => /^\d+$/.test(entry));
  return pids.map(Number).flatMap((pid) => known(pid) ?? readLinuxProcess(pid) ?? []);
}

function listProcEntries(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

/** Null for a process that has ended, including zombies. */
function readLinuxProcess(pid: number): ProcessInfo | null {
  const stat = readStat(pid);
  if (stat === null) return null;
  // The name before the last parenthesis may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session, , foreground] = fields;
  if (state === 'Z' || state === 'X') return null;
  return new LinuxProcess(pid, [parent, group, session, foreground].map(Number), Number(fields[19]));
}

/** One buffer for all, because `readFileSync` allocates 64 KiB for a file of /proc, whose size it cannot know. */
const statBuffer = Buffer.alloc(4096);

function readStat(pid: number): string | null {
  let file: number | undefined;
  try {
    file = openSync(`/proc/${pid}/stat`, 'r');
    return statBuffer.toString('latin1', 0, readSync(file, statBuffer));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

class LinuxProcess implements ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly foreground: number;
  readonly started: number;
  #tag: string | null | undefined;

  constructor(pid: number, [parent = 0, group = 0, session = 0, foreground = 0]: number[], started: number) {
    this.pid = pid;
    this.parent = parent;
    this.group = group;
    this.session = session;
    this.foreground = foreground;
    this.started = started;
  }

  get tag(): string | null {
    if (this.#tag === undefined) this.#tag = readTag(this.pid);
    return this.#tag;
  }
}

const tagEntry = Buffer.from(`${tagVariable}=`);

function readTag(pid: number): string | null {
  let environment: Buffer;
  try {
    environment = readFileSync(`/proc/${pid}/environ`);
  } catch {
    return null;
  }
  const at = environment.indexOf(tagEntry);
  if (at === -1 || (at > 0 && environment[at - 1] !== 0)) return null;
  const end = environment.indexOf(0, at);
  return environment.toString('latin1', at + tagEntry.length, end === -1 ? undefined : end);
}

/**
 * macOS has no /proc, but its ps prints the environment after the command. Not tested on a Mac so far. The `sess`
 * column is not a process id, so the session is found by its terminal.
 */
const maxBuffer = 64 * 1024 * 1024;

function listMacProcesses(which: readonly string[] = ['-ax']): ProcessList {
  const columns = 'pid=,ppid=,pgid=,tpgid=,state=,tty=,lstart=,command=';
  const { stdout } = spawnSync('/bin/ps', [...which, '-wwE', '-o', columns], { encoding: 'utf8', maxBuffer });
  return parsePs(stdout ?? '');
}

const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(\w+ \w+\s+\d+ [\d:]+ \d+) (.*)$/;

export function parsePs(listing: string): ProcessList {
  const rows = listing.split('\n').flatMap((line) => {
    const found = psLine.exec(line);
    return found === null || found[5]?.startsWith('Z') ? [] : [found.map((field) => field ?? '')];
  });
  const onTerminals = rows.filter((row) => row[6] !== '??');
  const leaders = new Map(
    onTerminals.filter((row) => row[5]?.includes('s')).map((row) => [row[6], Number(row[1])]),
  );
  const tag = new RegExp(`(?:^| )${tagVariable}=(\\S+)`);
  return rows.map((row) => ({
    pid: Number(row[1]),
    parent: Number(row[2]),
    group: Number(row[3]),
    foreground: Number(row[4]),
    session: leaders.get(row[6]) ?? 0,
    started: Date.parse(row[7] ?? ''),
    tag: tag.exec(row[8] ?? '')?.[1] ?? null,
  }));
}

export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** The process group that receives the signals of terminal keys. */
  readonly foreground: number;
  /** Start time. Together with `pid` it identifies a process, because pids are reused. */
  readonly started: number;
  /** The session tag in the environment. On Linux it is read on first access, which costs as much as the rest. */
  readonly tag: string | null;
}

export type ProcessList = readonly ProcessInfo[];

const onMac = process.platform === 'darwin';

/** What is known of a process, so that it need not be read. */
export type KnownProcess = (pid: number) => ProcessInfo | undefined;

export const listProcesses = (known: KnownProcess = () => undefined): ProcessList =>
  onMac ? listMacProcesses() : listLinuxProcesses(known);

export const readProcess = (pid: number): ProcessInfo | null =>
  onMac ? (listMacProcesses(['-p', String(pid)])[0] ?? null) : readLinuxProcess(pid);

/** 0 on macOS, where reading it would start a program. */
export const readStartTime = (pid: number): number => (onMac ? 0 : (readLinuxProcess(pid)?.started ?? 0));

export function readWorkingDirectory(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
