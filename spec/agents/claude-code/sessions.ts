/** Reads the session files. Claude Code has one folder per project and one file per session. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '../program/folders.ts';

/** Concatenates all session files, the oldest first. */
export function readSessionFiles({ home }: Pick<Folders, 'home'>): string {
  const projects = join(home, '.claude', 'projects');
  if (!existsSync(projects)) return '';
  return readdirSync(projects)
    .flatMap((project) => sessionsIn(join(projects, project)))
    .toSorted((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** The first versions store sessions of subagents in the same folder, with other names. */
const sessionsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
    .map((name) => join(folder, name));
