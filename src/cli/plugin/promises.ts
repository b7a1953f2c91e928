/** What a plugin exports, describes and says of its pictures: each held against the others. */
import { Fault } from '../../core/faults.ts';
import type { Look } from '../../core/matcher/look.ts';
import { ask, type Witness } from '../../core/picture/judge.ts';
import { PictureProblem } from '../../core/picture/problem.ts';
import { scenesOf } from '../../core/picture/scenes.ts';
import type { Description } from '../../core/plugin/describe.ts';
import type { Instance } from '../../core/plugin/instance.ts';

import { Failure } from '../usage.ts';
import type { Located } from './locate.ts';
import type { Problem } from './problem.ts';
import { rehearse } from './rehearse.ts';
import { readScreen, screensFolder, screensOf } from './screens.ts';

const mainFile = 'main.lua';

const error = (where: string, text: string): Problem => ({ level: 'error', where, text });
const warning = (where: string, text: string): Problem => ({ level: 'warning', where, text });

/** Loads the plugin as a server would, and asks it about itself. */
export async function problemsOfPromises(located: Located): Promise<readonly Problem[]> {
  const instance = located.plugins.instance(located.plugin);
  try {
    const exported = await instance.exports();
    const description = await located.plugins.describe(located.plugin.name);
    return [
      ...ofExports(located, exported),
      ...(exported.includes('describe') ? ofDescription(description, exported) : []),
      ...(exported.includes('classify') ? await ofScreens(located, instance, description, exported) : []),
    ];
  } catch (problem) {
    return [failure(located.plugin.name, problem as Error)];
  } finally {
    await instance.close();
  }
}

/** The place stands in the message, where it came from Lua. */
function failure(plugin: string, problem: Error): Problem {
  const message = problem instanceof Fault ? problem.message.replace(`${plugin}: `, '') : problem.message;
  const [, where = mainFile, text = message] = /^([\w.-]+\.lua:\d+): (.*)$/s.exec(message) ?? [];
  return error(where, text);
}

function ofExports({ plugin }: Located, exported: readonly string[]): readonly Problem[] {
  if (plugin.manifest.kind !== 'adapter') return [];
  const missing: readonly (readonly [string, Problem])[] = [
    ['classify', error(mainFile, 'an adapter has to export classify(ctx)')],
    [
      'wait_turn_matcher',
      warning(mainFile, 'no wait_turn_matcher: adapter.wait and adapter.turn always have to be told states'),
    ],
    ['describe', warning(mainFile, 'no describe(): nobody can ask which intents and states there are')],
  ];
  return missing.flatMap(([name, problem]) => (exported.includes(name) ? [] : [problem]));
}

function ofDescription(
  { intents, wait_matchers }: Description,
  exported: readonly string[],
): readonly Problem[] {
  const told = [...intents, ...wait_matchers].map(({ name }) => name);
  const absent = told.filter((name) => !exported.includes(name));
  const untold = exported.filter((name) => name.endsWith('_matcher') && !told.includes(name));
  return [
    ...absent.map((name) => error(mainFile, `describe() tells of ${name}, which is not exported`)),
    ...untold.map((name) => warning(mainFile, `${name} is exported, and describe() does not tell of it`)),
  ];
}

async function ofScreens(
  { plugin, folder }: Located,
  instance: Instance,
  { intents, states }: Description,
  exported: readonly string[],
): Promise<readonly Problem[]> {
  const witness = { instance, statusRows: plugin.manifest.status_rows };
  const seen = await seenIn(folder, witness);
  const known = new Set(states.map(({ name }) => name));
  const shown = new Set(seen.states.map(({ state }) => state));
  const unknown = seen.states.filter(({ state }) => known.size > 0 && !known.has(state));
  const unseen = [...known].filter((state) => !shown.has(state));
  const rehearsed =
    seen.look && exported.includes('describe')
      ? await rehearse(plugin, instance, { intents, exported, look: seen.look })
      : [];
  return [
    ...seen.problems,
    ...unknown.map(({ where, state }) => error(where, `the state ${state} is none that describe() tells of`)),
    ...(seen.look ? unseen.map(notShown) : [warning(screensFolder, 'no picture that could be shown')]),
    ...rehearsed.map((text) => error(mainFile, text)),
  ];
}

const notShown = (state: string) => warning(screensFolder, `no picture shows the state ${state}`);

interface Seen {
  /** Expected or given, wherever. */
  readonly states: readonly { readonly where: string; readonly state: string }[];
  readonly problems: readonly Problem[];
  readonly look: Look | undefined;
}

async function seenIn(folder: string, witness: Witness): Promise<Seen> {
  const states: { where: string; state: string }[] = [];
  const problems: Problem[] = [];
  let look: Look | undefined;
  for (const { path, name } of screensOf(folder)) {
    try {
      for (const scene of scenesOf(name, readScreen(path))) {
        look ??= scene.look;
        const { said } = await ask(witness, scene);
        const both = new Set([scene.expected.state, said?.state ?? scene.expected.state]);
        states.push(...[...both].map((state) => ({ where: `${screensFolder}/${scene.name}`, state })));
      }
    } catch (problem) {
      if (problem instanceof PictureProblem)
        problems.push(error(`${screensFolder}/${name}:${problem.line}`, problem.reason));
      else if (problem instanceof Failure) problems.push(error(`${screensFolder}/${name}`, problem.message));
      else throw problem;
    }
  }
  return { states, problems, look };
}
