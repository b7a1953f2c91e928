/** Records tests on a terminal, and runs them as their user would. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { delimiter } from 'node:path';
import { expect } from 'vitest';
import { root } from '../../house/source.ts';
import type { Outcome, Project } from '../../testing/project.ts';
import { bin, freshHome } from '../ptywright.ts';
import { TestTerminal } from '../testTerminal.ts';

export const prefix = '\x1d';

export const files = ['generated.test.ts', 'generated.py', 'generated.sh', 'generated.yaml'] as const;

export const record = (
  project: Project,
  program: string,
  options = '',
  size?: { rows: number; cols: number },
) => {
  const outputs = files.map((file) => `-o ${file}`).join(' ');
  return new TestTerminal(`codegen ${outputs} ${options} -- ${program}`, size, { FOLDER: project.folder });
};

/** Runs a generated test as its user would. */
export async function runGenerated(
  project: Project,
  file: (typeof files)[number],
  variables: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  project.write('bin/ptywright', `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(`${project.folder}/bin/ptywright`, 0o755);
  const commands: Readonly<Record<(typeof files)[number], readonly [string, ...string[]]>> = {
    'generated.test.ts': [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=1', file],
    'generated.py': ['python3', file],
    'generated.sh': ['sh', file],
    'generated.yaml': [process.execPath, bin, 'steps', file],
  };
  const [program, ...args] = commands[file];
  const env = {
    PATH: `${project.folder}/bin${delimiter}${process.env.PATH}`,
    HOME: project.folder,
    LC_ALL: 'C.UTF-8',
    NO_COLOR: '1',
    PTYWRIGHT_HOME: freshHome(),
    PTYWRIGHT_TEST_TIMEOUT: '20000',
    PYTHONPATH: `${root}dist/python`,
    PYTHONDONTWRITEBYTECODE: '1',
    ...variables,
  };
  const child = spawn(program, args, { cwd: project.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

export async function expectAllPass(
  project: Project,
  variables?: Readonly<Record<string, string>>,
): Promise<void> {
  for (const file of files) {
    const { status, output } = await runGenerated(project, file, variables);
    expect(status, `${file}\n${project.read(file)}\n${output}`).toBe(0);
  }
}
