/** Files of steps, and runs of them by the built program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../inProcess.ts';
import { freshHome } from '../ptywright.ts';

export function file(text: string, name = 'steps.yaml', folder = freshHome()): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Steps for a shell script. */
export const shell = (script: string, steps: string) =>
  `program: /bin/sh\nargs: [-c, ${JSON.stringify(script)}]\ntimeout_ms: 10000\nsteps:\n${steps}`;

export const run = (path: string, ...more: readonly string[]) => runCommand(['steps', ...more, path]);
