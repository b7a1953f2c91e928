/** A disk of 64 KiB to fill. `mounted` is false where mounting is not permitted. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  readonly mounted: boolean;
  unmount(): void;
}

export function smallDiskIn(parent: string): SmallDisk {
  const folder = join(parent, 'full');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder]).status === 0;
  return {
    folder,
    mounted,
    unmount: () => {
      if (mounted) spawnSync('umount', [folder]);
    },
  };
}
