/** Where the program keeps its sessions: a folder for each project, and in it a file for each session. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from './places.ts';

/** All of them one after the other, the oldest first. */
export function keptSessions({ home }: Pick<Folders, 'home'>): string {
  const projects = join(home, '.claude', 'projects');
  if (!existsSync(projects)) return '';
  return readdirSync(projects)
    .flatMap((project) => sessionsIn(join(projects, project)))
    .toSorted((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** The first versions keep those of other agents beside them, under names of their own. */
const sessionsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
    .map((name) => join(folder, name));
