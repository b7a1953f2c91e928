/** Kills processes that a program left running: those with the marker of the run in their environment. */
import { readdirSync, readFileSync } from 'node:fs';
import { marker } from './environment.ts';

export function killLeftovers(mark: string): readonly string[] {
  const expected = `${marker}=${mark}`;
  return processes()
    .filter((pid) => pid !== String(process.pid) && environmentOf(pid).includes(expected))
    .map(kill);
}

/** Only Linux exposes the environment of other processes. */
function processes(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function environmentOf(pid: string): readonly string[] {
  return read(`/proc/${pid}/environ`).split('\0');
}

function kill(pid: string): string {
  const name = read(`/proc/${pid}/comm`).trim();
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    // The process has already ended.
  }
  return name;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
