/** A large recording in a real browser: seeking back while it is still rendering. */
import { expect, it } from 'vitest';
import { chromium } from './chromium.ts';
import { drop, screenShows } from './seen.ts';
import { watching } from './watching.ts';

const lines = `[
  { version: 2, width: 80, height: 24 },
  [0, 'o', 'FIRST'],
  ...Array.from({ length: 1000 }, (_, at) => [1 + at / 100, 'o', ('x'.repeat(78) + '\\r\\n').repeat(50)]),
  [12, 'o', '\\x1b[2J\\x1b[HLAST'],
]`;

it.skipIf(!chromium)('seeks back and forward in a large recording (needs chromium)', async () => {
  const { page, close } = await watching();
  try {
    await page.ask(drop(lines));
    await page.until(screenShows('FIRST'));
    await page.key(' ');
    await page.key('End');
    await page.key('Home');
    const still = "!document.querySelector('[data-behind]') && !document.querySelector('[data-plays]')";
    await page.until(still);
    await page.until(screenShows('FIRST'));
    expect(await page.ask(screenShows('LAST'))).toBe(false);
    expect(await page.ask(screenShows('xxx'))).toBe(false);
    await page.key('End');
    await page.until(screenShows('LAST'));
    expect(await page.ask(screenShows('xxx'))).toBe(false);
    expect(page.complaints).toEqual([]);
  } finally {
    await close();
  }
});
