/** Another person has the keyboard of a session: the page asks before it takes over. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { violations } from './violations.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching;
let session = '';

/** Another user has the keyboard, with or without a viewer. The page shows the session. */
async function heldBy(name: string, person: boolean): Promise<void> {
  open = await watching(async ({ calls }) => {
    ({ session } = await calls.session.create({ ...program('asks-name'), name: 'asks' }));
    if (person) await calls.session.attach({ session, name });
    await calls.session.capture_input({ session, name });
  });
  const { page } = open;
  await page.click('.card');
  await page.shows('.banner', `${name} has the keyboard`);
  await page.until("document.querySelector('.take')?.disabled === false");
}

const holder = async () => (await open.client.calls.session.info({ session })).holder?.name;
const focused = () => open.page.ask('document.activeElement.textContent');
const asking = "document.querySelector('.ask')?.open === true";

describe.skipIf(!chromium)('taking the keyboard from another person (needs chromium)', () => {
  afterEach(async () => {
    await open.close();
  });

  describe('held by ada', () => {
    beforeEach(() => heldBy('ada', true));

    it('is cancelled by Escape, by the focused button and by the key', async () => {
      const { page } = open;
      await page.click('.take');
      await page.until(asking);
      await page.shows('.ask', 'ada has the keyboard');
      expect(await focused()).toBe('Cancel');
      await page.key('Escape');
      await page.until(`!(${asking})`);
      expect(await focused()).toBe('Take over');
      await page.key('t');
      await page.until(asking);
      // While the page asks, its keys go nowhere.
      await page.key('t');
      await page.key('Enter');
      await page.until(`!(${asking})`);
      expect(await page.ask('location.hash')).toBe(`#/session/${session}`);
      expect(await holder()).toBe('ada');
      expect(page.complaints).toEqual([]);
    });

    it('is taken after confirmation', async () => {
      const { page, client } = open;
      await client.calls.server.set_notifications({ enabled: true });
      const taken = new Promise<unknown>((resolve) => {
        client.news.session.held(({ holder, holds }) => resolve([holder?.person, holds]));
      });
      await page.click('.take');
      await page.until(asking);
      await page.key('Tab');
      expect(await focused()).toBe('Take over');
      await page.key('Enter');
      await page.shows('.banner', 'You have the keyboard');
      expect(await taken).toEqual([true, false]);
      await page.type('eve');
      await page.key('Enter');
      await client.calls.session.wait({ session, matcher: { type: 'contains_text', value: 'hello eve' } });
    });

    it('is accessible, also in the dialog, and shows when the input is free again', async () => {
      const { page, client } = open;
      await page.resize({ width: 360 });
      await page.click('.take');
      await page.until(asking);
      expect(await violations(page)).toEqual([]);
      expect(await page.ask('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      await client.calls.session.release_input({ session });
      await page.shows('.ask', 'No one has the keyboard');
      await client.calls.session.close({ session });
      await page.until(`!(${asking})`);
    });
  });

  it('requires no confirmation if a program holds it', async () => {
    await heldBy('robot', false);
    const { page } = open;
    await page.click('.take');
    await page.shows('.banner', 'You have the keyboard');
    expect(await holder()).toBe('a person at the page');
  });
});
