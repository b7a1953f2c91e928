/** Specs that need a program of the system. They are skipped where it is missing. */
import { execFileSync } from 'node:child_process';
import { it } from 'vitest';

const installed = (name: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const withProgram = (name: string, title: string, spec: () => Promise<void>) =>
  it.skipIf(!installed(name))(`${name}: ${title}`, spec);
