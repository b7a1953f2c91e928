import { afterEach, describe, expect, it } from 'vitest';
import { chromium } from './chromium.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe.skipIf(!chromium)('the page (needs chromium)', () => {
  it('remembers the theme if the browser has no storage', async () => {
    const before = `Object.defineProperty(window, 'localStorage', {
      get() { throw new DOMException('denied', 'SecurityError'); },
    })`;
    open = await watching(undefined, { before });
    const { page } = open;
    await page.shows('.nothing', 'No sessions yet');
    await page.key('d');
    await page.until("document.documentElement.dataset.scheme === 'light'");
    expect(page.complaints).toEqual([]);
  });
});
