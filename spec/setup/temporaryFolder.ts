/** One folder for all temporary files of the specs and of the programs that they drive; it is removed at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const prefix = 'p-';

export function setup(): (() => void) | undefined {
  // Each project of vitest calls this.
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  // Short, because the paths of sockets must be.
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
