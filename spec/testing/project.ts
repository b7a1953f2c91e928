/** A project of a user: its own folder, with the built package (dist/) installed in it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../house/source.ts';

export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

const parts = ['package.json', 'bin', 'manifests', 'plugins', 'dist'];
/** Folders of dist that no user runs. */
const unused = /\/dist\/(?:types|bench|agents|guides)$/;

/** The modules of a user, which all projects of a worker share. They are removed at the end of the run. */
let modules: string | undefined;

function installModules(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ptywright-modules-')));
  const made = join(folder, 'node_modules');
  mkdirSync(made);
  for (const name of readdirSync(`${root}node_modules`))
    if (name !== '.bin') symlinkSync(`${root}node_modules/${name}`, join(made, name));
  mkdirSync(join(made, '.bin'));
  for (const name of readdirSync(`${root}node_modules/.bin`))
    symlinkSync(`${root}node_modules/.bin/${name}`, join(made, '.bin', name));
  symlinkSync('../ptywright/bin/ptywright.js', join(made, '.bin', 'ptywright'));
  for (const part of parts)
    cpSync(root + part, join(made, 'ptywright', part), {
      recursive: true,
      filter: (path) => !unused.test(path),
    });
  return made;
}

export class Project {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'ptywright-project-')));

  constructor(files: Readonly<Record<string, string>>) {
    modules ??= installModules();
    symlinkSync(modules, join(this.folder, 'node_modules'));
    this.write('package.json', '{"type":"module"}');
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  has(name: string): boolean {
    return existsSync(join(this.folder, name));
  }

  /** All files below a folder. */
  files(name: string): readonly string[] {
    const path = join(this.folder, name);
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  }

  /** The files of a worker share its server and their modules, so `test.override` of a file applies to the next ones too. */
  vitest(...args: readonly string[]): Promise<Outcome> {
    const options = ['--testTimeout=100000', '--maxWorkers=2', '--no-isolate', '--reporter=verbose'];
    return this.run('node_modules/vitest/vitest.mjs', 'run', ...options, ...args);
  }

  playwright(...args: readonly string[]): Promise<Outcome> {
    return this.run(
      'node_modules/@playwright/test/cli.js',
      'test',
      '--reporter=line',
      '--timeout=100000',
      ...args,
    );
  }

  run(...args: readonly string[]): Promise<Outcome> {
    return this.spawn(process.execPath, args);
  }

  /** Runs a program, without the variables of the runner of this spec. */
  async spawn(
    program: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
    onOutput: (output: string) => void = () => {},
  ): Promise<Outcome> {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(?:VITEST|NODE_ENV|CI|TEST|DEV|PROD|MODE|SSR|FORCE_COLOR)/.test(name),
      ),
    );
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...env, NO_COLOR: '1', HOME: this.folder, PTYWRIGHT_TEST_TIMEOUT: '90000', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        onOutput(output);
      });
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, output };
  }
}

/** Tests that pass with each runner. `head` imports its `test`. */
export const tests = (head: string) => `${head}
test('passes', async ({ terminal }) => {
  const { output } = await terminal.run('echo hello');
  if (output !== 'hello\\n') throw new Error(output);
  await expect(terminal).toShow('hello');
  await expect(terminal.getByText('absent')).not.toBeShown();
  for (const _ of ['created', 'compared']) await expect(terminal).toMatchScreen('home', { mask: [/.*[$#]/] });
});
`;

export const failing = `
test('fails', async ({ terminal }) => {
  await terminal.start('cat');
  await terminal.type('abc');
  await expect(terminal).toShow('abc');
  await expect(terminal).toShow('abd', { timeout: 100 });
});
`;
