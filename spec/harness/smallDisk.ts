/** A disk of 64 KiB to fill, for the specs of one file. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

interface SmallDisk {
  readonly folder: string;
  /** Whether this machine permits mounting. If not, `folder` is an ordinary folder. */
  readonly mountable: boolean;
}

const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder]).status === 0;
const unmount = (folder: string) => spawnSync('umount', [folder]);

/** Mounts it before the specs. Call this after the `afterAll` that removes `parent`, because hooks run in reverse order. */
export function smallDiskIn(parent: string): SmallDisk {
  const folder = join(parent, 'full');
  mkdirSync(folder);
  const mountable = mount(folder);
  // Not left mounted: if a filter selects no spec of the file, no hook would run to unmount it.
  if (mountable) unmount(folder);
  beforeAll(() => {
    if (mountable) mount(folder);
  });
  afterAll(() => {
    if (mountable) unmount(folder);
  });
  return { folder, mountable };
}
