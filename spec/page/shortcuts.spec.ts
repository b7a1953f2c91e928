import { afterEach, describe, expect, it } from 'vitest';
import type { NotingClient } from '../harness/connection.ts';
import { chromium } from './chromium.ts';
import { focused } from './seen.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const here = { program: '/bin/sh', args: ['-c', 'printf "prompt> "; cat'] };

/** Opens the first session. */
async function staged(before: (client: NotingClient) => Promise<unknown>): Promise<Watching> {
  open = await watching(before);
  await open.page.click('.card');
  await open.page.until("document.querySelector('.take')?.disabled === false");
  return open;
}

describe.skipIf(!chromium)('the session view (needs chromium)', () => {
  it('gives the keyboard back when the program exits, and handles page shortcuts again', async () => {
    const { page, client } = await staged(async ({ calls }) => {
      await calls.session.create({ program: '/bin/sh', args: ['-c', 'read -r line'] });
      await calls.session.create(here);
    });
    await page.click('.take');
    await page.shows('.banner', 'You have the keyboard');
    await page.key('Enter');
    await page.shows('.stage .pill', 'ended');
    await page.shows('.take', 'Take over');
    expect(await page.text('.banner')).toBe('');
    expect(await page.ask(focused)).toContain('stage-name');
    await page.until("document.querySelector('.take').disabled");
    expect((await client.calls.session.info({ session: 's1' })).holder).toBe(null);
    await page.key('j');
    await page.until("location.hash === '#/session/s2'");
  });
});
