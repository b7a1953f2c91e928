/** An exported type name has one meaning in src. */
import type { Rule } from './rule.ts';
import type { Node, Source } from './source.ts';

/** Derived from the declarations: the same names for the same things, as a client sees them. */
const derived = 'src/client/api.ts';

export const uniqueTypeNames: Rule = {
  name: 'an exported type name is declared once',
  check: (sources) => {
    const files = new Map<string, Set<string>>();
    for (const file of sources.filter(({ path }) => path !== derived))
      for (const name of exportedTypes(file)) files.set(name, (files.get(name) ?? new Set()).add(file.path));
    return [...files]
      .filter(([, paths]) => paths.size > 1)
      .map(
        ([name, paths]) =>
          `the type ${name} is declared in ${[...paths].join(' and ')}: give each meaning a name`,
      );
  },
  example: {
    'src/session/a.ts': 'export interface Place { readonly row: number }',
    'src/cli/b.ts': 'export type Place = string;',
    'src/viewers/c.ts': 'type Place = number;\nexport type { Place };',
  },
};

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
