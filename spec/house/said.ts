/** What a file says: names in its code, and texts in quotes, each with its line. */
import type { Node, Source } from './source.ts';

export type Said = readonly (readonly [word: string, line: number])[];

/** Names, `object.property`, `new Name` and imported modules. Made in a function: `new RegExp within`. */
export const namesIn = (file: Source): Said => collect(file, namesOf);

export const textsIn = (file: Source): Said => collect(file, textOf);

function collect(file: Source, read: (node: Node, parents: readonly Node[]) => readonly string[]): Said {
  const found: (readonly [string, number])[] = [];
  file.walk((node, parents) => {
    for (const word of read(node, parents)) found.push([word, file.lineOf(node)]);
  });
  return found;
}

function textOf(node: Node): readonly string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  return node.type === 'TemplateElement' ? [(node.value as { raw: string }).raw] : [];
}

function namesOf(node: Node, parents: readonly Node[]): readonly string[] {
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
