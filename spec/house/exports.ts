/** An export of src is used by another file, in src or in spec. */
import publicEntries from '../../src/build/entries.json' with { type: 'json' };
import { importsOf } from './imports.ts';
import type { Rule } from './rule.ts';
import type { Node, Source } from './source.ts';

/** Files that programs import by another way than a statement, and those derived from declarations. */
const entries = [
  ...Object.values(publicEntries).map((name) => `src/${name}.ts`),
  'src/start.ts',
  // The build saves its code cache.
  'src/adapters/pluginWorkerStart.ts',
  'src/client/api.ts',
];

/** Types of declarations whose type is inferred. The bundled declarations of the package have to name them. */
const inferred = [
  'src/mcp/tool.ts Tool',
  'src/mcp/tool.ts ToolDefinition',
  'src/rpc/dialect.ts DialectErrorOptions',
  'src/rpc/method.ts Method',
  'src/rpc/method.ts MethodDeclaration',
  'src/terminal/input/action.ts ActionWithValue',
  'src/terminal/input/action.ts ActionWithoutValue',
];

/** A dialect serves each method and event that its files export. Their other exports need another importer. */
const servesExports = /^src\/dialects\/\w+\/dialect\.ts$/;
const served = /\b(?:\w*[mM]ethod|defineEvent)(?:<|\()/;

const namesUsed = (file: Source, names: readonly string[]): readonly string[] =>
  servesExports.test(file.path) && names[0] === '*'
    ? [...file.text.matchAll(/\w\.(\w+)/g)].map(([, name]) => name!)
    : names;

export const usedExports: Rule = {
  name: 'an export is imported by another file',
  check: (sources) => {
    const imported = sources.flatMap((file) =>
      importsOf(file).flatMap((one) => namesUsed(file, one.names).map((name) => `${one.file} ${name}`)),
    );
    const used = new Set([...inferred, ...imported]);
    return sources
      .filter(
        ({ path }) =>
          path.startsWith('src/') &&
          !path.endsWith('.d.ts') &&
          !entries.includes(path) &&
          !used.has(`${path} *`),
      )
      .flatMap((file) =>
        exportedNames(file)
          .filter((name) => !used.has(`${file.path} ${name}`))
          .map((name) => `${file.path} exports ${name}, which no file imports: remove \`export\``),
      );
  },
  example: {
    'src/session/a.ts': 'export const unused = 1;',
    'src/session/b.ts': 'interface Place {}\nexport type { Place };',
    'src/session/c.ts': "import { c } from './d.ts';\nexport { c as renamed };",
  },
};

interface Named {
  readonly name?: string;
}

interface Declaration {
  readonly id?: Named;
  readonly declarations?: readonly (Node & { readonly id: Named })[];
}

/** The names that a file declares and exports. Re-exports of another file do not count. */
function exportedNames(file: Source): readonly string[] {
  const names: Named[] = [];
  file.walk((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.source) return;
    const { id, declarations = [] } = (node.declaration ?? {}) as Declaration;
    const isServed = ({ start, end }: Node) =>
      file.path.startsWith('src/dialects/') && served.test(file.text.slice(start, end));
    const specifiers = node.specifiers as readonly { readonly exported: Named }[];
    names.push(
      id ?? {},
      ...declarations.flatMap((one) => (isServed(one) ? [] : one.id)),
      ...specifiers.map((one) => one.exported),
    );
  });
  return names.flatMap(({ name }) => name ?? []);
}
