/**
 * macOS has no /proc, but a ps that prints the environment behind the command. By construction only: not run on a
 * Mac so far. Its `sess` column is no process id, so a session is found as the processes of one terminal.
 */
import { spawnSync } from 'node:child_process';
import type { Census } from './processes.ts';
import { tagVariable } from './tag.ts';

const maxBuffer = 64 * 1024 * 1024;

export function macCensus(which: readonly string[] = ['-ax']): Census {
  const columns = 'pid=,ppid=,pgid=,tpgid=,state=,tty=,lstart=,command=';
  const { stdout } = spawnSync('/bin/ps', [...which, '-wwE', '-o', columns], { encoding: 'utf8', maxBuffer });
  return parsePs(stdout ?? '');
}

const psLine = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(-?\d+)\s+(\S+)\s+(\S+)\s+(\w+ \w+\s+\d+ [\d:]+ \d+) (.*)$/;

export function parsePs(listing: string): Census {
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
    started: row[7] ?? '',
    tag: tag.exec(row[8] ?? '')?.[1] ?? null,
  }));
}
