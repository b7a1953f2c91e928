import { afterEach, describe, expect, it } from 'vitest';
import { chromium } from './chromium.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe.skipIf(!chromium)('the page in Chromium (needs chromium)', () => {
  it('shows the state of an adapter as it changes', async () => {
    open = await watching(({ calls }) => calls.adapter.start({ plugin: 'shell', program: '/bin/bash' }));
    const { page } = open;
    await page.shows('.card', 'ready');
    await page.key('j');
    await page.shows('.leaf', 'shell (');
    expect(await page.text('.evidence')).not.toBe(null);
  });
});
