/** The programs that specs drive, as parameters of `session.create`. */
import { fileURLToPath } from 'node:url';

export const programPath = (name: string) =>
  fileURLToPath(new URL(`../programs/${name}.sh`, import.meta.url));

/** The manifest of a plugin in spec/programs/plugins. */
export const pluginPath = (name: string) =>
  fileURLToPath(new URL(`../programs/plugins/${name}/manifest.toml`, import.meta.url));

/** A tiny shell program of spec/programs. It starts in a millisecond. */
export const program = (name: string) => ({ program: '/bin/sh', args: [programPath(name)] });
