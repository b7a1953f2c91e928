import { afterEach, describe, expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const sessions = 'document.querySelectorAll(".card").length';

describe.skipIf(!chromium)('the page in Chromium (needs chromium)', () => {
  it('shows new sessions, waits and transcripts, and removes closed sessions', async () => {
    open = await watching();
    const { page, client } = open;
    await page.shows('.nothing', 'No sessions yet');
    const { session } = await client.calls.session.create({ ...program('asks-name'), name: 'late' });
    await page.shows('.card', 'late');
    const wait = client.calls.session.wait({
      session,
      wait_id: 'w',
      matcher: { type: 'contains_text', value: 'never comes' },
      timeout_ms: 60_000,
    });
    wait.catch(() => {});
    await page.shows('.card', '1 wait');
    await page.key('j');
    await page.shows('.waits', 'the screen to show "never comes"');
    await page.key('s');
    await page.type('NAME');
    await page.shows('.transcript mark', 'name');
    await page.key('Escape');
    await client.calls.session.cancel_wait({ wait_id: 'w' });
    await page.shows('.leaf', 'No waits');
    await client.calls.session.close({ session });
    await page.shows('.stage .pill', 'closed');
    await page.until(`${sessions} === 0`);
    expect(page.complaints).toEqual([]);
  });
});
