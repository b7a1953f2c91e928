/** Names: what goes over the wire is written once, numbers stay on the wire, and files are named for what they hold. */
import { actions } from '../../src/core/input/index.ts';
import { matchers } from '../../src/core/matcher/index.ts';
import { permissionNames } from '../../src/core/permissions.ts';
import { events, methods } from '../../src/dialects/ptywright/index.ts';
import { architecture, type Rule, under } from './rule.ts';
import { textsIn } from './said.ts';
import type { Node, Source } from './source.ts';

const own: readonly { readonly name: string }[] = [...methods, ...events];
// `session.kill` is a permission too, so that word alone proves nothing.
const wireNames = own
  .map(({ name }) => name)
  .filter((name) => name.includes('.') && !permissionNames.includes(name as never));

export const numbersOnTheWire: Rule = {
  name: 'JSON-RPC numbers stand on the wire, in the dispatch and in the codes of a dialect',
  judge: (sources) =>
    sources
      .filter(
        ({ path }) => !under(path, ['wire', 'rpc/dispatch']) && !/^src\/dialects\/\w+\/codes\.ts$/.test(path),
      )
      .flatMap((file) =>
        numbers(file).map(
          ([code, line]) =>
            `${file.path}:${line} says -${code}: raise a fault by name; its number is in the codes of the dialect ${architecture}`,
        ),
      ),
  guilty: { 'src/core/session/a.ts': 'const timeout = -32001;' },
};

export const noMethodNames: Rule = {
  name: 'wire, rpc and the core hold no method name',
  judge: (sources) =>
    sources
      .filter(({ path }) => under(path, ['wire', 'rpc', 'core']))
      .flatMap((file) =>
        textsIn(file)
          .filter(([text]) => wireNames.includes(text))
          .map(
            ([text, line]) =>
              `${file.path}:${line} says ${text}: only the dialect knows its methods ${architecture}`,
          ),
      ),
  guilty: { 'src/wire/channel.ts': "if (method === 'session.wait') urgent();" },
};

/** Each dialect is a language of its own: that of a peer may have the same word for something else. */
const languageOf = (path: string) => /^src\/dialects\/(?!ptywright\/)(\w+)\//.exec(path)?.[1] ?? 'ours';

export const writtenOnce: Rule = {
  name: 'a method and an event are named in one file of a dialect',
  judge: (sources) => {
    const places = new Map<string, string[]>();
    for (const file of sources)
      for (const [text, line] of textsIn(file)) {
        if (!wireNames.includes(text)) continue;
        const key = `${text} ${languageOf(file.path)}`;
        places.set(key, [...(places.get(key) ?? []), `${file.path}:${line}`]);
      }
    return [...places]
      .filter(([, where]) => where.length > 1)
      .map(
        ([key, where]) =>
          `${key.split(' ')[0]} is written in ${where.join(' and ')}: write it in its declaration, and refer to that`,
      );
  },
  guilty: {
    'src/dialects/ptywright/a.ts': "name('session.wait');",
    'src/cli/b.ts': "send('session.wait');",
    'src/dialects/wsh/c.ts': "name('recording.stop');",
    'src/dialects/wsh/d.ts': "send('recording.stop');",
  },
};

const vague = /^(?:managers?|helpers?|utils?|utilities|common|misc|stuff|data|handle2)$/i;

export const fileNames: Rule = {
  name: 'a file is named for the thing that it holds',
  judge: (sources) => sources.flatMap(({ path }) => judgeFileName(path)),
  guilty: { 'src/core/utils.ts': '', 'src/core/session/Session-Registry.ts': '' },
};

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** One word opens every door: a matcher and an action are in the file of their name, and have a heading of it. */
export function topicFiles(paths: readonly string[]): readonly string[] {
  const files = [
    ...[...matchers.keys()].map((name) => ({ name, file: `src/core/matcher/${camel(name)}.ts` })),
    ...Object.keys(actions).map((name) => ({ name, file: `src/core/input/actions/${camel(name)}.ts` })),
  ];
  return files
    .filter(({ file }) => !paths.includes(file))
    .map(({ name, file }) => `${name} is not declared in ${file}: a file has the name of what it declares`);
}

/** `spec/core/input/x.spec.ts` judges something of `src/core/input`. */
export function mirrors(specs: readonly string[], paths: readonly string[]): readonly string[] {
  const folders = new Set(paths.map((path) => path.split('/')[1]));
  return specs
    .filter((path) => path.endsWith('.spec.ts') && folders.has(path.split('/')[1]))
    .map((path) => ({ path, folder: path.split('/').slice(1, -1).join('/') }))
    .filter(({ folder }) => !paths.some((path) => path.startsWith(`src/${folder}/`)))
    .map(
      ({ path, folder }) =>
        `${path}: there is no src/${folder}: a spec lies where the mirror of its subject is`,
    );
}

/** A file of the dialect's is found by the name of its method. */
export function methodFiles(paths: readonly string[]): readonly string[] {
  const folder = 'src/dialects/ptywright/';
  return methods
    .map(({ name }) => ({
      name,
      file: folder + (name.includes('.') ? name.replace('.', '/') : `lifecycle/${name}`),
    }))
    .filter(({ file }) => !paths.includes(`${file}.ts`))
    .map(({ name, file }) => `${name} is not declared in ${file}.ts: a file's path is its method's name`);
}

function judgeFileName(path: string): readonly string[] {
  const name = path
    .split('/')
    .at(-1)!
    .replace(/(?:\.spec|\.config|\.d)?\.ts$/, '');
  const folders = path.split('/').slice(0, -1);
  const bad = [...folders, name].find((word) => vague.test(word));
  if (bad) return [`${path}: ${bad} says nothing: name the thing that is in it`];
  return /^[a-z][A-Za-z0-9_]*$/.test(name)
    ? []
    : [`${path}: a file's name is one word in camelCase, or a wire word`];
}

/** The numbers that JSON-RPC keeps for itself. */
function numbers(file: Source): readonly (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  file.walk((node) => {
    const value =
      node.type === 'UnaryExpression' && node.operator === '-' ? (node.argument as Node).value : undefined;
    if (typeof value === 'number' && value >= 32_000 && value <= 32_768)
      found.push([value, file.lineOf(node)]);
  });
  return found;
}
