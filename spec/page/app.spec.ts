/** The page of `ptywright watch` in a real browser: what a user sees and does. */
import { afterEach, describe, expect, it } from 'vitest';
import type { NotingClient } from '../harness/connection.ts';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { screenShows } from './seen.ts';
import { violations } from './violations.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const ctrl = 2;

const sessions = 'document.querySelectorAll(".card").length';

describe.skipIf(!chromium)('the page in Chromium (needs chromium)', () => {
  it('takes over: the program gets typed input, other input is refused, and the input is then released', async () => {
    let session = '';
    open = await watching(async ({ calls }) => {
      ({ session } = await calls.session.create({ ...program('asks-name'), name: 'asks' }));
    });
    const { page, client } = open;
    await page.click('.card');
    await page.until(screenShows('name?'));
    // Without the keyboard, the page itself handles the keys.
    await page.key('x');
    await page.until("document.querySelector('.take')?.disabled === false");
    await page.click('.take');
    await page.shows('.banner', 'You have the keyboard');
    await page.type('ada');
    await page.key('Enter');
    await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'hello ada' } });
    await page.until(screenShows('hello ada'));
    await expect(
      client.calls.session.input({ session, action: { type: 'text', value: 'no' } }),
    ).rejects.toMatchObject({ data: { fault: 'InputHeld' } });
    expect(await client.calls.session.info({ session })).toMatchObject({ holder: { from: 'everyone' } });
    await client.calls.server.set_notifications({ enabled: true });
    const released = new Promise<void>((resolve) => {
      client.news.session.held(({ holder }) => holder === null && resolve());
    });
    await page.key(']', ctrl);
    await page.shows('.take', 'Take over');
    await released;
    expect(await client.calls.session.info({ session })).toMatchObject({ holder: null });
    await client.calls.session.input({ session, action: { type: 'text', value: 'yes' } });
    await page.until(screenShows('yes'));
    expect(page.complaints).toEqual([]);
  });

  it('plays a recording of the server, and seeks back in it', async () => {
    open = await watching(async ({ calls }) => {
      const { session } = await calls.session.create({ ...program('asks-name'), name: 'taped' });
      const { recording } = await calls.recording.start({ session });
      await calls.session.act({
        session,
        actions: [
          { type: 'text', value: 'ada' },
          { type: 'key', value: 'enter' },
        ],
        matcher: { type: 'contains_text', value: 'hello ada' },
      });
      await calls.recording.mark({ recording, label: 'greeted' });
    });
    const { page } = open;
    await page.click('.card');
    await page.click('[role=tab]:nth-child(3)');
    await page.click('.recordings button');
    await page.shows('.marks', 'greeted');
    await page.until("document.querySelector('.play')?.textContent === 'Play'");
    await page.until(screenShows('hello ada'));
    await page.key('Home');
    await page.until(`!${screenShows('hello ada')}`);
    await page.key('End');
    await page.until(screenShows('hello ada'));
    expect(page.complaints).toEqual([]);
  });

  it('shows overlays in thumbnails', async () => {
    open = await watching(({ calls }) => calls.session.create({ ...program('asks-name'), name: 'asks' }));
    const { page, client } = open;
    await page.shows('.card', 'asks');
    const received = page.messages('over the screen');
    const session = 's1';
    await client.calls.overlay.create({ session, x: 0, y: 2, spans: [{ text: 'over the screen' }] });
    await received;
  });

  it.each([360, 760, 1000])('shows full cards in the strip, %i pixels wide', async (width) => {
    const create = async ({ calls }: NotingClient) => {
      for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
        await calls.session.create({ ...program('asks-name'), name });
    };
    open = await watching(create, { width, height: 600 });
    const { page } = open;
    await page.until(`${sessions} === 7`);
    await page.key('j');
    await page.until(screenShows('name?'));
    expect(
      await page.ask(`(() => {
        const strip = document.querySelector('.rail').getBoundingClientRect();
        const main = document.querySelector('.main');
        return [...document.querySelectorAll('.card')].every((card) => card.getBoundingClientRect().bottom <= strip.bottom)
          && document.querySelector('.rail').scrollHeight <= document.querySelector('.rail').clientHeight;
      })()`),
    ).toBe(true);
  });

  it.each([
    ['all of them', 1440, 'dark', undefined],
    ['all of them', 360, 'light', undefined],
    ['one', 1440, 'light', 'j'],
    ['one', 800, 'dark', 'j'],
    ['one', 360, 'dark', 'j'],
  ] as const)('is accessible: %s, %i pixels wide, %s', async (_, width, scheme, key) => {
    open = await watching(
      async ({ calls }) => {
        await calls.session.create({ ...program('prints-red'), name: 'red' });
        const { session } = await calls.session.create({ ...program('asks-name'), tags: ['one'] });
        calls.session.wait({ session, matcher: { type: 'bell' } }).catch(() => {});
      },
      { width, scheme },
    );
    const { page } = open;
    await page.until(`${sessions} === 2`);
    if (key) await page.key(key);
    if (key) await page.until(screenShows('it is'));
    expect(await violations(page)).toEqual([]);
    expect(await page.ask('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});
