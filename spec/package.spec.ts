/** The packed package: what it contains, and that real projects compile with its types. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundledFontFiles } from '#platform/picture/fonts.ts';
import { bin } from './harness/server.ts';
import { readRoot, root } from './house/source.ts';
import { newest } from './setup/newest.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

const manifest = JSON.parse(readRoot('package.json')) as Manifest;
const folder = mkdtempSync(join(tmpdir(), 'ptywright-package-'));
const project = join(folder, 'project');
const installed = join(project, 'node_modules', 'ptywright');
let files: readonly string[];

/** `bin` is named so that the command line is built before. Declarations that \`npm run build\` made are used if they are new. */
beforeAll(() => {
  const staged = join(folder, 'staged');
  for (const name of ['package.json', 'README.md', 'LICENSE', 'docs', 'manifests', 'plugins', 'dist'])
    cpSync(join(root, name), join(staged, name), { recursive: true });
  cpSync(dirname(bin), join(staged, 'bin'), { recursive: true });
  const declared = statSync(join(root, 'dist/index.d.ts'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (declared < newest(['src', 'package.json']))
    execFileSync(process.execPath, ['src/build/declarations.js', '--to', join(staged, 'dist')], {
      cwd: root,
    });
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--offline'], {
    cwd: staged,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename, files: contents }] = JSON.parse(packed);
  files = contents.map(({ path }: { readonly path: string }) => path);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(staged, filename), '-C', installed, '--strip-components=1']);
  mkdirSync(join(project, 'node_modules', '@types'));
  for (const name of ['@types/node', 'undici-types', 'vitest', '@playwright'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the packed package', () => {
  it('has at most 300 files', () => {
    const chunks = files.filter((path) => path.startsWith('dist/chunks/'));
    const others = files.filter((path) => !path.startsWith('dist/chunks/'));
    // Runs of specs leave chunks of earlier builds behind, which `npm pack` removes.
    const loaded = chunksLoadedBy(others.filter((path) => /^dist\/[^/]*\.c?js$/.test(path)));
    expect(chunks).toEqual(expect.arrayContaining([...loaded]));
    expect(others.length + loaded.size).toBeLessThanOrEqual(300);
  });

  it('has the files of the shells', () => {
    const shells = ['bin/shells/zsh/.zshenv', 'bin/shells/fish/vendor_conf.d/ptywright.fish'];
    expect(files).toEqual(expect.arrayContaining(shells));
  });

  it('has two files for each entry, and two that their types share', () => {
    const entries = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry.types, entry.default],
    );
    expect(files).toEqual(expect.arrayContaining(entries.map((path) => path.replace('./', ''))));
    const declared = files.filter((path) => path.endsWith('.d.ts'));
    expect(declared.length).toBeLessThanOrEqual(entries.length / 2 + 2);
  });

  it('loads no package that is not a dependency', () => {
    const scripts = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => /\.c?js$/.test(path) && !path.startsWith('page'),
    );
    const loaded = scripts.flatMap((path) => packagesIn(readFileSync(join(installed, 'dist', path), 'utf8')));
    const { dependencies, optionalDependencies, peerDependencies } = manifest;
    const known = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    expect(loaded).toContain('@xterm/headless');
    expect([...new Set(loaded)].filter((name) => !(name in known))).toEqual([]);
  });
});

