/** `ptywright plugin test`: shows a plugin its pictures and recordings, and tells what it takes for something else. */
import { judge, type Verdict, type Witness } from '../../core/picture/judge.ts';
import { PictureProblem } from '../../core/picture/problem.ts';
import { scenesOf } from '../../core/picture/scenes.ts';
import type { Given } from '../command.ts';
import type { test } from '../commands/plugin.ts';
import { printResult } from '../print.ts';
import { exits, Failure } from '../usage.ts';
import { type Located, locate } from './locate.ts';
import { chosen, readScreen, type ScreenFile, screensOf } from './screens.ts';
import { judgedJson, judgedLines } from './verdictText.ts';

/** What came of one scene, or of a file that cannot be read. */
export type Judged =
  | { readonly name: string; readonly verdict: Verdict }
  | { readonly name: string; readonly unreadable: string };

export async function testPlugin(
  { json }: Given<typeof test.options>,
  [word = '', ...pictures]: readonly string[],
): Promise<number> {
  const located = locate(word);
  try {
    const files = chosen(screensOf(located.folder), pictures);
    if (files.length === 0)
      throw new Failure(`${located.plugin.name} has no pictures: ${located.folder}/screens`);
    await load(located);
    return await judgeAll(located, files, json);
  } finally {
    await located.plugins.close();
  }
}

/** One that does not load fails once, not with every picture. */
async function load({ plugin, plugins }: Located): Promise<void> {
  await plugins
    .shared(plugin)
    .exports()
    .catch((problem: Error) => {
      throw new Failure(`${plugin.name}: ${problem.message}`);
    });
}

async function judgeAll(located: Located, files: readonly ScreenFile[], json: boolean): Promise<number> {
  const all: Judged[] = [];
  for (const file of files) {
    for await (const judged of judgeFile(located, file)) {
      all.push(judged);
      if (!json) await printResult(`${judgedLines(judged).join('\n')}\n`);
    }
  }
  const failed = all.filter((each) => !passed(each)).length;
  const counted = `${all.length} asked, ${failed} failed`;
  await printResult(json ? `${JSON.stringify(all.map(judgedJson), null, 2)}\n` : `${counted}\n`);
  return failed === 0 ? exits.done : exits.failed;
}

/** Each file gets an instance of its own: what a plugin remembers of one must not decide about another. */
export async function* judgeFile(
  { plugin, plugins }: Located,
  { path, name }: ScreenFile,
): AsyncGenerator<Judged, void> {
  const instance = plugins.instance(plugin);
  const witness: Witness = { instance, statusRows: plugin.manifest.status_rows };
  try {
    for (const scene of scenesOf(name, readScreen(path)))
      yield { name: scene.name, verdict: await judge(witness, scene) };
  } catch (problem) {
    if (!(problem instanceof PictureProblem)) throw problem;
    yield { name, unreadable: problem.message };
  } finally {
    await instance.close();
  }
}

export const passed = (judged: Judged): boolean =>
  'verdict' in judged && judged.verdict.differences.length === 0;
