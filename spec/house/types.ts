/** An exported name of a type or a function has one meaning in src. */
import type { Rule } from './rule.ts';
import type { Node, Source } from './source.ts';

/** Derived from the declarations: the same names for the same things, as a client sees them. */
const derived = 'src/client/api.ts';

export const uniqueTypeNames: Rule = {
  name: 'an exported type name is declared once',
  check: (sources) =>
    findRepeated(sources, exportedTypes).map(
      ([name, paths]) => `the type ${name} is declared in ${paths.join(' and ')}: give each meaning a name`,
    ),
  example: {
    'src/session/a.ts': 'export interface Place { readonly row: number }',
    'src/cli/b.ts': 'export type Place = string;',
    'src/viewers/c.ts': 'type Place = number;\nexport type { Place };',
  },
};

/** Does for one dialect what the functions of this name do for the others. */
const perDialect = /^src\/(?:dialects\/\w+|server\/endpoints|mcp\/endpoint)/;

export const uniqueFunctionNames: Rule = {
  name: 'an exported function name is declared once, or once for each dialect',
  check: (sources) =>
    findRepeated(sources, exportedFunctions)
      .filter(([, paths]) => !paths.every((path) => perDialect.test(path)))
      .map(
        ([name, paths]) =>
          `the function ${name} is declared in ${paths.join(' and ')}: give each meaning a name`,
      ),
  example: {
    'src/session/a.ts': 'export function format(): void {}',
    'src/dialects/b/c.ts': 'export const format = () => {};',
  },
};

/** Names that more than one file exports, with the files. */
function findRepeated(
  sources: readonly Source[],
  namesIn: (file: Source) => readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  const files = new Map<string, Set<string>>();
  for (const file of sources.filter(({ path }) => path !== derived))
    for (const name of namesIn(file)) files.set(name, (files.get(name) ?? new Set()).add(file.path));
  return [...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, [...paths]]);
}

function exportedFunctions(file: Source): readonly string[] {
  const names: string[] = [];
  file.walk((node, parents) => {
    const outer = parents.map(({ type }) => type).join(' ');
    if (outer === 'Program ExportNamedDeclaration' && node.type === 'FunctionDeclaration')
      names.push(nameOf(node.id));
    if (outer === 'Program ExportNamedDeclaration VariableDeclaration' && isFunction(node.init))
      names.push(nameOf(node.id));
  });
  return names;
}

const isFunction = (node: unknown) => (node as Node | null)?.type === 'ArrowFunctionExpression';

const declared = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
  'ClassDeclaration',
]);

const nameOf = (node: unknown) => (node as { readonly name: string }).name;

/** Types that the file declares and exports, in either order. Re-exports of another file do not count. */
function exportedTypes(file: Source): readonly string[] {
  const types = new Set<string>();
  const exported = new Set<string>();
  file.walk((node, parents) => {
    if (declared.has(node.type) && node.id) {
      types.add(nameOf(node.id));
      if (parents.at(-1)?.type === 'ExportNamedDeclaration') exported.add(nameOf(node.id));
    }
    if (node.type === 'ExportNamedDeclaration' && !node.source)
      for (const { exported: name } of node.specifiers as (Node & { exported: unknown })[])
        exported.add(nameOf(name));
  });
  return [...exported].filter((name) => types.has(name));
}
