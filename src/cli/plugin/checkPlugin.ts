/** `ptywright plugin check`: finds problems of a plugin without running its program. */
import { PictureError } from '#adapters/pictureFile.ts';
import { Plan } from '#adapters/plan.ts';
import type { Plugin } from '#adapters/plugin.ts';
import type { PluginInstance } from '#adapters/pluginInstance.ts';
import type { PluginDescription } from '#adapters/pluginRegistry.ts';
import { classifyScene, readScenes, type SceneClassifier } from '#adapters/scenes.ts';
import { Fault } from '#faults.ts';
import type { ScreenContext } from '#matchers/sessionView.ts';
import { firstIssue } from '#platform/schema.ts';
import { actions } from '#terminal/input/actions.ts';
import type { OptionValues } from '../command.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { printJson, printResult } from '../print.ts';
import type { pluginCheckCommand } from './commands.ts';
import { checkHostUsage, type PluginProblem } from './hostUsage.ts';
import {
  type LocatedPlugin,
  listScreens,
  locatePlugin,
  readScreenFile,
  screensFolder,
} from './pluginFolder.ts';

interface IntentDryRun {
  readonly intents: readonly { readonly name: string }[];
  readonly exported: readonly string[];
  readonly screenContext: ScreenContext;
}

/** Starts each intent, and checks whether its first step is valid and permitted. Sends nothing. */
async function dryRunIntents(
  plugin: Plugin,
  instance: PluginInstance,
  { intents, exported, screenContext }: IntentDryRun,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name } of intents) {
    if (!exported.includes(name)) continue;
    const planned = await requestPlan(instance, name, screenContext);
    if (planned === undefined) continue;
    const problem = planProblem(planned.value, plugin, exported);
    if (problem !== undefined) problems.push(`${name}({}, ctx) returns an invalid plan: ${problem}`);
  }
  return problems;
}

/** Returns undefined when the intent throws, because it may need parameters that are unknown here. */
const requestPlan = (
  instance: PluginInstance,
  name: string,
  screenContext: ScreenContext,
): Promise<{ value?: unknown } | undefined> =>
  instance
    .call({ function: name, args: 'params, context', params: {}, screenContext, coroutine: 'start' })
    .catch(() => undefined);

function planProblem(
  value: unknown,
  { permissions }: Plugin,
  exported: readonly string[],
): string | undefined {
  const plan = Plan.safeParse(value ?? {});
  if (!plan.success) return firstIssue(plan.error).reason;
  const { actions: steps, next } = plan.data;
  for (const [at, { action, expect }] of steps.entries()) {
    const needed = action && actions[action.type].needs;
    if (needed && !permissions.has(needed))
      return `actions.${at}: ${action.type} needs the permission ${needed}`;
    if (expect && !permissions.has('matcher.wait'))
      return `actions.${at}: expect needs the permission matcher.wait`;
  }
  return next === undefined || exported.includes(next) ? undefined : `next: ${next} is not exported`;
}

/** The file that problems without another location are reported for. */
const mainFile = 'main.lua';

const errorAt = (where: string, text: string): PluginProblem => ({ level: 'error', where, text });
const warningAt = (where: string, text: string): PluginProblem => ({ level: 'warning', where, text });

/** Loads the plugin as a server would, and compares its exports, descriptions and pictures. */
async function checkDeclarations(located: LocatedPlugin): Promise<readonly PluginProblem[]> {
  const instance = located.plugins.createInstance(located.plugin);
  try {
    const exported = await instance.exports();
    const description = await located.plugins.describe(located.plugin.name);
    return [
      ...checkExports(located, exported),
      ...(exported.includes('describe') ? checkDescription(description, exported) : []),
      ...(exported.includes('classify') ? await checkScreens(located, instance, description, exported) : []),
    ];
  } catch (problem) {
    return [loadProblem(located.plugin.name, problem as Error)];
  } finally {
    await instance.close();
  }
}

/** An error from Lua has its location in the message. */
function loadProblem(plugin: string, problem: Error): PluginProblem {
  const message = problem instanceof Fault ? problem.message.replace(`${plugin}: `, '') : problem.message;
  const [, where = mainFile, text = message] = /^([\w./-]+\.lua:\d+): (.*)$/s.exec(message) ?? [];
  return errorAt(where, text);
}

function checkExports({ plugin }: LocatedPlugin, exported: readonly string[]): readonly PluginProblem[] {
  if (plugin.manifest.kind !== 'adapter') return [];
  const missing: readonly (readonly [string, PluginProblem])[] = [
    ['classify', errorAt(mainFile, 'an adapter must export classify(ctx)')],
    [
      'wait_turn_matcher',
      warningAt(
        mainFile,
        'no wait_turn_matcher: callers of adapter.wait and adapter.turn must always name states',
      ),
    ],
    ['describe', warningAt(mainFile, 'no describe(): clients cannot list the intents and states')],
  ];
  return missing.flatMap(([name, problem]) => (exported.includes(name) ? [] : [problem]));
}

