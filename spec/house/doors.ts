/** One door for each package, and for each part of Node that reaches outside. */
import { type Import, importsOf } from './imports.ts';
import { architecture, type Rule, under } from './rule.ts';
import { readRoot } from './source.ts';
import { table, words } from './tables.ts';

const packageRows = table('package', 'version', 'door');
/** Those that are bundled into the page. */
const bundledRows = table('bundled', 'version', 'door');
const nodeRows = table('module', 'doors');

const doors = new Map(
  [
    ...packageRows.map(([name, , door]) => [name, door]),
    ...bundledRows.map(([name, , door]) => [name, door]),
    ...nodeRows.map(([name, door]) => [name, door]),
  ].map(([name, door]) => [words(name!)[0]!.word, words(door!).map(({ word }) => word)] as const),
);

/** `vscode-jsonrpc/node` is vscode-jsonrpc, and `node:fs/promises` is node:fs. */
const packageOf = (name: string) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0];

export const packageDoors: Rule = {
  name: 'a package is imported behind its door only',
  judge: (sources) =>
    sources
      .flatMap(importsOf)
      .filter(({ file }) => file === undefined)
      .flatMap(judge),
  guilty: {
    'src/core/session/session.ts': "import * as pty from 'node-pty';\nconst RE2 = require('re2');",
    'src/rpc/dispatch.ts': "import { readFile } from 'node:fs/promises';\nimport chalk from 'chalk';",
  },
};

function judge({ from, line, name }: Import): readonly string[] {
  const wanted = packageOf(name);
  const own = doors.get(wanted);
  if (own === undefined && wanted.startsWith('node:')) return [];
  if (own === undefined)
    return [
      `${from}:${line} imports ${name}, which has no row in the table of packages: add one, with its reason ${architecture}`,
    ];
  if (under(from, own)) return [];
  const door =
    own.length > 0 ? `its door is ${own.map((place) => `src/${place}`).join(' and ')}` : 'it is used nowhere';
  return [`${from}:${line} imports ${name}: ${door} ${architecture}`];
}

/** The tables against package.json: every dependency has its row, every row its dependency, and the versions agree. */
export function dependencyRows(): readonly string[] {
  const { dependencies, devDependencies } = JSON.parse(readRoot('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const rows = versionsIn(packageRows);
  const bundled = versionsIn(bundledRows);
  const wrong = Object.entries(dependencies)
    .filter(([name, version]) => rows.get(name) !== version)
    .map(
      ([name, version]) =>
        `package.json has ${name} ${version}, the table of packages ${rows.get(name) ?? 'no such row'} ${architecture}`,
    );
  const gone = [...rows.keys()].filter((name) => !(name in dependencies));
  const other = [...bundled].filter(([name, version]) => devDependencies[name] !== version);
  return [
    ...wrong,
    ...gone.map((name) => `the table of packages has ${name}, package.json does not ${architecture}`),
    ...other.map(
      ([name, version]) =>
        `the table of what is bundled has ${name} ${version}, the devDependencies ${devDependencies[name] ?? 'do not'} ${architecture}`,
    ),
  ];
}

const versionsIn = (rows: typeof packageRows): ReadonlyMap<string, string> =>
  new Map(rows.map(([name, version]) => [words(name!)[0]!.word, version!]));
