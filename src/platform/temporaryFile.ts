/** A file that is handed over by its path: in a folder of its own that only its owner can enter. Whoever reads it removes it. */
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const temporaryPath = async (name: string): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'ptywright-')), name);

export const writeTo = (path: string, bytes: Uint8Array): Promise<void> => writeFile(path, bytes);

export const bytesIn = async (path: string): Promise<number> => (await stat(path)).size;
