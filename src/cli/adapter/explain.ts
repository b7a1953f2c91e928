/** `ptywright adapter explain`: the state of a screen, and every rule that was tried on the way to it. */
import { ask } from '../../core/picture/judge.ts';
import { PictureProblem } from '../../core/picture/problem.ts';
import { type Scene, scenesOf } from '../../core/picture/scenes.ts';
import type { Given } from '../command.ts';
import type { explain } from '../commands/adapter.ts';
import { locate } from '../plugin/locate.ts';
import { readScreen } from '../plugin/screens.ts';
import { printResult } from '../print.ts';
import { exits, Failure, UsageError } from '../usage.ts';
import { explainLive } from './live.ts';
import { type Rule, ruleLines, screenLines } from './shownScreen.ts';

type Options = Given<typeof explain.options>;

/** What can be told of one screen, wherever it is. */
export interface Explanation {
  /** The adapter or the picture. */
  readonly of: string;
  /** Absent when the plugin failed. */
  readonly state?: {
    readonly state: string;
    readonly confidence: number;
    readonly evidence: string;
    readonly metadata: object;
  };
  readonly failure?: string;
  readonly rules: readonly Rule[];
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly col: number };
  /** What a reader should know besides. */
  readonly note?: string;
}

export async function explainAdapter(given: Options): Promise<number> {
  const explanation = await explained(given);
  await printResult(
    given.json ? `${JSON.stringify(explanation, null, 2)}\n` : `${linesOf(explanation).join('\n')}\n`,
  );
  return explanation.failure === undefined ? exits.done : exits.failed;
}

function explained({ adapter, socket, plugin, picture, at }: Options): Promise<Explanation> {
  const live = adapter !== undefined;
  const offline = plugin !== undefined && picture !== undefined;
  if (live && (plugin !== undefined || picture !== undefined))
    throw new UsageError('either --adapter, or --plugin with --picture');
  if (live) return explainLive(adapter, socket);
  if (offline) return explainPicture(plugin, picture, at);
  throw new UsageError('expected --adapter ID, or --plugin PLUGIN with --picture FILE');
}

async function explainPicture(word: string, path: string, at: number): Promise<Explanation> {
  const { plugin, plugins } = locate(word);
  const instance = plugins.instance(plugin);
  try {
    let seen = 0;
    for (const scene of scenes(path)) {
      const { said, failure, rules } = await ask(
        { instance, statusRows: plugin.manifest.status_rows },
        scene,
      );
      if (++seen < at) continue;
      const answer = said ? { state: said } : { failure };
      return { of: scene.name, ...answer, rules, rows: scene.look.rows, cursor: scene.look.cursor };
    }
    throw new Failure(`${path}: has ${seen} marker${seen === 1 ? '' : 's'} with a state, not ${at}`);
  } finally {
    await instance.close();
    await plugins.close();
  }
}

function* scenes(path: string): Generator<Scene, void> {
  try {
    yield* scenesOf(path, readScreen(path));
  } catch (problem) {
    throw problem instanceof PictureProblem ? new Failure(problem.message) : problem;
  }
}

function linesOf({ of, state, failure, rules, rows, cursor, note }: Explanation): readonly string[] {
  return [
    state ? `${of}: ${state.state} (confidence ${state.confidence})` : `${of}: the plugin failed: ${failure}`,
    ...(state?.evidence ? [`evidence: ${state.evidence}`] : []),
    ...(state && Object.keys(state.metadata).length > 0
      ? [`metadata: ${JSON.stringify(state.metadata)}`]
      : []),
    '',
    ...(rules.length > 0
      ? ['Rules, in the order in which they were tried (+ matched, - did not):', ...ruleLines(rules)]
      : ['The plugin told of no rules: see ptywright.rules and ptywright.rule.']),
    '',
    ...(note ? [note] : []),
    ...screenLines(rows, rules),
    `The cursor is in row ${cursor.row}, column ${cursor.col}.`,
  ];
}
