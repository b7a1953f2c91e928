/**
 * Asks a plugin about its pictures and recordings. A worker of its own for each of some hundred pictures would take
 * half a minute: they are all shown to one, and in the opposite order to another. What is answered right by both is
 * right; anything else is asked again of one that has seen nothing else, and that counts. A recording has its own.
 */
import { judge, type Verdict, type Witness } from '../../core/picture/judge.ts';
import { PictureProblem } from '../../core/picture/problem.ts';
import { scenesOf } from '../../core/picture/scenes.ts';
import { Failure } from '../usage.ts';
import type { Located } from './locate.ts';
import { readScreen, type ScreenFile } from './screens.ts';

/** What came of one scene, or of a file that cannot be read. */
export type Judged = { readonly file: ScreenFile; readonly name: string } & (
  | { readonly verdict: Verdict }
  | { readonly unreadable: string }
);

export const passed = (judged: Judged): boolean =>
  'verdict' in judged && judged.verdict.differences.length === 0;

/** In the order of the files. */
export async function* judgeAll(
  located: Located,
  files: readonly ScreenFile[],
): AsyncGenerator<Judged, void> {
  const pictures = files.filter(({ path }) => path.endsWith('.txt'));
  const right = await answeredRight(located, pictures);
  yield* inOrder(files, async (file) => right.get(file) ?? (await judgeAlone(located, file)));
}

/** A worker of the plugin comes up, and another one answers, while the emulator replays for a third. */
const lanes = 3;

async function* inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<readonly Result[]>,
): AsyncGenerator<Result, void> {
  const begun: Promise<readonly Result[]>[] = [];
  for (const at of items.keys()) {
    while (begun.length < Math.min(at + lanes, items.length)) begun.push(work(items[begun.length]!));
    yield* await begun[at]!;
  }
}

async function answeredRight(
  located: Located,
  pictures: readonly ScreenFile[],
): Promise<ReadonlyMap<ScreenFile, readonly Judged[]>> {
  const answers = await judgeTogether(located, pictures);
  const again = await judgeTogether(located, [...pictures].reverse());
  const isRight = (judged: Judged | undefined) => judged !== undefined && passed(judged);
  return new Map(
    [...answers].flatMap(([file, judged]) =>
      isRight(judged) && isRight(again.get(file)) ? [[file, [judged]]] : [],
    ),
  );
}

async function judgeTogether(
  located: Located,
  pictures: readonly ScreenFile[],
): Promise<ReadonlyMap<ScreenFile, Judged>> {
  const answers = new Map<ScreenFile, Judged>();
  await withWitness(located, async (witness) => {
    for (const file of pictures)
      for await (const judged of judgeFile(witness, file)) answers.set(file, judged);
  });
  return answers;
}

async function judgeAlone(located: Located, file: ScreenFile): Promise<readonly Judged[]> {
  const all: Judged[] = [];
  await withWitness(located, async (witness) => {
    for await (const judged of judgeFile(witness, file)) all.push(judged);
  });
  return all;
}

async function* judgeFile(witness: Witness, file: ScreenFile): AsyncGenerator<Judged, void> {
  try {
    for (const scene of scenesOf(file.name, readScreen(file.path)))
      yield { file, name: scene.name, verdict: await judge(witness, scene) };
  } catch (problem) {
    if (!(problem instanceof PictureProblem || problem instanceof Failure)) throw problem;
    yield { file, name: file.name, unreadable: problem.message };
  }
}

async function withWitness({ plugin, plugins }: Located, deed: (witness: Witness) => Promise<void>) {
  const instance = plugins.instance(plugin);
  try {
    await deed({ instance, statusRows: plugin.manifest.status_rows });
  } finally {
    await instance.close();
  }
}
