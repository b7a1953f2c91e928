/** The imports of a file: statements, `import()`, `import('…')` as a type, and `require`. */
import { posix } from 'node:path';
import type { Node, Source } from './source.ts';

export interface Import {
  readonly from: string;
  /** The specifier as written. */
  readonly name: string;
  /** The imported file, unless it is a package. */
  readonly file: string | undefined;
  /** The names that are imported, as the other file exports them; `*` if all are. */
  readonly names: readonly string[];
  readonly typesOnly: boolean;
  readonly line: number;
}

const statements = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

export function importsOf(from: Source): readonly Import[] {
  const found: Import[] = [];
  from.walk((node) => {
    const name = specifierOf(node);
    if (name === undefined) return;
    const file = fileOf(from.path, name);
    found.push({
      from: from.path,
      name,
      file,
      names: namesIn(node),
      typesOnly: isTypesOnly(node),
      line: from.lineOf(node),
    });
  });
  return found;
}

/** `#session/waits.ts` is src/session/waits.ts: package.json maps subpath imports to src. */
function fileOf(from: string, name: string): string | undefined {
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  return name.startsWith('.') ? posix.join(posix.dirname(from), name) : undefined;
}

function specifierOf(node: Node): string | undefined {
  if (statements.has(node.type)) return literal(node.source as Node | null);
  if (node.type !== 'CallExpression') return undefined;
  const [only, ...more] = node.arguments as Node[];
  const callee = node.callee as Node & { name?: string };
  const isRequire = callee.name === 'require' || isCreateRequire(callee);
  return more.length === 0 && isRequire ? literal(only) : undefined;
}

/** `createRequire(import.meta.url)('re2')` */
const isCreateRequire = (callee: Node) =>
  callee.type === 'CallExpression' && (callee.callee as Node & { name?: string }).name === 'createRequire';

const literal = (node: Node | null | undefined) =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

interface Specifier {
  readonly imported?: { readonly name: string };
  readonly local: { readonly name: string };
}

function namesIn(node: Node): readonly string[] {
  const specifiers = (node.specifiers ?? []) as readonly Specifier[];
  if (specifiers.length === 0) return ['*'];
  const isImport = node.type === 'ImportDeclaration';
  return specifiers.map(({ imported, local }) => (isImport ? (imported?.name ?? '*') : local.name));
}

function isTypesOnly(node: Node): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = (node.specifiers ?? []) as (Node & { importKind?: string; exportKind?: string })[];
  return (
    specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  );
}
