/** A recording has the same length in the list and in the player. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { drop } from './seen.ts';
import { watching } from './watching.ts';

const lines = (last: number) => `[{ version: 2, width: 80, height: 24 }, [0, 'o', 'a'], [${last}, 'o', 'b']]`;

it.skipIf(!chromium)('shows its length with and without pauses (needs chromium)', async () => {
  const { page, close } = await watching();
  try {
    await page.ask(drop(lines(100)));
    await page.shows('.time', '/ 0:01, 1:40 with pauses');
    await page.click('.choices input');
    await page.shows('.time', '/ 1:40');
    expect(await page.text('.time')).not.toContain('with pauses');
  } finally {
    await close();
  }
});

it.skipIf(!chromium)('plays a stopped recording (needs chromium)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lengths-'));
  const { page, client, close } = await watching(async ({ calls }) => {
    const { session } = await calls.session.create(program('prints-ready'));
    const { recording } = await calls.recording.start({ session, path: join(folder, 'one.cast') });
    await calls.session.wait({ session, matcher: { type: 'contains_text', value: 'ready' } });
    await calls.recording.stop({ recording });
  });
  try {
    await page.click('.card');
    await page.click('[role=tab]:nth-child(3)');
    await page.shows('.recordings', 'one.cast');
    await page.shows('.recordings', 'stopped');
    const { recordings } = await client.calls.recording.list({});
    expect(recordings).toHaveLength(1);
    await page.click('.recordings button');
    await page.shows('.stage-name', 'one.cast');
    expect(page.complaints).toEqual([]);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
});
