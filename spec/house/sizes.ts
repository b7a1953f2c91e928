/** Bounds on the length of files and functions, and on the number of files. */
import { importsOf } from './imports.ts';
import type { Rule } from './rule.ts';
import type { Node, Source } from './source.ts';

const most = { fileLines: 400, functionLines: 60, files: 480 } as const;

export const lengths: Rule = {
  name: `a file has at most ${most.fileLines} lines, a function at most ${most.functionLines}`,
  check: (sources) => [
    ...sources
      .filter((file) => file.lines > most.fileLines && !statesReason(file.text))
      .map((file) => tooLong(file.path, file.lines, most.fileLines)),
    ...sources.flatMap((file) =>
      functionsOf(file)
        .filter(({ lines, excused }) => lines > most.functionLines && !excused)
        .map(({ where, lines }) => tooLong(where, lines, most.functionLines)),
    ),
  ],
  example: {
    'src/session/a.ts': 'a();\n'.repeat(most.fileLines + 1),
    'src/session/b.ts': `function b() {\n${'  a();\n'.repeat(most.functionLines)}}\n`,
  },
};

const tooLong = (where: string, lines: number, bound: number) =>
  `${where} has ${lines} lines, more than ${bound}: move one subject out of it, or begin with a comment that says \`Long because\` and why`;

const statesReason = (text: string) => /\bLong because\b/.test(text.split('\n').slice(0, 12).join('\n'));

export const tooManyFiles = (sources: readonly Source[]): readonly string[] =>
  sources.length > most.files
    ? [`src has ${sources.length} files, more than ${most.files}: merge files that share a subject`]
    : [];

const loadedOnDemand = 'is loaded on demand, so that others start without it';

/** Files that stay apart although they are small and one file imports them. */
const smallFiles: Readonly<Record<string, string>> = {
  'src/cli/short/fleet.ts': loadedOnDemand,
  'src/rendering/pngWorker.ts': 'is the entry of a worker thread',
  'src/server/endpoints/ptywright.ts': 'one file a dialect, beside those that are loaded on demand',
  'src/server/endpoints/termwright.ts': loadedOnDemand,
  'src/server/endpoints/tuispec.ts': loadedOnDemand,
  'src/server/endpoints/wrightty.ts': loadedOnDemand,
  'src/server/pageListener.ts': loadedOnDemand,
  'src/platform/lua/patchDefinitions.ts': 'runs before the modules that its importer loads',
};

interface SmallFile {
  readonly path: string;
  readonly importers: readonly string[];
}

const smallLines = 60;

/** Small files that have one importer and no spec. `specs` are the paths of all specs. */
export function needlessFiles(
  sources: readonly Source[],
  specs: readonly string[],
  exceptions: Readonly<Record<string, string>> = smallFiles,
): readonly string[] {
  const small = smallFilesIn(sources).filter(
    ({ path }) => !specs.includes(path.replace(/^src\/(.*)\.ts$/, 'spec/$1.spec.ts')),
  );
  return [
    ...small
      .filter(({ path }) => !Object.hasOwn(exceptions, path))
      .map(
        ({ path, importers }) =>
          `${path} has under ${smallLines} lines, and only ${importers[0]} imports it: merge them, or give the reason in spec/house/sizes.ts`,
      ),
    ...Object.keys(exceptions)
      .filter((path) => !small.some((one) => one.path === path))
      .map((path) => `spec/house/sizes.ts: ${path} needs no exception any more: remove it`),
  ];
}

function smallFilesIn(sources: readonly Source[]): readonly SmallFile[] {
  const importers = new Map<string, Set<string>>();
  for (const { from, file } of sources.flatMap(importsOf))
    if (file !== undefined) importers.set(file, (importers.get(file) ?? new Set()).add(from));
  return sources
    .filter(({ lines }) => lines < smallLines)
    .map(({ path }) => ({ path, importers: [...(importers.get(path) ?? [])] }))
    .filter((one) => one.importers.length === 1);
}

interface MeasuredFunction {
  readonly where: string;
  readonly lines: number;
  readonly excused: boolean;
}

/** Functions with a name: declarations, methods, and arrow functions in a constant. */
function functionsOf(file: Source): readonly MeasuredFunction[] {
  const found: MeasuredFunction[] = [];
  file.walk((node, parents) => {
    if (!isFunction(node)) return;
    const holder = parents.at(-1);
    const name = nameOf(node, holder);
    if (name === undefined) return;
    const text = file.text.slice(node.start, node.end);
    const before = file.text.slice(0, holder!.start).split('\n').slice(-8).join('\n');
    found.push({
      where: `${file.path}:${file.lineOf(node)} ${name}`,
      lines: text.split('\n').length,
      excused: statesReason(before) || statesReason(text),
    });
  });
  return found;
}

const isFunction = ({ type }: Node) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

type Named = { readonly name?: string } | null | undefined;

function nameOf(node: Node, holder: Node | undefined): string | undefined {
  if (node.type === 'FunctionDeclaration') return (node.id as Named)?.name;
  if (holder?.type === 'MethodDefinition' || holder?.type === 'Property')
    return (holder.key as Named)?.name ?? 'a method';
  return holder?.type === 'VariableDeclarator' ? (holder.id as Named)?.name : undefined;
}
