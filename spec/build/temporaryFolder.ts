/** One folder for whatever specs put among the temporary files, programs that they drive included: nothing of it stays. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function setup(): () => void {
  // Short, because the paths of sockets must be.
  const folder = mkdtempSync(join(tmpdir(), 'p-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
