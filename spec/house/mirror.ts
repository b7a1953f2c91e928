/**
 * Which specs specify which sources. `src/a/b.ts` has a spec of its name: `spec/a/b.spec.ts`, or several in `spec/a/b/`.
 * Others are listed with a spec that fails when they break.
 *
 * Long because it lists sources.
 */
import type { Source } from './source.ts';

/** A file with fewer branches mostly declares something. */
const fewestBranches = 4;

/** In percent. Raise it when specs are added. */
const leastShare = 90;

interface SpecifiedElsewhere {
  readonly spec: string;
  /** Why the sources have no spec of their name. */
  readonly because: string;
  /** Paths in src, without the extension. */
  readonly sources: readonly string[];
}

const specifiedElsewhere: readonly SpecifiedElsewhere[] = [
  {
    spec: 'spec/fleet/fleet.spec.ts',
    because: 'runs hosts and gateways with a real broker, because only together they show what clients see',
    sources: [
      'fleet/gatewayConnection',
      'fleet/gatewayLinks',
      'fleet/hostChannel',
      'fleet/hostRecords',
      'fleet/join',
    ],
  },
  {
    spec: 'spec/cli/short/input.spec.ts',
    because: 'clicks on what a selector finds',
    sources: ['cli/short/selectors'],
  },
  {
    spec: 'spec/page/app.spec.ts',
    because: 'needs the page of a running server in a browser',
    sources: ['page/timers'],
  },
  {
    spec: 'spec/page/terminal.spec.ts',
    because: 'needs the page in a browser',
    sources: ['page/frame', 'page/sessionPanel'],
  },
  {
    spec: 'spec/cli/attach/attach.spec.ts',
    because: 'needs a real terminal',
    sources: ['platform/rawMode'],
  },
  {
    spec: 'spec/server/serve.spec.ts',
    because: 'needs the built program and a server',
    sources: ['cli/connect'],
  },
  {
    spec: 'spec/cli/recording/convert.spec.ts',
    because: 'converts real recordings with the built program',
    sources: ['cli/recording/commands'],
  },
  {
    spec: 'spec/examples.spec.ts',
    because: 'runs the declared examples of every method',
    sources: ['core', 'dialects/ptywright/viewers'],
  },
  {
    spec: 'spec/server/pageRoutes.spec.ts',
    because: 'calls the page as a browser does',
    sources: ['dialects/ptywright/pageDialect'],
  },
  {
    spec: 'spec/dialects/termwright/samples.spec.ts',
    because: 'runs every sample of the document',
    sources: ['dialects/termwright/screen'],
  },
  {
    spec: 'spec/dialects/wrightty/samples.spec.ts',
    because: 'runs every sample of the document',
    sources: ['dialects/wrightty/method'],
  },
  {
    spec: 'spec/dialects/wsh/samples.spec.ts',
    because: 'runs every sample of the document',
    sources: ['dialects/wsh/input'],
  },
  {
    spec: 'spec/redaction/unseen.spec.ts',
    because: 'types passwords at every kind of prompt',
    sources: ['dialects/wsh/typedInput'],
  },
  {
    spec: 'spec/matchers/registry.spec.ts',
    because: 'runs the examples of every matcher',
    sources: ['matchers/compile'],
  },
  {
    spec: 'spec/mcp/sessionTools.spec.ts',
    because: 'calls every tool with a real program',
    sources: ['mcp/toolContext'],
  },
  {
    spec: 'spec/mcp/connection.spec.ts',
    because: 'talks over each transport',
    sources: ['mcp/http', 'mcp/resources'],
  },
  {
    spec: 'spec/hostile/plugins/scripts.spec.ts',
    because: 'runs hostile scripts in a worker',
    sources: ['platform/lua/memory', 'platform/workerThread'],
  },
  {
    spec: 'spec/platform/picture/rasterizer.spec.ts',
    because: 'compares pixels of whole pictures',
    sources: ['rendering/tileMap', 'rendering/renderedPage'],
  },
  {
    spec: 'spec/dialects/ptywright/baseline.spec.ts',
    because: 'saves and compares baselines of a server',
    sources: ['rendering/baselines'],
  },
  {
    spec: 'spec/testing/vitest.spec.ts',
    because: 'runs the test runner of a user',
    sources: [
      'testing/matchers',
      'testing/runTrace',
      'testing/terminal',
      'testing/testRun',
      'recording/trace',
    ],
  },
  {
    spec: 'spec/terminal/deviceReports.spec.ts',
    because: 'asks the terminal every query',
    sources: ['terminal/colorQueries'],
  },
  {
    spec: 'spec/terminal/history/scrollback.spec.ts',
    because: 'packs rows and compares them with those of the screen',
    sources: ['terminal/history/packedRow'],
  },
  {
    spec: 'spec/viewers/viewer.spec.ts',
    because: 'attaches viewers to a session',
    sources: ['terminal/terminalState'],
  },
];

const branches = new Set([
  'IfStatement',
  'ConditionalExpression',
  'LogicalExpression',
  'SwitchStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'WhileStatement',
  'DoWhileStatement',
  'TryStatement',
]);

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function hasLogic(file: Source): boolean {
  let found = 0;
  file.walk(({ type }, parents) => {
    if (branches.has(type) && parents.some((parent) => functions.has(parent.type))) found += 1;
  });
  return found >= fewestBranches;
}

/** How many sources have logic, and which of them have no spec of their name. */
export function measureMirror(sources: readonly Source[], specs: readonly string[]) {
  const withLogic = sources.filter((file) => !file.path.endsWith('.d.ts') && hasLogic(file));
  const isSpecified = (path: string) =>
    specs.includes(`spec${path}.spec.ts`) ||
    specs.some((spec) => spec.startsWith(`spec${path}/`) && spec.endsWith('.spec.ts'));
  const unnamed = withLogic
    .map(({ path }) => path.replace(/^src|\.ts$/g, ''))
    .filter((path) => !isSpecified(path))
    .map((path) => path.slice(1));
  return { files: withLogic.length, unnamed };
}

/** `specs` are the paths of all files of spec. */
export function unspecifiedSources(
  sources: readonly Source[],
  specs: readonly string[],
  elsewhere: readonly SpecifiedElsewhere[] = specifiedElsewhere,
): readonly string[] {
  const { files, unnamed } = measureMirror(sources, specs);
  const listed = elsewhere.flatMap((group) => group.sources);
  const share = Math.floor((100 * (files - unnamed.length)) / files);
  return [
    ...unnamed
      .filter((path) => !listed.includes(path))
      .map((path) => `src/${path}.ts: write spec/${path}.spec.ts, or list it in spec/house/mirror.ts`),
    ...listed
      .filter((path) => !unnamed.includes(path))
      .map((path) => `spec/house/mirror.ts: src/${path}.ts need not be listed any more: remove it`),
    ...elsewhere
      .filter(({ spec }) => !specs.includes(spec))
      .map(({ spec }) => `spec/house/mirror.ts: ${spec} does not exist`),
    ...(share < leastShare
      ? [`${share} % of the sources with logic have a spec of their name, fewer than ${leastShare} %`]
      : []),
  ];
}
