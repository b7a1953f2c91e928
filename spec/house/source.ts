/** A source file: its text, its lines and its syntax tree. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export interface Source {
  /** Relative to the root of the project, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  /** Visits every node with its parents, nearest last. */
  walk(visit: (node: Node, parents: readonly Node[]) => void): void;
  lineOf(node: Node): number;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const readRoot = (path: string): string => readFileSync(root + path, 'utf8');

export function source(path: string, text: string): Source {
  let tree: Branch | undefined;
  let starts: readonly number[] | undefined;
  return {
    path,
    text,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    walk: (visit) => {
      tree ??= branchOf(parseAst(text, { lang: 'ts' }) as unknown as Node);
      walk(tree, [], visit);
    },
    lineOf: ({ start }) => {
      starts ??= lineStarts(text);
      return lineAt(starts, start);
    },
  };
}

const lineStarts = (text: string): readonly number[] => [
  0,
  ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1),
];

/** The number of the last line that starts at or before this offset. */
function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every TypeScript file under a folder of the project. */
export const sourcesIn = (folder: string): readonly Source[] =>
  filesIn(folder)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => source(path, readRoot(path)));

export const filesIn = (folder: string): readonly string[] =>
  readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length).replaceAll('\\', '/'))
    .sort();

/** A node with its children, which are found once: many rules walk the same files. */
interface Branch {
  readonly node: Node;
  readonly children: readonly Branch[];
}

const branchOf = (node: Node): Branch => ({
  node,
  children: Object.values(node).flat().filter(isNode).map(branchOf),
});

/** `parents` is one array that changes during the walk. */
function walk({ node, children }: Branch, parents: Node[], visit: Parameters<Source['walk']>[0]): void {
  visit(node, parents);
  parents.push(node);
  for (const child of children) walk(child, parents, visit);
  parents.pop();
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
