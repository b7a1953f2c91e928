/** Who may import whom, as docs/architecture.md says it. */
import { type Import, importsOf } from './imports.ts';
import { architecture, type Rule } from './rule.ts';
import type { Source } from './source.ts';
import { paragraph, table, type Word, words } from './tables.ts';

const allowed = new Map(
  table('folder', 'may import').map(([folder, may]) => [words(folder!)[0]!.word, words(may!)] as const),
);
const order = paragraph('Within the core, a part may import');

const inside = (path: string) => path.replace(/^src\//, '').replace(/\.ts$/, '');
const folderOf = (path: string) => inside(path).split('/')[0]!;
const partOf = (path: string) => inside(path).split('/')[1]!;

export const directions: Rule = {
  name: 'a folder imports only what its row allows',
  judge: (sources) => ours(sources).flatMap(judgeFolders),
  guilty: {
    'src/core/session/wait.ts': "import { callOf } from '../../rpc/call.ts';",
    'src/rpc/dispatch.ts': "import { reply } from '../wire/envelope.ts';",
    'src/nowhere/a.ts': "import { b } from '../core/b.ts';",
    'src/serve/socket.ts': "export { derive } from '../derive/main.ts';",
  },
};

export const coreOrder: Rule = {
  name: 'within the core, imports go to the left',
  judge: (sources) =>
    ours(sources)
      .filter(({ from, file }) => folderOf(from) === 'core' && folderOf(file!) === 'core')
      .flatMap(judgeOrder),
  guilty: {
    'src/core/matcher/idle.ts': "import { Session } from '../session/session.ts';",
    'src/core/bits/a.ts': "import { limits } from '../limits.ts';",
  },
};

export const dialectsApart: Rule = {
  name: 'no dialect imports another',
  judge: (sources) =>
    ours(sources)
      .filter(({ from, file }) => folderOf(from) === 'dialects' && folderOf(file!) === 'dialects')
      .filter(({ from, file }) => partOf(from) !== partOf(file!))
      .map(
        (one) =>
          `${where(one)}: a dialect may not import another; what both need is a deed of the core ${architecture}`,
      ),
  guilty: { 'src/dialects/wsh/a.ts': "import { codes } from '../ptywright/codes.ts';" },
};

const ours = (sources: readonly Source[]): readonly Import[] =>
  sources.flatMap(importsOf).filter(({ file }) => file?.startsWith('src/') || file?.startsWith('spec/'));

const where = ({ from, line, file }: Import) => `${from}:${line} imports ${file}`;

function judgeFolders(one: Import): readonly string[] {
  const [from, to] = [folderOf(one.from), folderOf(one.file!)];
  if (one.file!.startsWith('spec/'))
    return [`${where(one)}: nothing in src may import a spec ${architecture}`];
  if (from === to) return [];
  const row = allowed.get(from);
  if (!row)
    return [`${one.from}: the folder ${from} has no row in the table of directions: add one ${architecture}`];
  if (row.some((word) => admits(word, one))) return [];
  const asTypes = row.some((word) => admits({ ...word, types: false }, one));
  return [
    `${where(one)}: ${from} may ${asTypes ? 'import only types of it: write `import type`' : `not import ${to}`} ${architecture}`,
  ];
}

const admits = ({ word, types }: Word, { file, typesOnly }: Import) =>
  (inside(file!) === word || inside(file!).startsWith(`${word}/`)) && (!types || typesOnly);

function judgeOrder(one: Import): readonly string[] {
  const [from, to] = [partOf(one.from), partOf(one.file!)];
  if (from === to) return [];
  const strange = [from, to].find((part) => !order.includes(part));
  if (strange)
    return [
      `${one.from}: core/${strange} has no place in the order of the core: give it one ${architecture}`,
    ];
  if (order.indexOf(to) < order.indexOf(from)) return [];
  return [
    `${where(one)}: core/${to} is to the right of core/${from}; pass what is needed as a parameter ${architecture}`,
  ];
}
