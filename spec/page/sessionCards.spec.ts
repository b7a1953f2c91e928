/** Sessions that wait for a person, the empty page, the frame and the zoom, in a real browser. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { contrast, schemeColors } from '#page/colors.ts';
import { chromium } from './chromium.ts';
import { screenShows } from './seen.ts';
import { violations } from './violations.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
const schemes = ['dark', 'light'] as const;
const widths = [390, 1440] as const;

/** A plugin whose program waits for a person until it has an answer. Returns its manifest. */
function writePlugin(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ptywright-'));
  const permissions = '["session.spawn", "session.kill", "screen.read", "input.write", "matcher.wait"]';
  const manifest = join(folder, 'manifest.toml');
  writeFileSync(
    manifest,
    `name = "asker"\nkind = "adapter"\nversion = "1.0.0"\nruntime = "lua"\nentrypoint = "main.lua"\npermissions = ${permissions}\n`,
  );
  writeFileSync(
    join(folder, 'main.lua'),
    `local asker = {}
function asker.classify(ctx)
  if ctx.screen:find("answered", 1, true) then return ptywright.state("ready", { evidence = "it is answered" }) end
  return ptywright.state("waiting_for_answer", { evidence = "Continue?" })
end
return asker
`,
  );
  return manifest;
}

/** Pictures for people who work on the page: set PTYWRIGHT_PAGE_PICTURES to a folder. */
async function picture({ page }: Watching, name: string): Promise<void> {
  const folder = process.env.PTYWRIGHT_PAGE_PICTURES;
  if (folder) writeFileSync(`${folder}/${name}.png`, await page.screenshot());
}

it.each(schemes)('black is dark and white is light in the %s scheme', (scheme) => {
  const { ansi } = schemeColors[scheme];
  const [black, white, gray, bright] = [ansi[0]!, ansi[7]!, ansi[8]!, ansi[15]!];
  expect(contrast(black, white)).toBeGreaterThan(7);
  expect(contrast(black, bright)).toBeGreaterThan(contrast(black, white));
  expect(contrast(black, gray)).toBeLessThan(contrast(black, white));
});

/** The colors of the first column of the miniature, without that of its margin. */
const columnColors = `(() => {
  const canvas = document.querySelector('.thumb');
  const { width } = canvas;
  const read = (x, y, height) => new Uint32Array(canvas.getContext('2d').getImageData(x, y, 1, height).data.buffer);
  const [margin] = read(0, 0, 1);
  return [...new Set(read(Math.round(width * 0.025), Math.round(width * 0.025), Math.round(width * 0.5)))].filter((color) => color !== margin);
})()`;

/** Returns how much the brightness of the left line of the dialog changes in three rows. */
const lineUnevenness = (screenshot: Buffer) => `(async () => {
  const row = [...document.querySelectorAll('.xterm-rows > div')].find((one) => one.textContent.includes('Continue?'));
  const { left, top, width, height } = row.getBoundingClientRect();
  const middle = left + (row.textContent.indexOf('│') + 0.5) * (width / 80);
  const bytes = Uint8Array.from(atob('${screenshot.toString('base64')}'), (each) => each.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const columns = [-2, -1, 0, 1, 2].map((at) => {
    const { data } = context.getImageData(Math.round(middle) + at, Math.ceil(top), 1, Math.floor(3 * height));
    return data.filter((_, index) => index % 4 === 1);
  });
  const line = columns.sort((one, other) => one.reduce((sum, each) => sum + each, 0) - other.reduce((sum, each) => sum + each, 0))[0];
  return Math.max(...line) - Math.min(...line);
})()`;

