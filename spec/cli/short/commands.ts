/** Runs the short commands in this process, on a separate server. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { program } from '../../harness/programs.ts';
import { runCommand } from '../inProcess.ts';
import { freshHome, Ptywright } from '../ptywright.ts';

export function shortCommands() {
  const home = freshHome();
  const env = { PTYWRIGHT_HOME: home, PTYWRIGHT_SESSION: '' };
  let server: Ptywright;
  beforeAll(async () => {
    server = new Ptywright(['serve', '--artifact-dir', join(home, 'artifacts')], env);
    await server.says('listening', 'stderr');
  });
  afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.ended;
  });

  const run = (...args: string[]) => runCommand(args, { env });
  /** Fails with the error output. */
  const done = async (...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await run(...args);
    expect(status, stderr + stdout).toBe(0);
    return stdout;
  };
  const json = async (...args: string[]) => JSON.parse(await done(...args, '--json'));
  const start = (name: string, ...words: string[]) => done('start', '--name', name, '--', ...words);
  const startSpecProgram = (name: string) => {
    const { program: shell, args } = program(name);
    return start(name, shell, ...args);
  };
  return { home, env, run, done, json, start, startSpecProgram };
}
