/** Which folder of src may import which. This file is the only copy of these rules. */
import { type Import, importsOf } from './imports.ts';
import { isUnder, type Rule } from './rule.ts';
import type { Source } from './source.ts';

/** Folders and files of src, lowest first. Each may import those before it, unless `directions` says otherwise. */
export const layers = [
  'limits',
  'faults',
  'permissions',
  'permissionCheck',
  'platform',
  'redaction',
  'terminal',
  'matchers',
  'viewers',
  'rendering',
  'session',
  'recording',
  'adapters',
  'core',
] as const;

interface Direction {
  /** Folders, or files without `.ts`. */
  readonly imports: readonly string[];
  /** Places from which only types may be imported. */
  readonly types?: readonly string[];
}

const below = (layer: (typeof layers)[number]) => layers.slice(0, layers.indexOf(layer));

const directions: Readonly<Record<string, Direction>> = {
  ...Object.fromEntries(layers.map((layer) => [layer, { imports: below(layer) }])),
  // The data of a fault is a schema.
  faults: { imports: ['limits', 'platform/schema'] },
  // A wrapper raises the fault that fits what its package reports. It does not know permissions.
  platform: { imports: ['limits', 'faults'] },
  // The tokenizer needs neither the emulator nor a redaction.
  redaction: { imports: [...below('redaction'), 'terminal/vtTokenizer'] },
  // Generic in what handlers act on, so that its specs need no terminal.
  rpc: { imports: ['platform'] },
  // Loads without a terminal and without an emulator.
  client: { imports: ['rpc', 'limits', 'platform'], types: ['faults', 'dialects'] },
  // The server creates the core, and passes it to the handlers.
  dialects: { imports: [...below('core'), 'rpc'], types: ['core'] },
  server: { imports: [...layers, 'rpc', 'dialects', 'mcp'] },
  // A client of the native dialect like any other, so that it can do nothing that the dialect cannot.
  acp: { imports: ['client', 'limits', 'platform'], types: ['adapters'] },
  cli: {
    imports: [...layers, 'rpc', 'dialects', 'server', 'client', 'acp', 'mcp', 'fleet', 'testing/runTrace'],
  },
  // A host serves the native dialect over a broker, and a gateway replaces the handlers of a server.
  fleet: { imports: [...layers, 'rpc', 'dialects', 'server'] },
  // Tools over a client of the native dialect, and the endpoint that the server loads on demand.
  mcp: { imports: [...layers, 'rpc', 'dialects', 'client', 'server'] },
  // Test runners import it, so it loads neither the emulator nor the server.
  testing: {
    imports: ['client', 'limits', 'platform', 'redaction', 'rendering/artifactFolder', 'rendering/baselines'],
  },
  // Runs in a browser, so it may import only files that need nothing of Node.
  page: {
    imports: ['client', 'platform/clock', 'platform/lifetimes'],
    types: ['platform/pty/size', 'testing/runTrace'],
  },
  // What `import 'ptywright'` exports.
  index: { imports: [...layers, 'server'] },
  // Opens the command line in dist.
  start: { imports: ['platform/compiledModules', 'cli'] },
  // Tools that are not shipped.
  build: { imports: [...layers, 'rpc', 'dialects', 'server', 'client', 'acp', 'cli'] },
};

const inside = (path: string) => path.replace(/^src\//, '');
const folderOf = (path: string) => inside(path).replace(/\.ts$/, '').split('/')[0]!;
const dialectOf = (path: string) => inside(path).split('/')[1]!;

export const importDirections: Rule = {
  name: 'a folder imports only what spec/house/directions.ts allows',
  check: (sources) => ownImports(sources).flatMap(checkDirection),
  example: {
    'src/session/waits.ts': "import { callOf } from '#rpc/method.ts';",
    'src/terminal/keys.ts': "import { Session } from '../session/session.ts';",
    'src/dialects/wsh/input.ts': "import { Core } from '#core.ts';",
    'src/nowhere/a.ts': "import { b } from '#limits.ts';",
    'src/server/socket.ts': "export { derive } from '../build/derive/main.ts';",
    'src/server/http.ts': "import { root } from '../../spec/house/source.ts';",
    'src/viewers/a.ts': "let session: import('#session/session.ts').Session;",
  },
};

export const dialectsApart: Rule = {
  name: 'no dialect imports another',
  check: (sources) =>
    ownImports(sources)
      .filter(({ from, file }) => folderOf(from) === 'dialects' && folderOf(file!) === 'dialects')
      .filter(({ from, file }) => dialectOf(from) !== dialectOf(file!))
      .map((one) => `${where(one)}: a dialect may not import another; move what both need below dialects`),
  example: { 'src/dialects/wsh/a.ts': "import { codes } from '#dialects/ptywright/errors.ts';" },
};

const ownImports = (sources: readonly Source[]): readonly Import[] =>
  sources.flatMap(importsOf).filter(({ file }) => file?.startsWith('src/') || file?.startsWith('spec/'));

const where = ({ from, line, file }: Import) => `${from}:${line} imports ${file}`;

function checkDirection(one: Import): readonly string[] {
  const { file } = one;
  if (file!.startsWith('spec/')) return [`${where(one)}: src may not import spec`];
  const [from, to] = [folderOf(one.from), folderOf(file!)];
  if (from === to) return [];
  const direction = directions[from];
  if (!direction) return [`${one.from}: spec/house/directions.ts has no row for ${from}: add one`];
  if (isUnder(file!, direction.imports)) return [];
  const types = isUnder(file!, direction.types ?? []);
  if (types && one.typesOnly) return [];
  return [
    `${where(one)}: ${from} may ${types ? 'import only types of it: write `import type`' : `not import ${to}; pass what is needed as a parameter`} (spec/house/directions.ts)`,
  ];
}
