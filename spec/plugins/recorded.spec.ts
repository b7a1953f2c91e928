/** Recordings of real programs, cut after each output. Each plugin has its own in `spec/plugins/NAME/recordings`. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameMs } from '../agents/score/step.ts';
import { cutsOf } from './claude-code/cuts.ts';
import { witness } from './claude-code/witness.ts';

const recordings = readdirSync(import.meta.dirname).flatMap((plugin) => {
  const folder = join(import.meta.dirname, plugin, 'recordings');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.cast')) : [];
  return files.map((file) => ({ plugin, file, path: join(folder, file) }));
});

describe.each(recordings)('$plugin $file', ({ plugin, path }) => {
  it('shows no wrong state for longer than a frame, and the right one wherever it is known', async () => {
    const { said } = witness(plugin);
    const wrong: string[] = [];
    let since: { readonly state: string; readonly ms: number } | undefined;
    for (const { scene, ms, allowed, final } of cutsOf(path)) {
      const { state, evidence } = await said(scene);
      const place = `${(ms / 1000).toFixed(3)}: ${state} (${evidence})`;
      if (since && since.state !== state) {
        if (ms - since.ms > frameMs)
          wrong.push(`${since.state} for ${Math.round(ms - since.ms)} ms until ${place}`);
        since = undefined;
      }
      if (final && state !== scene.expected.state) wrong.push(`${place}, and it was ${scene.expected.state}`);
      else if (!allowed.has(state)) since ??= { state, ms };
    }
    expect(wrong).toEqual([]);
  });
});
