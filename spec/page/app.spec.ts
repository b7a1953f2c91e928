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
  it('takes over: the program gets typed input, other input is refused, then gives back', async () => {
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

  it('shows the state of an adapter as it changes', async () => {
    open = await watching(({ calls }) => calls.adapter.start({ plugin: 'shell', program: '/bin/bash' }));
    const { page } = open;
    await page.shows('.card', 'ready');
    await page.key('j');
    await page.shows('.leaf', 'shell (');
    expect(await page.text('.evidence')).not.toBe(null);
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

  it('shows markup in a title, a tag and a screen as text', async () => {
    const markup = '<img src=x onerror="window.hurt=1"><script>window.hurt=2</script>';
    open = await watching(({ calls }) =>
      calls.session.create({
        program: '/bin/sh',
        args: ['-c', 'printf "\\033]0;%s\\007%s" "$1" "$1"; read -r _', 'sh', markup],
      }),
    );
    const { page } = open;
    await page.shows('.card-name', markup);
    await page.click('.card');
    await page.shows('.stage-name', markup);
    await page.until(screenShows('<img src=x'));
    expect(await page.ask('[window.hurt, document.images.length, document.scripts.length]')).toEqual([
      null,
      0,
      1,
    ]);
    expect(page.complaints).toEqual([]);
  });

  it('removes its key from the URL, and sends requests to its server only', async () => {
    open = await watching(({ calls }) => calls.session.create(program('prints-ready')));
    const { page, url } = open;
    const { host } = new URL(url);
    expect(await page.ask('location.href')).toBe(`http://${host}/watch/#/`);
    await page.click('.card');
    await page.until(screenShows('ready'));
    expect(page.requests.filter((address) => new URL(address).host !== host)).toEqual([]);
    expect(page.requests.join('\n')).not.toContain(new URL(url).hash.slice('#key='.length));
    expect(await page.ask('[localStorage.length, sessionStorage.length, document.cookie]')).toEqual([
      0,
      0,
      '',
    ]);
  });

  it('explains what to do without a key or with an invalid key', async () => {
    open = await watching();
    const bare = await open.open(open.url.split('#')[0]!);
    await bare.shows('.notice', 'ptywright watch');
    const wrong = await open.open(`${open.url.split('#')[0]!}#key=${'x'.repeat(32)}`);
    await wrong.shows('.notice', 'This key is no longer valid');
  });

  it('takes the key of a pasted URL, and connects with it', async () => {
    open = await watching();
    const [address, key] = open.url.split('#key=') as [string, string];
    const bare = await open.open(address);
    await bare.shows('.notice', 'ptywright watch');
    await bare.ask(`location.hash = '#key=${key}'`);
    await bare.shows('.nothing', 'No sessions yet');
    expect(await bare.ask('location.href')).toBe(`${address}#/`);
    const odd = await open.open(`${address}#key=%E2%82%AC`);
    await odd.shows('.notice', 'This key is no longer valid');
    expect(await odd.ask('location.href')).toBe(`${address}#/`);
  });

  it('shows overlays in thumbnails', async () => {
    open = await watching(({ calls }) => calls.session.create({ ...program('asks-name'), name: 'asks' }));
    const { page, client } = open;
    await page.shows('.card', 'asks');
    const told = page.heard('over the screen');
    const session = 's1';
    await client.calls.overlay.create({ session, x: 0, y: 2, spans: [{ text: 'over the screen' }] });
    await told;
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
