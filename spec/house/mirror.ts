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
const leastShare = 78;

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
      'fleet/clientHosts',
      'fleet/gatewayConnection',
      'fleet/gatewayLinks',
      'fleet/hostChannel',
      'fleet/hostRecords',
      'fleet/join',
    ],
  },
  {
    spec: 'spec/cli/codegen/codegen.spec.ts',
    because: 'records a real session and runs the generated test',
    sources: ['cli/codegen/recorder', 'cli/codegen/targets'],
  },
  {
    spec: 'spec/cli/short/input.spec.ts',
    because: 'clicks on what a selector finds',
    sources: ['cli/short/selectors'],
  },
  {
    spec: 'spec/dialects/ptywright/adapterTurns.spec.ts',
    because: 'runs plugins through the protocol, because only a turn shows the order of their parts',
    sources: ['adapters/adapter', 'adapters/host/context'],
  },
  {
    spec: 'spec/adapters/host/examples.spec.ts',
    because: 'runs every host function as a script calls it',
    sources: [
      'adapters/host/json',
      'adapters/host/text',
      'adapters/screen/area',
      'adapters/screen/screenText',
    ],
  },
  {
    spec: 'spec/build/derive/artifacts.spec.ts',
    because: 'compares the derived files, which contain every case',
    sources: [
      'build/derive/declarationPages',
      'build/derive/markdown',
      'build/derive/protocolPages',
      'build/derive/stepsReference',
      'rpc/openRpc',
    ],
  },
  {
    spec: 'spec/build/derive/python.spec.ts',
    because: 'runs the derived client with Python',
    sources: ['build/derive/pythonTypes'],
  },
  {
    spec: 'spec/page/app.spec.ts',
    because: 'needs the page of a running server in a browser',
    sources: [
      'page/dom',
      'page/main',
      'page/overview',
      'page/scheme',
      'page/sessions',
      'page/shortcuts',
      'page/sessionDetail',
      'page/timers',
      'page/transcript',
    ],
  },
  {
    spec: 'spec/page/terminal.spec.ts',
    because: 'needs the page in a browser',
    sources: ['page/frame', 'page/sessionPanel'],
  },
  {
    spec: 'spec/cli/attach/attach.spec.ts',
    because: 'needs a real terminal',
    sources: ['cli/attach/localTerminal', 'cli/run/share', 'platform/rawMode'],
  },
  {
    spec: 'spec/cli/run/run.spec.ts',
    because: 'needs a real terminal',
    sources: ['cli/run/terminalChanges'],
  },
  {
    spec: 'spec/server/serve.spec.ts',
    because: 'needs the built program and a server',
    sources: ['cli/connect'],
  },
  {
    spec: 'spec/cli/plugin/checkPlugin.spec.ts',
    because: 'uses all files of a plugin folder',
    sources: ['cli/plugin/pluginFolder'],
  },
  {
    spec: 'spec/cli/recording/convert.spec.ts',
    because: 'converts real recordings with the built program',
    sources: ['cli/recording/commands'],
  },
  {
    spec: 'spec/cli/steps/steps.spec.ts',
    because: 'runs steps of every kind on real programs',
    sources: ['cli/steps/artifactSteps', 'cli/steps/waitSteps'],
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
    spec: 'spec/dialects/tuispec/samples.spec.ts',
    because: 'runs every sample of the document',
    sources: ['dialects/tuispec/method'],
  },
  {
    spec: 'spec/dialects/wrightty/samples.spec.ts',
    because: 'runs every sample of the document',
    sources: ['dialects/wrightty/method'],
  },
  {
    spec: 'spec/dialects/wsh/samples.spec.ts',
    because: 'runs every sample of the document',
    sources: ['dialects/wsh/input', 'dialects/wsh/layerSchemas', 'dialects/wsh/screenInfo'],
  },
  {
    spec: 'spec/dialects/wsh/socketClient.spec.ts',
    because: 'sends frames over a socket',
    sources: ['dialects/wsh/socketFrames'],
  },
  {
    spec: 'spec/redaction/unseen.spec.ts',
    because: 'types passwords at every kind of prompt',
    sources: ['dialects/wsh/typedInput'],
  },
  {
    spec: 'spec/matchers/registry.spec.ts',
    because: 'runs the examples of every matcher',
    sources: ['matchers/compile', 'matchers/matcher', 'matchers/shell'],
  },
  {
    spec: 'spec/matchers/text/search.spec.ts',
    because: 'narrows real searches',
    sources: ['matchers/selector'],
  },
  {
    spec: 'spec/mcp/sessionTools.spec.ts',
    because: 'calls every tool with a real program',
    sources: ['mcp/tool', 'mcp/toolContext'],
  },
  {
    spec: 'spec/mcp/connection.spec.ts',
    because: 'talks over each transport',
    sources: ['mcp/http', 'mcp/resources'],
  },
  {
    spec: 'spec/recording/videoFile.spec.ts',
    because: 'makes real videos',
    sources: ['platform/ffmpeg', 'recording/frameEncoder', 'recording/videoFrames', 'recording/videoWorker'],
  },
  {
    spec: 'spec/server/accessLog.spec.ts',
    because: 'reads the log of a server',
    sources: ['platform/logFiles'],
  },
  {
    spec: 'spec/hostile/plugins/scripts.spec.ts',
    because: 'runs hostile scripts in a worker',
    sources: ['platform/lua/memory', 'platform/lua/lastSeenPosition'],
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
    spec: 'spec/adapters/programWidths.spec.ts',
    because: 'asks programs for their version',
    sources: ['platform/runProgram'],
  },
  {
    spec: 'spec/dialects/ptywright/recording.spec.ts',
    because: 'records a session in every format',
    sources: ['recording/encoder'],
  },
  {
    spec: 'spec/cli/recording/replay.spec.ts',
    because: 'plays a recording on a real terminal',
    sources: ['recording/castPlayer'],
  },
  {
    spec: 'spec/testing/vitest.spec.ts',
    because: 'runs the test runner of a user',
    sources: [
      'testing/failure',
      'testing/locator',
      'testing/matchers',
      'testing/runTrace',
      'testing/snapshots',
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
    spec: 'spec/terminal/events.spec.ts',
    because: 'causes every event of a terminal',
    sources: ['terminal/windowInfo'],
  },
  {
    spec: 'spec/viewers/viewer.spec.ts',
    because: 'attaches viewers to a session',
    sources: ['terminal/terminalState', 'viewers/readableScreen'],
  },
  {
    spec: 'spec/viewers/frameDiff.spec.ts',
    because: 'draws frames on a second terminal and compares the cells',
    sources: ['viewers/rowText'],
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
