/** One folder for all temporary files of the specs and of the programs that they drive; it is removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'p-';

export function setup(): (() => void) | undefined {
  // Each project of vitest calls this.
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  // Agents stay installed for the next run.
  process.env.PTYWRIGHT_AGENTS_HOME ??= join(tmpdir(), 'ptywright-agents');
  // Short, because the paths of sockets must be.
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.env.TMPDIR = folder;
  // A browser whose worker has ended may still write to its profile.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
