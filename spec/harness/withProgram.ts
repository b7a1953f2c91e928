/** Specs that need a program of the system. They are skipped where it is missing. */
import { execFileSync } from 'node:child_process';
import { it } from 'vitest';

export const isInstalled = (name: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const withProgram = (name: string, title: string, spec: () => Promise<void>) =>
  it.skipIf(!isInstalled(name))(`${name}: ${title}`, spec);
