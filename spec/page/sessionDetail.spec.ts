import { describe, expect, it } from 'vitest';
import { chromium } from './chromium.ts';
import { drop, focused, screenShows } from './seen.ts';
import { here, stagedSessions } from './staged.ts';
import type { Watching } from './watching.ts';

const ctrl = 2;

const staged = stagedSessions();

/** Returns all elements that Tab reaches, until the focus is back at the start. */
async function tabbed({ page }: Watching): Promise<readonly string[]> {
  const came: string[] = [];
  for (let at = 0; at < 30; at++) {
    await page.key('Tab');
    const where = await page.ask<string>(focused);
    if (where === came[0]) return came;
    came.push(where);
  }
  return came;
}

describe.skipIf(!chromium)('the session view (needs chromium)', () => {
  it('does not trap keyboard focus before taking over', async () => {
    const watched = await staged(async ({ calls }) => {
      await calls.session.create(here);
      await calls.session.create(here);
    });
    const { page } = watched;
    const came = await tabbed(watched);
    expect(came.filter((where) => where.startsWith('xterm'))).toEqual([]);
    expect(came.map((where) => where.split(':')[0])).toEqual(
      expect.arrayContaining(['take', 'screen', 'card']),
    );
    await page.click('.screen');
    await page.key('j');
    await page.until("location.hash === '#/session/s2'");
    await page.key('Tab', 8);
    await page.key('Escape');
    await page.until("location.hash === '#/'");
    await page.ask(drop(`[{ version: 2, width: 80, height: 24 }, [0, 'o', 'taped'], [1, 'o', '.']]`));
    await page.until(screenShows('taped'));
    const played = (await tabbed(watched)).map((where) => where.split(':')[0]);
    expect(played.filter((where) => where!.startsWith('xterm'))).toEqual([]);
    expect(played).toEqual(expect.arrayContaining(['play', 'INPUT', 'SELECT']));
  });

  it('releases an input lock that arrives after the view was left', async () => {
    const { page, client } = await staged(({ calls }) => calls.session.create(here));
    const news: unknown[] = [];
    await client.calls.server.set_notifications({ enabled: true });
    const free = new Promise<void>((resolve) => {
      client.news.session.held(({ holder }) => {
        news.push(holder?.name);
        if (!holder) resolve();
      });
    });
    await page.ask("document.querySelector('.take').click(); location.hash = '#/'");
    await free;
    expect(news).toHaveLength(2);
  });

  it('focuses the heading when a session is closed during input', async () => {
    const { page, client } = await staged(({ calls }) => calls.session.create(here));
    await page.click('.take');
    await page.shows('.banner', 'You have the keyboard');
    await client.calls.session.close({ session: 's1' });
    await page.shows('.stage .pill', 'closed');
    expect(await page.ask(focused)).toContain('stage-name');
    await page.key(']', ctrl);
    await page.key('Escape');
    await page.until("location.hash === '#/'");
  });
});
