/** `ptywright plugin test`: shows a plugin its pictures and recordings, and tells what it takes for something else. */
import type { Given } from '../command.ts';
import type { test } from '../commands/plugin.ts';
import { printResult } from '../print.ts';
import { exits, Failure } from '../usage.ts';
import { type Judged, judgeAll, passed } from './judging.ts';
import { type Located, locate } from './locate.ts';
import { chosen, type ScreenFile, screensOf } from './screens.ts';
import { judgedJson, judgedLines } from './verdictText.ts';

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
    return await tellAll(located, files, json);
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

async function tellAll(located: Located, files: readonly ScreenFile[], json: boolean): Promise<number> {
  const all: Judged[] = [];
  for await (const judged of judgeAll(located, files)) {
    all.push(judged);
    if (!json) await printResult(`${judgedLines(judged).join('\n')}\n`);
  }
  const failed = all.filter((each) => !passed(each)).length;
  const counted = `${all.length} asked, ${failed} failed`;
  await printResult(json ? `${JSON.stringify(all.map(judgedJson), null, 2)}\n` : `${counted}\n`);
  return failed === 0 ? exits.done : exits.failed;
}
