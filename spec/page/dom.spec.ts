import { afterEach, describe, expect, it } from 'vitest';
import { chromium } from './chromium.ts';
import { screenShows } from './seen.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

describe.skipIf(!chromium)('the page in Chromium (needs chromium)', () => {
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
});
