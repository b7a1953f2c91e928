/** The page in unusual conditions: no storage, a server that restarts, names that are too long for their place. */
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
  it('releases its canvases when the connection is lost, and starts again', async () => {
    open = await watching(({ calls }) => calls.session.create({ ...program('asks-name'), name: 'asks' }));
    const { page, client, url } = open;
    const { port } = new URL(url);
    for (let again = 0; again < 2; again++) {
      await page.shows('.card', 'asks');
      await page.key('j');
      await page.until(screenShows('name?'));
      await client.calls.server.close_page({});
      await page.shows('.notice', 'The connection to the server was lost');
      const { hash } = new URL((await client.calls.server.open_page({ port: Number(port) })).url);
      await page.ask(`location.hash = ${JSON.stringify(hash)}`);
    }
    await page.shows('.card', 'asks');
    await page.key('j');
    await page.until(screenShows('name?'));
    await page.rendered("document.querySelector('.thumb').height !== 150");
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

  it('truncates a long name with an ellipsis', async () => {
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
    await page.rendered('innerWidth === 360');
    expect(await page.ask(cut)).toBe(true);
    await client.calls.session.rename({ session: 's1', name: 'brief' });
    await page.shows('.card-name', 'brief');
    await page.shows('.stage-name', 'brief');
  });

  it('can be taken over while its screen is out of sight, and then shows the current screen', async () => {
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

  it('shows other viewers the name from the URL', async () => {
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
