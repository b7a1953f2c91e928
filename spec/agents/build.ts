/** Builds the driver for specs. Several runs may build at once, so files are replaced atomically. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { input, output } from './rolldown.config.ts';

/** Returns the path of the program. */
export async function buildDriver(): Promise<string> {
  const bundle = await rolldown({ ...input, logLevel: 'silent' });
  const generated = await bundle.generate(output);
  await bundle.close();
  const folder = output.dir!;
  mkdirSync(folder, { recursive: true });
  for (const chunk of generated.output.filter((one) => one.type === 'chunk')) {
    const path = join(folder, chunk.fileName);
    writeFileSync(`${path}.${process.pid}`, chunk.code);
    renameSync(`${path}.${process.pid}`, path);
  }
  return join(folder, 'agents.js');
}
