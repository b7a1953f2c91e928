/** Where each package, and each module of Node that reaches outside, may be imported. The reasons are in docs/architecture.md. */
import { type Import, importsOf } from './imports.ts';
import { isUnder, type Rule } from './rule.ts';
import { readRoot } from './source.ts';

interface Package {
  readonly version: string;
  /** The only place of src that imports it. */
  readonly importedIn: string;
}

const dependencies: Readonly<Record<string, Package>> = {
  '@resvg/resvg-js': { version: '2.6.2', importedIn: 'platform/picture' },
  '@xterm/headless': { version: '6.0.0', importedIn: 'terminal' },
  'node-pty': { version: '1.2.0-beta.15', importedIn: 'platform/pty' },
  re2: { version: '1.27.1', importedIn: 'platform/regex' },
  re2js: { version: '2.10.0', importedIn: 'platform/regex' },
  'smol-toml': { version: '1.9.1', importedIn: 'platform/toml' },
  yaml: { version: '2.9.1', importedIn: 'platform/yaml' },
};

/** Development dependencies whose code or fonts dist contains. */
const bundled: Readonly<Record<string, Package>> = {
  '@agentclientprotocol/sdk': { version: '2.4.0', importedIn: 'acp' },
  '@expo-google-fonts/m-plus-1p': { version: '0.4.2', importedIn: 'platform/picture' },
  '@expo-google-fonts/nanum-gothic-coding': { version: '0.4.1', importedIn: 'platform/picture' },
  '@expo-google-fonts/noto-emoji': { version: '0.4.7', importedIn: 'platform/picture' },
  '@expo-google-fonts/noto-sans-symbols-2': { version: '0.4.1', importedIn: 'platform/picture' },
  '@expo-google-fonts/zcool-xiaowei': { version: '0.4.1', importedIn: 'platform/picture' },
  '@modelcontextprotocol/server': { version: '2.4.0', importedIn: 'mcp' },
  '@nats-io/jetstream': { version: '3.4.0', importedIn: 'fleet' },
  '@nats-io/kv': { version: '3.4.0', importedIn: 'fleet' },
  '@nats-io/transport-node': { version: '3.4.0', importedIn: 'fleet' },
  '@xterm/xterm': { version: '6.0.0', importedIn: 'page' },
  'dejavu-fonts-ttf': { version: '2.37.3', importedIn: 'platform/picture' },
  fengari: { version: '0.1.5', importedIn: 'platform/lua' },
  gifenc: { version: '1.0.3', importedIn: 'platform/picture' },
  'vscode-jsonrpc': { version: '10.0.0', importedIn: 'rpc' },
  ws: { version: '8.23.0', importedIn: 'platform' },
  yargs: { version: '18.2.0', importedIn: 'cli' },
  zod: { version: '4.6.7', importedIn: 'platform/zod' },
};

/** Test runners of users, which are optional peer dependencies. */
const peers: Readonly<Record<string, string>> = {
  vitest: 'testing/vitest',
  '@playwright/test': 'testing/playwright',
};

/** Development dependencies that the build tools import. */
const buildTools: readonly string[] = ['rolldown', 'rolldown-plugin-dts', 'subset-font', 'vite'];

const nodeModules: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['platform', 'client', 'build'],
  'node:fs': ['platform', 'cli', 'build', 'testing'],
  'node:http': ['platform', 'server'],
  'node:https': [],
  'node:net': ['platform', 'server', 'client', 'cli/doctor'],
  'node:os': ['platform', 'build'],
  'node:worker_threads': ['platform'],
};

const places = new Map<string, readonly string[]>([
  ...Object.entries({ ...dependencies, ...bundled }).map(
    ([name, { importedIn }]) => [name, [importedIn]] as const,
  ),
  ...Object.entries(peers).map(([name, place]) => [name, [place]] as const),
  ...buildTools.map((name) => [name, ['build']] as const),
  ...Object.entries(nodeModules),
]);

/** `vscode-jsonrpc/node` is vscode-jsonrpc, and `node:fs/promises` is node:fs. */
const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0];

export const packageImports: Rule = {
  name: 'a package is imported only where spec/house/packages.ts allows it',
  check: (sources) =>
    sources
      .flatMap(importsOf)
      .filter(({ file }) => file === undefined)
      .flatMap(checkImport),
  example: {
    'src/session/session.ts': "import * as pty from 'node-pty';\nconst RE2 = require('re2');",
    'src/rpc/dispatch.ts': "import { readFile } from 'node:fs/promises';\nimport chalk from 'chalk';",
    'src/cli/steps/steps.ts': "const yaml = createRequire(import.meta.url)('yaml');",
  },
};

function checkImport({ from, line, name }: Import): readonly string[] {
  const expected = packageOf(name);
  const allowed = places.get(expected);
  if (allowed === undefined && expected.startsWith('node:')) return [];
  if (allowed === undefined)
    return [
      `${from}:${line} imports ${name}, which is not in spec/house/packages.ts: add it, and its reason to docs/architecture.md`,
    ];
  if (isUnder(from, allowed)) return [];
  const list = allowed.map((place) => `src/${place}`).join(', ') || 'nowhere';
  return [`${from}:${line} imports ${name}: allowed in ${list} (spec/house/packages.ts)`];
}

/** Compares the tables above with package.json and with the reasons in docs/architecture.md. */
export function packageTableErrors(
  json: string = readRoot('package.json'),
  page: string = readRoot('docs/architecture.md'),
): readonly string[] {
  const manifest = JSON.parse(json) as Partial<
    Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>>
  >;
  const installed = { ...manifest.dependencies, ...manifest.optionalDependencies };
  const firstCells = page.match(/^\|[^|]+\|/gm) ?? [];
  const described = new Set(firstCells.flatMap((cell) => cell.match(/(?<=`)[^`, ]+(?=`)/g) ?? []));
  const extra = Object.keys(installed).filter((name) => !(name in dependencies));
  return [
    ...extra.map((name) => `spec/house/packages.ts lacks ${name}, which is in package.json`),
    ...versionErrors(dependencies, installed),
    ...versionErrors(bundled, manifest.devDependencies ?? {}),
    ...Object.keys({ ...dependencies, ...bundled })
      .filter((name) => !described.has(name))
      .map((name) => `docs/architecture.md gives no reason for ${name}: add a row to its table of packages`),
  ];
}

const versionErrors = (
  table: Readonly<Record<string, Package>>,
  installed: Readonly<Record<string, string>>,
) =>
  Object.entries(table)
    .filter(([name, { version }]) => installed[name] !== version)
    .map(
      ([name, { version }]) =>
        `spec/house/packages.ts has ${name} ${version}, package.json has ${installed[name] ?? 'no such package'}`,
    );
