/** The page where something is odd: no storage, a server that comes back, names longer than their place. */
import { afterEach, describe, expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { screenShows } from './seen.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe.skipIf(!chromium)('the page (needs chromium)', () => {
  it('remembers dark and light for itself where the browser keeps nothing', async () => {
    const before = `Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('denied', 'SecurityError'); },
    })`;
    open = await watching(undefined, { before });
    const { page } = open;
    await page.shows('.nothing', 'No session is there yet');
    await page.key('d');
    await page.until("document.documentElement.dataset.scheme === 'light'");
    expect(page.complaints).toEqual([]);
  });

  it('lets go of all that it showed when it is lost, and begins again', async () => {
    open = await watching(({ calls }) => calls.session.create({ ...program('asks-name'), name: 'asks' }));
    const { page, client, url } = open;
    const { port } = new URL(url);
    for (let again = 0; again < 2; again++) {
      await page.shows('.card', 'asks');
      await page.key('j');
      await page.until(screenShows('name?'));
      await client.calls.server.close_page({});
      await page.shows('.notice', 'The server has ended');
      const { hash } = new URL((await client.calls.server.open_page({ port: Number(port) })).url);
      await page.ask(`location.hash = ${JSON.stringify(hash)}`);
    }
    await page.shows('.card', 'asks');
    await page.key('j');
    await page.until(screenShows('name?'));
    await page.drawn("document.querySelector('.thumb').height !== 150");
    expect(
      await page.ask(`(() => {
        const drawn = new Set();
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = function (...how) {
          drawn.add(this);
          return getContext.apply(this, how);
        };
        document.querySelector('.bar .icon').click();
        return [...drawn].map(({ isConnected }) => isConnected);
      })()`),
    ).toEqual([true]);
  });

  it('cuts a long name where its place ends, and says so', async () => {
    const name = 'a-name-that-is-longer-than-any-place-for-it';
    open = await watching(({ calls }) => calls.session.create({ ...program('asks-name'), name }));
    const { page, client } = open;
    const cut = `(() => {
      const { clientWidth, scrollWidth, parentElement } = document.querySelector('.card-name');
      return scrollWidth > clientWidth && clientWidth < parentElement.clientWidth;
    })()`;
    await page.shows('.card-name', name);
    await page.key('j');
    await page.until(screenShows('name?'));
    expect(await page.ask(cut)).toBe(true);
    await page.resize({ width: 360 });
    await page.drawn('innerWidth === 360');
    expect(await page.ask(cut)).toBe(true);
    await client.calls.session.rename({ session: 's1', name: 'brief' });
    await page.shows('.card-name', 'brief');
    await page.shows('.stage-name', 'brief');
  });

  it('says where something is missing in what was written', async () => {
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
    expect(await page.text('.transcript')).toContain('what was written here is not kept');
  });

  it('can be taken over where its screen is out of sight, and shows it as it is by then', async () => {
    const view = { width: 360, height: 260 };
    open = await watching(
      ({ calls }) => calls.session.create({ ...program('echoes-raw'), name: 'low' }),
      view,
    );
    const { page, client } = open;
    await page.click('.card');
    await page.until("document.querySelector('.take')?.disabled === false");
    const type = (value: string) =>
      client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    await type('\x1b[2J\x1b[Hearly');
    await type('\x1b[2J\x1b[Hlate');
    await page.ask("document.querySelector('.screen').scrollIntoView()");
    await page.until(screenShows('late'));
    expect(await page.ask(screenShows('early'))).toBe(false);
  });

  it('tells the others who is at it, as its address says', async () => {
    open = await watching(({ calls }) => calls.session.create({ ...program('asks-name'), name: 'asks' }));
    const { client, url } = open;
    const ada = await open.open(url.replace('#', '#as=Ada%20L.&'));
    await ada.shows('.card', 'asks');
    expect(await ada.ask('location.hash')).toBe('#/');
    await ada.key('j');
    await ada.until("document.querySelector('.take')?.disabled === false");
    await ada.click('.take');
    await ada.shows('.banner', 'You have the keyboard');
    const { holder, viewers } = await client.calls.session.info({ session: 's1' });
    expect([holder?.name, viewers.map(({ name }) => name)]).toEqual(['Ada L.', ['Ada L.']]);
  });
});
