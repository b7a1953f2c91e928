/** `ptywright plugin test`: asks a plugin about its pictures and recordings, and reports differences. */
import { PictureError } from '#adapters/pictureFile.ts';
import { checkScene, type SceneClassifier, type SceneReport } from '#adapters/sceneCheck.ts';
import { readScenes } from '#adapters/scenes.ts';
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

/**
 * Yields results in the order of the files. A separate worker for each of some hundred pictures would take half a
 * minute. So one worker is asked about all pictures, and another one in reverse order. A picture passes if both answers
 * are right. Each recording has its own worker.
 */
export async function* testScreens(
  located: LocatedPlugin,
  files: readonly ScreenFile[],
): AsyncGenerator<ScreenTestResult, void> {
  const pictures = files.filter(({ path }) => path.endsWith('.txt'));
  const answers = await testTogether(located, pictures);
  const right = pictures.filter((file) => hasPassed(answers.get(file)!));
  for (const [file, answer] of await testTogether(located, right.reverse())) answers.set(file, answer);
  yield* mapInOrder(files, async (file) => {
    const answer = answers.get(file);
    return answer ? [answer] : await testRecording(located, file);
  });
}

/** While one worker starts, another answers and the emulator replays for a third. */
const maxConcurrent = 3;

async function* mapInOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly Result[]>,
): AsyncGenerator<Result, void> {
  const begun: Promise<readonly Result[]>[] = [];
  for (const at of items.keys()) {
    while (begun.length < Math.min(at + maxConcurrent, items.length)) begun.push(work(items[begun.length]!));
    yield* await begun[at]!;
  }
}

/**
 * A wrong answer may come from what a worker has learned from earlier pictures. So a new worker is asked again, its answer
 * counts, and it replaces the earlier one.
 */
async function testTogether(
  located: LocatedPlugin,
  pictures: readonly ScreenFile[],
): Promise<Map<ScreenFile, ScreenTestResult>> {
  const answers = new Map<ScreenFile, ScreenTestResult>();
  while (answers.size < pictures.length)
    await withClassifier(located, (witness) =>
      testUntilWrong(witness, pictures.slice(answers.size), answers),
    );
  return answers;
}

async function testUntilWrong(
  witness: SceneClassifier,
  pictures: readonly ScreenFile[],
  answers: Map<ScreenFile, ScreenTestResult>,
): Promise<void> {
  for (const [at, file] of pictures.entries())
    for await (const judged of testFile(witness, file)) {
      if (at > 0 && !hasPassed(judged)) return;
      answers.set(file, judged);
    }
}

async function testRecording(located: LocatedPlugin, file: ScreenFile): Promise<readonly ScreenTestResult[]> {
  const all: ScreenTestResult[] = [];
  await withClassifier(located, async (witness) => {
    for await (const judged of testFile(witness, file)) all.push(judged);
  });
  return all;
}

async function* testFile(witness: SceneClassifier, file: ScreenFile): AsyncGenerator<ScreenTestResult, void> {
  try {
    for (const scene of readScenes(file.name, readScreenFile(file.path)))
      yield { file, name: scene.name, report: await checkScene(witness, scene) };
  } catch (problem) {
    if (!(problem instanceof PictureError || problem instanceof CommandError)) throw problem;
    yield { file, name: file.name, unreadable: problem.message };
  }
}

async function withClassifier(
  { plugin, plugins }: LocatedPlugin,
  deed: (witness: SceneClassifier) => Promise<void>,
) {
  const instance = plugins.createInstance(plugin);
  try {
    await deed({ instance, statusRows: plugin.manifest.status_rows });
  } finally {
    await instance.close();
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
