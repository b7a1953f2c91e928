/** What a file imports, in whichever way. */
import { posix } from 'node:path';
import type { Node, Source } from './source.ts';

export interface Import {
  readonly from: string;
  /** As it is written. */
  readonly name: string;
  /** The file, for those that are ours. */
  readonly file: string | undefined;
  readonly typesOnly: boolean;
  readonly line: number;
}

const statements = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
]);

export function importsOf(from: Source): readonly Import[] {
  const found: Import[] = [];
  from.walk((node) => {
    const name = nameOf(node);
    if (name === undefined) return;
    const file = name.startsWith('.') ? posix.join(posix.dirname(from.path), name) : undefined;
    found.push({ from: from.path, name, file, typesOnly: typesOnly(node), line: from.lineOf(node) });
  });
  return found;
}

/** Native packages come through `require`, under whatever name it has: a call with nothing but a bare word. */
function nameOf(node: Node): string | undefined {
  if (statements.has(node.type)) return literal(node.source as Node | null);
  if (node.type !== 'CallExpression') return undefined;
  const [only, ...more] = node.arguments as Node[];
  const callee = node.callee as Node & { name?: string };
  return more.length === 0 && /require/i.test(callee.name ?? '') ? literal(only) : undefined;
}

const literal = (node: Node | null | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

function typesOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = (node.specifiers ?? []) as (Node & { importKind?: string; exportKind?: string })[];
  return (
    specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  );
}
