/** Specs that need a program of the system. They are skipped where it is missing. */
import { execFileSync } from 'node:child_process';
import { it } from 'vitest';

const succeeds = (command: string): boolean => {
  try {
    execFileSync('sh', ['-c', command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const isInstalled = (name: string): boolean => succeeds(`command -v ${name}`);

/** A command such as `pytest` may belong to another Python than `python3`. */
export const hasPythonModule = (name: string): boolean => succeeds(`python3 -c 'import ${name}'`);

export const withProgram = (name: string, title: string, spec: () => Promise<void>) =>
  it.skipIf(!isInstalled(name))(`${name}: ${title}`, spec);
