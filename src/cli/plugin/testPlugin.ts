/** `ptywright plugin test`: asks a plugin about its pictures and recordings, and reports differences. */
import { PictureError } from '#adapters/pictureFile.ts';
import { checkScene, readScenes, type SceneClassifier, type SceneReport } from '#adapters/scenes.ts';
import type { OptionValues } from '../command.ts';
import { CommandError, exitCodes } from '../errors.ts';
import { printJson, printResult } from '../print.ts';
import type { pluginTestCommand } from './commands.ts';
import {
  type LocatedPlugin,
  listScreens,
  locatePlugin,
  readScreenFile,
  type ScreenFile,
  selectScreens,
} from './pluginFolder.ts';
import { formatMarkedScreen, formatRules, resolveRows } from './ruleReport.ts';

/** The result of one scene, or of a file that cannot be read. */
export type ScreenTestResult = { readonly file: ScreenFile; readonly name: string } & (
  | { readonly report: SceneReport }
  | { readonly unreadable: string }
);

export const hasPassed = (judged: ScreenTestResult): boolean =>
  'report' in judged && judged.report.differences.length === 0;

/** Yields results in the order of the files. The plugin remembers nothing of one file when it is asked about the next. */
export async function* testScreens(
  { plugin, plugins }: LocatedPlugin,
  files: readonly ScreenFile[],
): AsyncGenerator<ScreenTestResult, void> {
  const instance = plugins.createInstance(plugin);
  try {
    for (const file of files) {
      instance.reset();
      yield* testFile({ instance, statusRows: plugin.manifest.status_rows }, file);
    }
  } finally {
    await instance.close();
  }
}

async function* testFile(
  classifier: SceneClassifier,
  file: ScreenFile,
): AsyncGenerator<ScreenTestResult, void> {
  try {
    for (const scene of readScenes(file.name, readScreenFile(file.path)))
      yield { file, name: scene.name, report: await checkScene(classifier, scene) };
  } catch (problem) {
    if (!(problem instanceof PictureError || problem instanceof CommandError)) throw problem;
    yield { file, name: file.name, unreadable: problem.message };
  }
}

/** Formats the result of a scene for people. */
export function formatTestResult(judged: ScreenTestResult): readonly string[] {
  if ('unreadable' in judged) return [`FAIL ${judged.unreadable}`];
  const { name, report } = judged;
  if (hasPassed(judged)) return [`ok   ${name}  ${report.classified?.state}`];
  const [first = '', ...more] = report.differences;
  return [`FAIL ${name}: ${first}`, ...more.map(indent), ...formatDetails(report).map(indent)];
}

const indent = (line: string) => `     ${line}`.trimEnd();

function formatDetails({ classified, rules: traced, scene }: SceneReport): readonly string[] {
  const rules = resolveRows(traced, scene.screenContext.rows.length);
  const requested = Object.entries(scene.facts).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  const { stableMs, cursor } = scene.screenContext;
  const conditions = [
    `stable_ms ${stableMs}`,
    `the cursor at row ${cursor.row}, column ${cursor.col}`,
    ...requested,
  ];
  return [
    ...(classified
      ? [`confidence ${classified.confidence}, evidence: ${classified.evidence || 'none'}`]
      : []),
    `expected with ${conditions.join(', ')}`,
    ...(rules.length > 0 ? ['rules, in the order in which they were tried:'] : []),
    ...formatRules(rules).map((line) => `  ${line}`),
    'the screen:',
    ...formatMarkedScreen(scene.screenContext.rows, rules).map((line) => `  ${line}`),
  ];
}

function testResultJson(judged: ScreenTestResult): object {
  if ('unreadable' in judged) return { picture: judged.name, passed: false, problems: [judged.unreadable] };
  const { name, report } = judged;
  const { classified, failure, rules, scene, differences } = report;
  return {
    picture: name,
    passed: hasPassed(judged),
    problems: differences,
    expected: scene.expected,
    got: classified ?? { failure },
    rules,
    screen: scene.screenContext.rows.join('\n').trimEnd(),
  };
}

export async function testPlugin(
  { json }: OptionValues<typeof pluginTestCommand.options>,
  [word = '', ...pictures]: readonly string[],
): Promise<number> {
  const located = locatePlugin(word);
  try {
    const files = selectScreens(listScreens(located.folder), pictures);
    if (files.length === 0)
      throw new CommandError(`${located.plugin.name} has no pictures: ${located.folder}/screens`);
    await loadPlugin(located);
    return await printResults(located, files, json);
  } finally {
    await located.plugins.close();
  }
}

/** A plugin that does not load fails once, not for every picture. */
async function loadPlugin({ plugin, plugins }: LocatedPlugin): Promise<void> {
  await plugins
    .shared(plugin)
    .exports()
    .catch((problem: Error) => {
      throw new CommandError(`${plugin.name}: ${problem.message}`);
    });
}

async function printResults(
  located: LocatedPlugin,
  files: readonly ScreenFile[],
  json: boolean,
): Promise<number> {
  const all: ScreenTestResult[] = [];
  for await (const judged of testScreens(located, files)) {
    all.push(judged);
    if (!json) await printResult(`${formatTestResult(judged).join('\n')}\n`);
  }
  const failed = all.filter((each) => !hasPassed(each)).length;
  if (json) await printJson(all.map(testResultJson));
  else await printResult(`${all.length} tested, ${failed} failed\n`);
  return failed === 0 ? exitCodes.done : exitCodes.failed;
}
