/** One session in full size, in a real browser: its screen, its changes, and keyboard input. */
import { describe, expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { screenHas, screenShows } from './seen.ts';
import { here, stagedSessions } from './staged.ts';

const staged = stagedSessions();

describe.skipIf(!chromium)('the session view (needs chromium)', () => {
  it('shows existing and new panels and overlays', async () => {
    const { page, client } = await staged(async ({ calls }) => {
      const { session } = await calls.session.create({ ...here, rows: 12, cols: 60 });
      await calls.panel.create({
        session,
        position: 'bottom',
        height: 2,
        spans: [{ text: 'at the bottom' }],
      });
      await calls.panel.create({ session, position: 'top', height: 1, spans: [{ text: 'at the top' }] });
      await calls.overlay.create({ session, x: 48, y: 10, spans: [{ text: 'in a corner' }] });
    });
    for (const words of ['prompt>', 'at the bottom', 'at the top', 'in a corner'])
      await page.until(screenShows(words));
    await page.until(screenHas(12));
    await client.calls.panel.create({
      session: 's1',
      position: 'bottom',
      height: 1,
      spans: [{ text: 'late' }],
    });
    await page.until(screenShows('late'));
    await page.until(screenShows('at the top'));
    await page.until(screenHas(12));
  });

  it('follows a resize of the session', async () => {
    const { page, client } = await staged(({ calls }) => calls.session.create(program('echoes-raw')));
    const session = 's1';
    const type = (value: string) => client.calls.session.input({ session, action: { type: 'text', value } });
    await client.calls.session.resize({ session, rows: 40, cols: 150 });
    await page.until(screenHas(40));
    await page.shows('.stage-people', '150 × 40');
    await type('\x1b[40;140Hfar away');
    await page.until(screenShows('far away'));
    await client.calls.session.resize({ session, rows: 10, cols: 50 });
    await page.until(screenHas(10));
    await page.shows('.stage-people', '50 × 10');
    await type('\x1b[2J\x1b[10;41Hnear');
    await page.until(screenShows('near'));
  });

  it('shows the cursor to a viewer that only watches', async () => {
    const { page } = await staged(({ calls }) => calls.session.create(here));
    await page.until(screenShows('prompt>'));
    await page.until("document.querySelectorAll('.xterm-rows .xterm-cursor').length === 1");
  });

  it('uses the colors that the program has set, in both sizes and themes', async () => {
    const colors = '\x1b]4;1;#00ff00\x1b\\\x1b]11;#202080\x1b\\\x1b[H\x1b[31mcolored\x1b[0m';
    const { page, client } = await staged(({ calls }) => calls.session.create(program('echoes-raw')));
    await page.until(screenShows('ready'));
    const type = (value: string) =>
      client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    await type(colors);
    await page.until(screenShows('colored'));
    const large = `(() => {
      const found = [...document.querySelectorAll('.xterm-rows span')].find((one) => one.textContent.includes('colored'));
      return found && [getComputedStyle(found).color, getComputedStyle(document.querySelector('.screen .xterm')).backgroundColor];
    })()`;
    const small = "[...document.querySelector('.thumb').getContext('2d').getImageData(0, 0, 1, 1).data]";
    const made = ['rgb(0, 255, 0)', 'rgb(32, 32, 128)'];
    const isMade = `JSON.stringify(${large}) === ${JSON.stringify(JSON.stringify(made))}`;
    await page.until(isMade);
    await page.rendered(`${small}[2] === 128`);
    await page.key('d');
    await page.until("document.documentElement.dataset.scheme === 'light'");
    await page.rendered(isMade);
    expect(await page.ask(small)).toEqual([32, 32, 128, 255]);
    await type('\x1b]111\x1b\\');
    await page.rendered(`${large}?.[1] === 'rgb(253, 253, 251)' && ${small}[0] === 253`);
  });

  it('renders Chinese, Japanese and Korean with fonts that it loads on demand', async () => {
    const { page, client } = await staged(({ calls }) => calls.session.create(program('echoes-raw')));
    await page.until(screenShows('ready'));
    const request = () =>
      page.requests.flatMap((url) => /\/fonts\/(japanese|korean|chinese|emoji)$/.exec(url)?.[1] ?? []);
    const loaded = (count: number) =>
      page.rendered(`document.fonts.status === 'loaded' &&
        [...document.fonts].filter(({ status, unicodeRange }) => status === 'loaded' && unicodeRange !== 'U+0-10FFFF').length === ${count}`);
    expect(request()).toEqual([]);
    const type = (value: string) =>
      client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    await type('\x1b[H日本語|');
    await loaded(1);
    expect(new Set(request())).toEqual(new Set(['japanese']));
    await type('简体字 한글|');
    await loaded(3);
    expect(new Set(request())).toEqual(new Set(['japanese', 'korean', 'chinese']));
    // Each character covers its two columns, with these fonts as with the fallback fonts.
    const columns = `(() => {
      const row = document.querySelector('.xterm-rows > div');
      const range = document.createRange();
      const texts = [...row.querySelectorAll('span')].flatMap((span) => [...span.childNodes]);
      const cell = row.getBoundingClientRect().width / 80;
      return texts.flatMap((text) => [...text.data].flatMap((char, at) => {
        if (char !== '|') return [];
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return Math.round((range.getBoundingClientRect().left - row.getBoundingClientRect().left) / cell);
      }));
    })()`;
    await page.rendered(`JSON.stringify(${columns}) === '[6,18]'`);
    // Also beside the screen.
    expect(await page.ask("getComputedStyle(document.querySelector('.transcript')).fontFamily")).toContain(
      'M PLUS 1p',
    );
    expect(page.complaints).toEqual([]);
  });

  it('keeps text selected with the mouse for the clipboard', async () => {
    const { page } = await staged(({ calls }) => calls.session.create(here));
    await page.until(screenShows('prompt>'));
    await page.click('.xterm-rows > div', 3);
    const copied = `(() => {
      const clipboardData = new DataTransfer();
      document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true }));
      return clipboardData.getData('text/plain');
    })()`;
    expect(await page.ask(copied)).toContain('prompt>');
  });
});
