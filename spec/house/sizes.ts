/** How long files and functions are. */
import type { Rule } from './rule.ts';
import type { Node, Source } from './source.ts';

export const most = { file: 350, function: 60 } as const;
export const medians = { file: 90, function: 8 } as const;

interface Measured {
  readonly where: string;
  readonly lines: number;
}

export const sizes: Rule = {
  name: `a file has at most ${most.file} lines, a function at most ${most.function}`,
  judge: (sources) => [
    ...sources
      .filter((file) => file.lines > most.file && !excused(file.text))
      .map((file) => tooLong(file.path, file.lines, most.file)),
    ...sources.flatMap((file) =>
      functionsOf(file)
        .filter(({ lines, excuse }) => lines > most.function && !excuse)
        .map(({ where, lines }) => tooLong(where, lines, most.function)),
    ),
  ],
  guilty: {
    'src/core/a.ts': 'a();\n'.repeat(most.file + 1),
    'src/core/b.ts': `function b() {\n${'  a();\n'.repeat(most.function)}}\n`,
  },
};

const tooLong = (where: string, lines: number, bound: number) =>
  `${where} has ${lines} lines, which is over ${bound}: take a subject of its own out of it, or say in its first lines \`Long because\` and why`;

const excused = (text: string) => /\bLong because\b/.test(text.split('\n').slice(0, 12).join('\n'));

/** Functions with a name: declarations, methods, and arrows that are kept in a constant. */
export function functionsOf(file: Source): readonly (Measured & { excuse: boolean })[] {
  const found: (Measured & { excuse: boolean })[] = [];
  file.walk((node, parents) => {
    if (!isFunction(node)) return;
    const holder = parents.at(-1);
    const name = nameOf(node, holder);
    if (name === undefined) return;
    const text = file.text.slice(node.start, node.end);
    const before = file.text.slice(0, holder!.start).split('\n').slice(-8).join('\n');
    const line = file.lineOf(node);
    found.push({
      where: `${file.path}:${line} ${name}`,
      lines: text.split('\n').length,
      excuse: excused(before) || excused(text),
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

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