describe.skipIf(!chromium)('the page (needs chromium)', () => {
  for (const scheme of schemes)
    for (const width of widths)
      it(`explains how to begin, ${scheme}, ${width} px`, async () => {
        open = await watching(undefined, { scheme, width });
        await open.page.shows('.nothing code', 'ptywright start bash');
        expect(await violations(open.page)).toEqual([]);
        await picture(open, `empty-${scheme}-${width}`);
      });

  for (const scheme of schemes)
    for (const width of widths)
      it.runIf(has('whiptail'))(
        `shows a dialog of whiptail in its own colors, ${scheme}, ${width} px`,
        async () => {
          open = await watching(
            ({ calls }) =>
              calls.session.create({ program: 'whiptail', args: ['--yesno', 'Continue?', '8', '40'] }),
            { scheme, width },
          );
          const { page } = open;
          await page.shows('.card', 'running');
          await page.rendered(`${columnColors}.length > 0`);
          // Stripes between the rows would be further colors.
          expect(await page.ask(columnColors)).toHaveLength(1);
          await picture(open, `cards-${scheme}-${width}`);
          await page.click('.card');
          await page.until(screenShows('Continue?'));
          const colors = await page.ask<[string, string]>(`(() => {
          const found = [...document.querySelectorAll('.xterm-rows span')].find((one) => one.textContent.includes('Continue?'));
          const { color, backgroundColor } = getComputedStyle(found);
          return [color, backgroundColor].map((each) => '#' + each.match(/\\d+/g).slice(0, 3).map((part) => Number(part).toString(16).padStart(2, '0')).join(''));
        })()`);
          expect(contrast(...colors)).toBeGreaterThan(7);
          expect(await page.ask<number>(lineUnevenness(await page.screenshot()))).toBeLessThan(32);
          await picture(open, `dialog-${scheme}-${width}`);
        },
      );

  it('frames the terminal, not the space around it', async () => {
    open = await watching(({ calls }) => calls.session.create({ program: 'cat', rows: 5, cols: 20 }));
    const { page } = open;
    await page.click('.card');
    await page.until("document.querySelector('.xterm-screen')?.clientWidth > 0");
    const beside = `(() => {
      const [frame, screen] = ['.xterm', '.xterm-screen'].map((one) => document.querySelector(one).getBoundingClientRect());
      return [frame.width - screen.width, frame.height - screen.height];
    })()`;
    for (const space of await page.ask<number[]>(beside)) expect(space).toBeLessThan(24);
  });

  it('zooms on a narrow window', async () => {
    open = await watching(({ calls }) => calls.session.create({ program: 'cat' }), { width: 390 });
    const { page } = open;
    await page.click('.card');
    const wide = "document.querySelector('.xterm-screen')?.clientWidth";
    await page.rendered(`${wide} > 0 && ${wide} <= 390`);
    await page.click('.zoom');
    await page.rendered(`${wide} > 600`);
    expect(await page.ask('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await page.ask("document.querySelector('.screen').scrollLeft")).toBe(0);
    await picture(open, 'zoomed-dark-390');
    await page.click('.zoom');
    await page.rendered(`${wide} <= 390`);
  });

  for (const width of widths)
    it(`a session that waits for a person stands out and is answered there, ${width} px`, async () => {
      open = await watching(
        async ({ calls }) => {
          await calls.session.create({ program: 'cat' });
          await calls.plugin.load({ manifest_path: writePlugin() });
          const script = 'printf "Continue? "; read answer; echo answered; exec cat';
          await calls.adapter.start({ plugin: 'asker', program: '/bin/sh', args: ['-c', script] });
        },
        { width },
        { allowPluginLoad: true },
      );
      const { page } = open;
      await page.until('document.querySelector(\'[data-mood="needs you"] .answer:not([hidden])\')');
      expect(await page.ask("document.querySelectorAll('.answer:not([hidden])').length")).toBe(1);
      expect(await page.text('.count')).toContain('1 needs you');
      expect(await violations(page)).toEqual([]);
      await picture(open, `waiting-dark-${width}`);
      await page.click('.answer:not([hidden])');
      await page.shows('.banner', 'You have the keyboard');
      // The question stays while a person has the keyboard.
      expect(await page.text('.question')).toBe('waiting for answer: Continue?');
      expect(await page.ask('location.hash')).toMatch(/^#\/session\/s\d+$/);
      await picture(open, `answering-dark-${width}`);
      await page.key('Enter');
      await page.until("document.querySelector('.question').textContent === ''");
    });
});
