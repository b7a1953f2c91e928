import { afterEach, describe, expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe.skipIf(!chromium)('the page (needs chromium)', () => {
  it('marks missing output in the transcript', async () => {
    open = await watching(({ calls }) =>
      calls.session.create({ ...program('echoes-raw'), transcript_max_chars: 2000 }),
    );
    const { page, client } = open;
    await page.click('.card');
    await page.click('[role=tab]:nth-child(2)');
    await page.shows('.transcript', 'ready');
    const value = `${`${'much '.repeat(12)}\n`.repeat(200)}the end`;
    await client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    await page.shows('.transcript', 'the end');
    expect(await page.text('.transcript')).toContain('some output is no longer kept');
  });
});
