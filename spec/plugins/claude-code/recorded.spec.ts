/** Recordings of several versions of the program, cut after each output. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { frameMs } from '../../agents/score/step.ts';
import { cutsOf } from './cuts.ts';
import { witness } from './witness.ts';

const folder = fileURLToPath(new URL('recordings', import.meta.url));
const recordings = readdirSync(folder).filter((file) => file.endsWith('.cast'));

it('are of the first version that is known, of the last, and of some between', () => {
  const versions = new Set(recordings.map((file) => file.split('-')[0]));
  expect(versions.size).toBeGreaterThanOrEqual(4);
});

describe.each(recordings)('%s', (file) => {
  it('shows no wrong state for longer than a frame, and the right one wherever it is known', async () => {
    const { said } = witness();
    const wrong: string[] = [];
    let since: { readonly state: string; readonly ms: number } | undefined;
    for (const { scene, ms, allowed, final } of cutsOf(join(folder, file))) {
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