function checkDescription(
  { intents, wait_matchers }: PluginDescription,
  exported: readonly string[],
): readonly PluginProblem[] {
  const described = [...intents, ...wait_matchers].map(({ name }) => name);
  const absent = described.filter((name) => !exported.includes(name));
  const undescribed = exported.filter((name) => name.endsWith('_matcher') && !described.includes(name));
  return [
    ...absent.map((name) => errorAt(mainFile, `describe() lists ${name}, which is not exported`)),
    ...undescribed.map((name) => warningAt(mainFile, `${name} is exported, but describe() does not list it`)),
  ];
}

async function checkScreens(
  { plugin, folder }: LocatedPlugin,
  instance: PluginInstance,
  { intents, states }: PluginDescription,
  exported: readonly string[],
): Promise<readonly PluginProblem[]> {
  const classifier = { instance, statusRows: plugin.manifest.status_rows };
  const seen = await readScreenStates(folder, classifier);
  const known = new Set(states.map(({ name }) => name));
  const pictured = new Set(seen.states.map(({ state }) => state));
  const unknown = seen.states.filter(({ state }) => known.size > 0 && !known.has(state));
  const unseen = [...known].filter((state) => !pictured.has(state));
  const dryRunErrors =
    seen.screenContext && exported.includes('describe')
      ? await dryRunIntents(plugin, instance, { intents, exported, screenContext: seen.screenContext })
      : [];
  return [
    ...seen.problems,
    ...unknown.map(({ where, state }) => errorAt(where, `the state ${state} is not listed by describe()`)),
    ...(seen.screenContext
      ? unseen.map(notPicturedProblem)
      : [warningAt(screensFolder, 'no readable pictures')]),
    ...dryRunErrors.map((text) => errorAt(mainFile, text)),
  ];
}

const notPicturedProblem = (state: string) => warningAt(screensFolder, `no picture shows the state ${state}`);

interface ScreenStates {
  /** Expected or returned by any picture. */
  readonly states: readonly { readonly where: string; readonly state: string }[];
  readonly problems: readonly PluginProblem[];
  readonly screenContext: ScreenContext | undefined;
}

async function readScreenStates(folder: string, classifier: SceneClassifier): Promise<ScreenStates> {
  const states: { where: string; state: string }[] = [];
  const problems: PluginProblem[] = [];
  let look: ScreenContext | undefined;
  for (const { path, name } of listScreens(folder)) {
    try {
      for (const scene of readScenes(name, readScreenFile(path))) {
        look ??= scene.screenContext;
        const { classified } = await classifyScene(classifier, scene);
        const both = new Set([scene.expected.state, classified?.state ?? scene.expected.state]);
        states.push(...[...both].map((state) => ({ where: `${screensFolder}/${scene.name}`, state })));
      }
    } catch (problem) {
      if (problem instanceof PictureError)
        problems.push(errorAt(`${screensFolder}/${name}:${problem.line}`, problem.reason));
      else if (problem instanceof CommandError)
        problems.push(errorAt(`${screensFolder}/${name}`, problem.message));
      else throw problem;
    }
  }
  return { states, problems, screenContext: look };
}

export const findPluginProblems = async (located: LocatedPlugin): Promise<readonly PluginProblem[]> => [
  ...checkHostUsage(located.plugin),
  ...checkManifestPermissions(located),
  ...(await checkDeclarations(located)),
];

function checkManifestPermissions({
  plugin: { manifest, permissions },
}: LocatedPlugin): readonly PluginProblem[] {
  if (manifest.kind !== 'adapter') return [];
  const expected = [
    ['screen.read', 'adapter.state is rejected'],
    ['session.spawn', 'adapter.start is rejected'],
  ] as const;
  return expected.flatMap(([name, what]) =>
    permissions.has(name)
      ? []
      : [{ level: 'warning' as const, where: 'manifest', text: `without the permission ${name}, ${what}` }],
  );
}

export async function checkPlugin(
  { json }: OptionValues<typeof pluginCheckCommand.options>,
  [word = '']: readonly string[],
): Promise<number> {
  const { name, problems } = await collectProblems(word);
  const errors = problems.filter(({ level }) => level === 'error').length;
  const warnings = problems.length - errors;
  const lines = problems.map(
    ({ level, where, text }) => `${where === '' ? '' : `${where}: `}${level}: ${text}`,
  );
  const last = `${name}: ${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}`;
  if (json) await printJson({ plugin: name, passed: errors === 0, problems });
  else await printResult(`${[...lines, last].join('\n')}\n`);
  return errors === 0 ? exitCodes.done : exitCodes.failed;
}

const formatCount = (count: number, what: string) =>
  `${count === 0 ? 'no' : count} ${what}${count === 1 ? '' : 's'}`;

async function collectProblems(word: string): Promise<{ name: string; problems: readonly PluginProblem[] }> {
  const located = tryLocate(word);
  if (located instanceof CommandError)
    return { name: word, problems: [{ level: 'error', where: '', text: located.message }] };
  try {
    return { name: located.plugin.name, problems: await findPluginProblems(located) };
  } finally {
    await located.plugins.close();
  }
}

/** Returns the error instead of throwing it, because an invalid manifest is a normal result. */
function tryLocate(word: string): LocatedPlugin | CommandError {
  try {
    return locatePlugin(word);
  } catch (problem) {
    if (problem instanceof CommandError) return problem;
    throw problem;
  }
}
