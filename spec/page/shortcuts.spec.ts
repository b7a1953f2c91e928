import { describe, expect, it } from 'vitest';
import { chromium } from './chromium.ts';
import { focused } from './seen.ts';
import { here, stagedSessions } from './staged.ts';

const staged = stagedSessions();

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