function chunksLoadedBy(scripts: readonly string[], known = new Set<string>()): ReadonlySet<string> {
  for (const script of scripts) {
    const text = readFileSync(join(installed, script), 'utf8');
    const names = [...text.matchAll(/["'`]\.\/(?:chunks\/)?([\w.-]+-[\w-]{8}\.c?js)["'`]/g)];
    const next = names.map(([, name]) => `dist/chunks/${name}`).filter((path) => !known.has(path));
    for (const path of next) known.add(path);
    chunksLoadedBy(next, known);
  }
  return known;
}

/** Packages that are loaded with `require`, `createRequire` or an import. `ws` works without its two native parts. */
const packagesIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /(?:\brequire\(|\.href\)\(|import\.meta\.url\)\(|^import\b[^'"\n]*)"((?:@[\w-]+\/)?[a-z][\w.-]*)/gm,
    ),
  ]
    .map(([, name]) => name!)
    .filter((name) => !builtinModules.includes(name) && name !== 'node' && !nativePartsOfWs.includes(name));

const nativePartsOfWs = ['bufferutil', 'utf-8-validate'];

const client = `import { connectStdio, Refusal, type Key, type Methods } from 'ptywright/client';
import { connectInProcess, permissionNames, Server, systemClock } from 'ptywright';
const key: Key = 'ctrl+c';
const { client } = connectStdio('ptywright', ['serve', '--stdio']);
export const created: Promise<Methods['session.create']['result']> = client.calls.session.create({ program: 'sh' });
export const text: Promise<string> = client.calls.session
  .snapshot({ session: 's1' })
  .then(({ plain_text }) => plain_text, (problem: unknown) => {
    if (problem instanceof Refusal && problem.name === 'Timeout') return problem.data.screen ?? '';
    throw problem;
  });
// @ts-expect-error With this parameter, the answer can be that nothing has changed.
void client.calls.session.snapshot({ session: 's1', if_changed_since: 1 }).then(({ plain_text }) => plain_text);
// @ts-expect-error There is no such action.
void client.calls.session.input({ session: 's1', action: { type: 'press', value: key } });
const server = new Server({ clock: systemClock, version: '1', redactionEnforced: false, grants: new Set(permissionNames), log: () => {} });
connectInProcess(server).destroy();
`;

const tests = `import { expect, test } from 'ptywright/test';
import * as node from 'ptywright/test/node';
import * as playwright from 'ptywright/test/playwright';
test('in vitest', async ({ terminal }) => {
  expect((await terminal.run('echo hello')).output).toBe('hello\\n');
  await expect(terminal).toShow('hello');
});
void node.test('in node:test', async ({ terminal }) => node.expect(terminal).not.toShow('hello'));
playwright.test('in Playwright', async ({ terminal }) => {
  await playwright.expect(terminal.getByText('hello')).toBeShown();
  await playwright.expect(terminal).not.toShow('hello');
  playwright.expect(JSON.parse('[1]')).toHaveLength(1);
  playwright.expect('hello').toMatch(/hello/);
  // @ts-expect-error A string is no terminal.
  await playwright.expect('hello').toShow('hello');
  // @ts-expect-error There is no such method.
  await terminal.goto('hello');
});
`;

const commonJs = `import type { Methods } from 'ptywright/client' with { 'resolution-mode': 'import' };
export const loaded = import('ptywright/client').then(({ connectSocket }) => connectSocket('/tmp/s'));
export type Created = Methods['session.create']['result'];
`;

const required = "import { connectSocket } from 'ptywright/client';\nexport = connectSocket;\n";

describe('a project', () => {
  it.each([
    ['node16', 'node16', { 'main.mts': client, 'main.cts': commonJs }],
    [
      'nodenext',
      'nodenext',
      { 'main.mts': client, 'test.mts': tests, 'main.cts': commonJs, 'required.cts': required },
    ],
    ['bundler', 'esnext', { 'main.mts': client }],
    ['bundler', 'commonjs', { 'main.ts': client }],
  ])('with %s resolution compiles: %s', (moduleResolution, module, files) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2023',
      // The declarations are the same for all.
      skipLibCheck: !('test.mts' in files),
      types: ['node'],
      module,
      moduleResolution,
    };
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: Object.keys(files) }),
    );
    const { stdout, status } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', project, '--singleThreaded'],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });
});

it('the fonts and licences of the packages in dist are shipped', () => {
  for (const file of bundledFontFiles) expect(files).toContain(`dist/fonts/${file.split('/').at(-1)}`);
  const licences = readFileSync(join(installed, 'dist', 'LICENSES.txt'), 'utf8');
  for (const name of ['zod', 'yargs', 'ws', 'fengari', 'dejavu-fonts-ttf', '@xterm/xterm'])
    expect(licences).toContain(`${name} `);
});
