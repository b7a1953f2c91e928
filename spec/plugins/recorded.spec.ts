/** Recordings of real programs, cut after each output. Each plugin has its own in `spec/plugins/NAME/recordings`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameMs } from '../agents/score/step.ts';
import { createClassifier } from './claude-code/classifier.ts';
import { cutsOf } from './claude-code/cuts.ts';
import { TurnCollector } from './claude-code/turnCollector.ts';
import { expectTurns, turns } from './claude-code/turns.ts';

const recordings = readdirSync(import.meta.dirname).flatMap((plugin) => {
  const folder = join(import.meta.dirname, plugin, 'recordings');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.cast')) : [];
  return files.map((file) => ({ plugin, file, path: join(folder, file) }));
});

interface Played {
  /** Wrong states that were visible for longer than a frame. */
  readonly wrong: readonly string[];
  readonly turns: TurnCollector;
}

async function play(plugin: string, path: string): Promise<Played> {
  const { said } = createClassifier(plugin);
  const received = new TurnCollector();
  const wrong: string[] = [];
  let since: { readonly state: string; readonly ms: number } | undefined;
  for (const { scene, ms, allowed, final } of cutsOf(path)) {
    const { state, evidence, events } = await said(scene);
    received.receive(events);
    const place = `${(ms / 1000).toFixed(3)}: ${state} (${evidence})`;
    if (since && since.state !== state) {
      if (ms - since.ms > frameMs)
        wrong.push(`${since.state} for ${Math.round(ms - since.ms)} ms until ${place}`);
      since = undefined;
    }
    if (final && state !== scene.expected.state) wrong.push(`${place}, and it was ${scene.expected.state}`);
    else if (!allowed.has(state)) since ??= { state, ms };
  }
  return { wrong, turns: received };
}

describe.each(recordings)('$plugin $file', ({ plugin, file, path }) => {
  let played: Promise<Played> | undefined;
  const once = () => (played ??= play(plugin, path));

  it('shows no wrong state for longer than a frame, and the right one wherever it is defined', async () => {
    expect((await once()).wrong).toEqual([]);
  });

  const expected = plugin === 'claude-code' ? turns[file] : undefined;
  if (expected)
    it('reports each turn once, unchanged', async () => {
      expectTurns((await once()).turns, expected);
    });
});

it('all recordings with known turns exist', () => {
  const files = recordings.flatMap(({ plugin, file }) => (plugin === 'claude-code' ? [file] : []));
  expect(files).toEqual(expect.arrayContaining(Object.keys(turns)));
});
