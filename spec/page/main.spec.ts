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

describe.skipIf(!chromium)('the page in Chromium (needs chromium)', () => {
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

  it('accepts a pasted URL with the key, and connects with it', async () => {
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
});
