/** `ptywright adapter explain`: prints the state of a screen and every rule that was tried. */

import { existsSync } from 'node:fs';
import { PictureError } from '#adapters/pictureFile.ts';
import { classifyScene, readScenes, type Scene } from '#adapters/scenes.ts';
import type { AdapterExplainResult, State } from '#client/api.ts';
import { limits } from '#limits.ts';
import type { OptionValues } from '../command.ts';
import { withServer } from '../connect.ts';
import { CommandError, exitCodes, UsageError } from '../errors.ts';
import { printJson, printResult } from '../print.ts';
import type { adapterExplainCommand } from './commands.ts';
import { listScreens, locatePlugin, readScreenFile } from './pluginFolder.ts';
import { formatMarkedScreen, formatRules, type ReportedRule, resolveRows } from './ruleReport.ts';

const explainRunningAdapter = (adapter: string, socket: string | undefined): Promise<AdapterExplanation> =>
  withServer(socket, async (client) => {
    const { state, rules, intent } = await client.calls.adapter.explain({ adapter });
    const snapshot = await client.calls.adapter.snapshot({ adapter });
    // Snapshots are `unchanged` only for callers that send the last sequence number.
    if ('unchanged' in snapshot) throw new CommandError('the server returned no screen');
    const { plain_text, sequence, cursor, size } = snapshot;
    const moved = sequence !== state.sequence;
    return {
      of: adapter,
      state,
      rules: resolveRows(rules, size.rows),
      rows: plain_text.split('\n'),
      cursor,
      ...(intent && { intent }),
      ...(moved && { note: 'The screen has changed since the plugin read it. The current screen:' }),
    };
  });

type ExplainOptions = OptionValues<typeof adapterExplainCommand.options>;

/** The explanation of one screen, of a running adapter or a picture. */
interface AdapterExplanation {
  /** The adapter or the picture. */
  readonly of: string;
  /** Absent when the plugin failed. */
  readonly state?: Pick<State, 'state' | 'confidence' | 'evidence' | 'metadata'>;
  readonly failure?: string;
  readonly rules: readonly ReportedRule[];
  readonly rows: readonly string[];
  readonly cursor: { readonly row: number; readonly col: number };
  readonly intent?: AdapterExplainResult['intent'];
  readonly note?: string;
}

export async function explainAdapter(given: ExplainOptions): Promise<number> {
  const explanation = await explain(given);
  if (given.json) await printJson(explanation);
  else await printResult(`${formatExplanation(explanation).join('\n')}\n`);
  return explanation.failure === undefined ? exitCodes.done : exitCodes.failed;
}

function explain({ adapter, socket, plugin, picture, at }: ExplainOptions): Promise<AdapterExplanation> {
  const live = adapter !== undefined;
  const offline = plugin !== undefined && picture !== undefined;
  if (live && (plugin !== undefined || picture !== undefined))
    throw new UsageError('--adapter cannot be combined with --plugin and --picture');
  if (live) return explainRunningAdapter(adapter, socket);
  if (offline) return explainPicture(plugin, picture, at);
  throw new UsageError('expected --adapter ID, or --plugin PLUGIN with --picture FILE');
}

async function explainPicture(word: string, path: string, at: number): Promise<AdapterExplanation> {
  const { plugin, folder, plugins } = locatePlugin(word);
  const instance = plugins.createInstance(plugin);
  try {
    let seen = 0;
    for (const scene of readSceneFile(path, folder)) {
      const { classified, failure, rules } = await classifyScene(
        { instance, statusRows: plugin.manifest.status_rows },
        scene,
      );
      if (++seen < at) continue;
      const answer = classified ? { state: classified } : { failure };
      return {
        of: scene.name,
        ...answer,
        rules: resolveRows(rules, scene.screenContext.rows.length),
        rows: scene.screenContext.rows,
        cursor: scene.screenContext.cursor,
      };
    }
    throw new CommandError(
      `${path}: --at ${at}: the recording has ${seen} marker${seen === 1 ? '' : 's'} with a state`,
    );
  } finally {
    await instance.close();
    await plugins.close();
  }
}

function describeScreens(folder: string): string {
  const screens = listScreens(folder).map(({ path }) => path);
  const more = screens.length - limits.listedMatches;
  if (screens.length === 0) return `${folder} has no pictures`;
  return `the pictures of the plugin are ${screens.slice(0, limits.listedMatches).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function* readSceneFile(path: string, folder: string): Generator<Scene, void> {
  if (!existsSync(path)) throw new CommandError(`${path}: no such file; ${describeScreens(folder)}`);
  try {
    yield* readScenes(path, readScreenFile(path));
  } catch (problem) {
    throw problem instanceof PictureError ? new CommandError(problem.message) : problem;
  }
}

function formatExplanation({
  of,
  state,
  failure,
  rules,
  rows,
  cursor,
  intent,
  note,
}: AdapterExplanation): readonly string[] {
  return [
    state ? `${of}: ${state.state} (confidence ${state.confidence})` : `${of}: the plugin failed: ${failure}`,
    ...(state?.evidence ? [`evidence: ${state.evidence}`] : []),
    ...(state && Object.keys(state.metadata).length > 0
      ? [`metadata: ${JSON.stringify(state.metadata)}`]
      : []),
    ...(intent ? [formatIntent(intent)] : []),
    '',
    ...(rules.length > 0
      ? ['Rules, in the order in which they were tried (+ matched, - did not match):', ...formatRules(rules)]
      : ['The plugin reported no rules: see ptywright.rules and ptywright.rule.']),
    '',
    ...(note ? [note] : []),
    ...formatMarkedScreen(rows, rules),
    `The cursor is at row ${cursor.row}, column ${cursor.col}.`,
  ];
}

const formatIntent = ({ intent, step, line, why }: NonNullable<AdapterExplanation['intent']>): string =>
  [`intent: ${intent} waits in step ${step}`, line && `at ${line}`, why && `for ${why}`]
    .filter(Boolean)
    .join(' ');
