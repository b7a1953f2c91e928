import { afterEach, describe, expect, it } from 'vitest';
import { schemeColors } from '#page/colors.ts';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

const rgb = (color: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;

/**
 * The highest contrast between a pixel and the background of the first cell, once that is the thumbnail's background.
 */
const best = (ground: string) => `(() => {
  const canvas = document.querySelector('.thumb');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const pixel = (x, y) => [...data.slice(4 * (canvas.width * y + x), 4 * (canvas.width * y + x) + 3)];
  if ('rgb(' + pixel(8, 8).join(', ') + ')' !== '${ground}') return 0;
  const light = (parts) => [0.2126, 0.7152, 0.0722].reduce((sum, share, at) => {
    const value = parts[at] / 255;
    return sum + share * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
  const back = light(pixel(8, 8));
  let most = 1;
  for (let y = 8; y < 40; y++)
    for (let x = 8; x < canvas.width / 2; x++) {
      const [low, high] = [back, light(pixel(x, y))].sort((one, other) => one - other);
      most = Math.max(most, (high + 0.05) / (low + 0.05));
    }
  return most;
})()`;

describe.skipIf(!chromium)('on the page (needs chromium)', () => {
  it('thumbnails keep letters readable on similar backgrounds', async () => {
    const size = { rows: 2, cols: 8 };
    open = await watching(({ calls }) => calls.session.create({ ...program('echoes-raw'), ...size }), {
      scheme: 'light',
    });
    const { page, client } = open;
    const type = (value: string) =>
      client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    await page.shows('.card', 'running');
    await type('\x1b[?25l\x1b[H\x1b[30;42mMMMMMMMM\x1b[0m');
    const { ansi: basic } = schemeColors.light;
    await page.rendered(`${best(rgb(basic[2]!))} >= 3`);
    await type('\x1b[H\x1b[37;100mMMMMMMMM\x1b[0m');
    await page.rendered(`${best(rgb(basic[8]!))} >= 3`);
  });

  it('thumbnails of exited programs have no cursor', async () => {
    const size = { rows: 2, cols: 8 };
    open = await watching(({ calls }) =>
      calls.session.create({ program: '/bin/sh', args: ['-c', 'read -r line'], ...size }),
    );
    const { page, client } = open;
    const cursor = `(() => {
      const canvas = document.querySelector('.thumb');
      const [red, green, blue] = canvas.getContext('2d').getImageData(12, 12, 1, 1).data;
      return red === 0x7f && green === 0xe0 && blue === 0xb5;
    })()`;
    await page.until("document.querySelector('.thumb')");
    await page.rendered(cursor);
    await client.calls.session.input({ session: 's1', action: { type: 'key', value: 'enter' } });
    await page.shows('.card', 'ended with 0');
    await page.rendered(`!${cursor}`);
  });

  it('the card of the open session has a full border', async () => {
    open = await watching(({ calls }) => calls.session.create(program('echoes-raw')));
    const { page } = open;
    await page.click('.card');
    await page.until("document.querySelector('.card[aria-current]')");
    const edges = `(() => {
      const { borderColor, borderWidth } = getComputedStyle(document.querySelector('.card[aria-current]'), '::after');
      return [borderColor, borderWidth];
    })()`;
    expect(await page.ask(edges)).toEqual(['rgb(127, 224, 181)', '1px']);
  });
});
