/** Names: wire names and error numbers have one place, and files are named for their subject. */
import { events, methods } from '#dialects/ptywright/dialect.ts';
import { permissionNames } from '#permissions.ts';
import { layers } from './directions.ts';
import { stringsIn } from './identifiers.ts';
import { isUnder, type Rule } from './rule.ts';
import type { Node, Source } from './source.ts';

const declarations: readonly { readonly name: string }[] = [...methods, ...events];
// `session.kill` is also a permission, so the text alone may mean either.
const wireNames = declarations
  .map(({ name }) => name)
  .filter((name) => name.includes('.') && !permissionNames.includes(name as never));

export const errorNumbers: Rule = {
  name: 'JSON-RPC error numbers are only in rpc and in the errors.ts of a dialect',
  check: (sources) =>
    sources
      .filter(({ path }) => !isUnder(path, ['rpc']) && !/^src\/dialects\/\w+\/errors\.ts$/.test(path))
      .flatMap((file) =>
        reservedNumbers(file).map(
          ([code, line]) =>
            `${file.path}:${line} contains -${code}: raise a fault by name; errors.ts of the dialect has its number`,
        ),
      ),
  example: { 'src/session/a.ts': 'const timeout = -32001;' },
};

export const methodNames: Rule = {
  name: 'only dialects and what is above them contain method names',
  check: (sources) =>
    sources
      .filter(({ path }) => isUnder(path, [...layers, 'rpc']))
      .flatMap((file) =>
        stringsIn(file)
          .filter(([text]) => wireNames.includes(text))
          .map(([text, line]) => `${file.path}:${line} contains ${text}: only a dialect knows its methods`),
      ),
  example: { 'src/rpc/channel.ts': "if (method === 'session.wait') urgent();" },
};

/** Two dialects may use the same name for different methods. */
const dialectOf = (path: string) => /^src\/dialects\/(?!ptywright\/)(\w+)\//.exec(path)?.[1] ?? 'ptywright';

export const declaredOnce: Rule = {
  name: 'the name of a method or event is written once in a dialect',
  check: (sources) => {
    const places = new Map<string, string[]>();
    for (const file of sources.filter(({ path }) => path !== 'src/client/api.ts'))
      for (const [text, line] of stringsIn(file)) {
        if (!wireNames.includes(text)) continue;
        const key = `${text} ${dialectOf(file.path)}`;
        places.set(key, [...(places.get(key) ?? []), `${file.path}:${line}`]);
      }
    return [...places]
      .filter(([, where]) => where.length > 1)
      .map(
        ([key, where]) =>
          `${key.split(' ')[0]} is written in ${where.join(' and ')}: refer to its declaration instead`,
      );
  },
  example: {
    'src/dialects/ptywright/a.ts': "name('session.wait');",
    'src/cli/b.ts': "send('session.wait');",
    'src/dialects/wsh/c.ts': "name('recording.stop');",
    'src/dialects/wsh/d.ts': "send('recording.stop');",
  },
};

const vague = /^(?:managers?|helpers?|utils?|utilities|common|misc|stuff|data|handle2)$/i;

export const fileNames: Rule = {
  name: 'a file is named for its subject, in camelCase',
  check: (sources) => sources.flatMap(({ path }) => checkFileName(path)),
  example: { 'src/platform/utils.ts': '', 'src/session/Session-Registry.ts': '' },
};

function checkFileName(path: string): readonly string[] {
  const name = path
    .split('/')
    .at(-1)!
    .replace(/(?:\.spec|\.config|\.d)?\.ts$/, '');
  const folders = path.split('/').slice(0, -1);
  const bad = [...folders, name].find((word) => vague.test(word));
  if (bad) return [`${path}: ${bad} is too vague: name the file for its subject`];
  return /^[a-z][A-Za-z0-9_]*$/.test(name) ? [] : [`${path}: write the name in camelCase, or as a wire name`];
}

/**
 * `spec/session/x.spec.ts` tests something of `src/session/`, and `spec/session/waits/x.spec.ts` something of
 * `src/session/waits.ts`. Top folders that only spec has, such as `spec/hostile`, are not checked.
 */
export function misplacedSpecs(specs: readonly string[], paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.map((path) => path.split('/')[1]));
  const exists = (place: string) =>
    paths.some((path) => path === `src/${place}.ts` || path.startsWith(`src/${place}/`));
  return specs
    .filter((path) => path.endsWith('.spec.ts') && folders.has(path.split('/')[1]))
    .map((path) => ({ path, folder: path.split('/').slice(1, -1).join('/') }))
    .filter(({ folder }) => !exists(folder))
    .map(
      ({ path, folder }) =>
        `${path}: neither src/${folder}/ nor src/${folder}.ts exists: move the spec to the folder of its subject`,
    );
}

/** Literals in the range that JSON-RPC reserves for errors. */
function reservedNumbers(file: Source): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  file.walk((node) => {
    const value =
      node.type === 'UnaryExpression' && node.operator === '-' ? (node.argument as Node).value : undefined;
    if (typeof value === 'number' && value >= 32_000 && value <= 32_768)
      found.push([value, file.lineOf(node)]);
  });
  return found;
}
