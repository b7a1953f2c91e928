/** The identifiers and the string literals of a file, each with its line. */
import type { Node, Source } from './source.ts';

export type Occurrences = readonly (readonly [text: string, line: number])[];

/** Names, `object.property`, imported modules and `new Name`; inside a function it is `new Name in a function`. */
export const identifiersIn = (file: Source): Occurrences => collect(file, identifiersOf);

export const stringsIn = (file: Source): Occurrences => collect(file, stringOf);

function collect(
  file: Source,
  read: (node: Node, parents: readonly Node[]) => readonly string[],
): Occurrences {
  const found: (readonly [string, number])[] = [];
  file.walk((node, parents) => {
    for (const text of read(node, parents)) found.push([text, file.lineOf(node)]);
  });
  return found;
}

function stringOf(node: Node): readonly string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  return node.type === 'TemplateElement' ? [(node.value as { raw: string }).raw] : [];
}

function identifiersOf(node: Node, parents: readonly Node[]): readonly string[] {
  const parent = parents.at(-1);
  switch (node.type) {
    case 'Identifier':
      return isProperty(node, parent) ? [] : [nameOf(node)!];
    case 'MemberExpression':
      return [`${nameOf(node.object)}.${nameOf(node.property)}`];
    case 'NewExpression':
      return [newOf(node, parents)];
    case 'Literal':
      return parent?.type.startsWith('Import') ? [String(node.value)] : [];
    default:
      return [];
  }
}

function newOf(node: Node, parents: readonly Node[]): string {
  const bare = (node.arguments as Node[]).length === 0 ? ' of nothing' : '';
  const within = parents.some(({ type }) => /Function/.test(type)) ? ' in a function' : '';
  return `new ${nameOf(node.callee)}${nameOf(node.callee) === 'Date' ? bare : within}`;
}

const nameOf = (node: unknown): string | undefined => {
  const { type, name } = node as Node & { name?: string };
  return type === 'Identifier' ? name : undefined;
};

const isProperty = (node: Node, parent: Node | undefined) =>
  (parent?.type === 'MemberExpression' && parent.property === node) ||
  (parent?.type === 'Property' && parent.key === node && parent.value !== node) ||
  parent?.type.startsWith('TS') === true;
