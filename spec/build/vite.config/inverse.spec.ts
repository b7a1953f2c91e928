/** Reverse video on the page swaps foreground and background, dark and light. */
import { afterEach, describe, expect, it } from 'vitest';
import { mendInverse } from '#build/vite.config.ts';
import { schemeColors } from '#page/colors.ts';
import { program } from '../../harness/programs.ts';
import { chromium } from '../../page/chromium.ts';
import { drop, screenShows } from '../../page/seen.ts';
import { type Watching, watching } from '../../page/watching.ts';

let open: Watching | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

it('leaves an emulator with unknown internals unchanged', () => {
  const place = (inverse: string) =>
    `this._applyMinimumContrast(f,it,${inverse},x,tt,Qi)||fi&&V.push(\`xterm-fg-\${257}\`)`;
  expect(mendInverse(place('p.foreground'))).toBe(place('fi?p.background:p.foreground'));
  expect(mendInverse(place('p.ink'))).toBeUndefined();
  expect(mendInverse(place('p.foreground').repeat(2))).toBeUndefined();
});

const rgb = (color: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;

/** Foreground and background of a text on the screen. */
const lookOf = (text: string) => `(() => {
  const found = [...document.querySelectorAll('.xterm-rows span')].find((one) => one.textContent.includes('${text}'));
  if (!found) return '';
  const { color, backgroundColor } = getComputedStyle(found);
  return color + ' on ' + backgroundColor;
})()`;

describe.skipIf(!chromium)('on the page (needs chromium)', () => {
  it.each(['dark', 'light'] as const)('reverse video swaps foreground and background, %s', async (scheme) => {
    open = await watching(({ calls }) => calls.session.create(program('echoes-raw')), { scheme });
    const { page, client } = open;
    await page.click('.card');
    await page.until(screenShows('ready'));
    const value = '\x1b[H\x1b[7mplain\x1b[0m \x1b[33;7myellow\x1b[0m \x1b[7;44mblue\x1b[0m';
    await client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    const { foreground: ink, background: ground, ansi: basic } = schemeColors[scheme];
    await page.until(`${lookOf('plain')} === '${rgb(ground)} on ${rgb(ink)}'`);
    expect(await page.ask(lookOf('yellow'))).toBe(`${rgb(ground)} on ${rgb(basic[3]!)}`);
    const [blue] = await page.ask<string>(lookOf('blue')).then((look) => look.split(' on '));
    expect(blue).not.toBe(rgb(ink));
  });

  it.each(['dark', 'light'] as const)('a reversed screen is reversed in both sizes, %s', async (scheme) => {
    const size = { rows: 2, cols: 8 };
    open = await watching(({ calls }) => calls.session.create({ ...program('echoes-raw'), ...size }), {
      scheme,
    });
    const { page, client } = open;
    const type = (value: string) =>
      client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    const { foreground: ink, background: ground } = schemeColors[scheme];
    await page.click('.card');
    await page.until(screenShows('ready'));
    await page.rendered(`${thumbGround} === '${rgb(ground)}'`);
    await type('\x1b[?5h\x1b[2J\x1b[H\x1b[mplain');
    await page.rendered(
      `${thumbGround} === '${rgb(ink)}' && ${screenLook} === '${rgb(ground)} on ${rgb(ink)}'`,
    );
    // With other default colours, which change while reverse video is on.
    await type('\x1b]10;#102030\x07\x1b]11;#d0e0f0\x07');
    await page.rendered(`${thumbGround} === '${rgb('#102030')}'`);
    await page.rendered(`${screenLook} === '${rgb('#d0e0f0')} on ${rgb('#102030')}'`);
    await type('\x1b[?5l');
    await page.rendered(`${thumbGround} === '${rgb('#d0e0f0')}'`);
    await page.rendered(`${screenLook} === '${rgb('#102030')} on ${rgb('#d0e0f0')}'`);
    await type('\x1b[?5h\x1b]110\x07\x1b]111\x07');
    await page.rendered(
      `${thumbGround} === '${rgb(ink)}' && ${screenLook} === '${rgb(ground)} on ${rgb(ink)}'`,
    );
    await type('\x1bcagain');
    await page.rendered(
      `${thumbGround} === '${rgb(ground)}' && ${screenLook} === '${rgb(ink)} on ${rgb(ground)}'`,
    );
    expect(page.complaints).toEqual([]);
  });

  it('a recording is reversed at the same positions when seeking back and forward', async () => {
    open = await watching();
    const { page } = open;
    const lines = `[
      { version: 2, width: 20, height: 2 },
      [0, 'o', 'FIRST'],
      [20, 'o', '\\x1b]4;1;rgb:12/34/56\\x07\\x1b[?25;5h\\x1b[31mred'],
      [40, 'o', '\\x1b[?5l'],
    ]`;
    const { foreground: ink, background: ground } = schemeColors.dark;
    const [plain, reversed] = [`${rgb(ink)} on ${rgb(ground)}`, `${rgb(ground)} on ${rgb(ink)}`];
    await page.ask(drop(lines));
    await page.until(screenShows('FIRST'));
    await page.key(' ');
    await page.key('Home');
    await page.rendered(`${screenLook} === '${plain}'`);
    await page.ask(moveTo(2000));
    await page.rendered(`${screenLook} === '${reversed}' && ${inkOf('red')} === '${rgb('#123456')}'`);
    await page.key('End');
    await page.rendered(`${screenLook} === '${plain}'`);
    await page.ask(moveTo(2000));
    await page.rendered(`${screenLook} === '${reversed}' && ${inkOf('red')} === '${rgb('#123456')}'`);
    await page.key('Home');
    await page.rendered(`${screenLook} === '${plain}'`);
    expect(page.complaints).toEqual([]);
  });
});

/** Foreground and background of the whole screen. Undefined while the area around the rows differs. */
const screenLook = `(() => {
  const of = (selector) => getComputedStyle(document.querySelector(selector));
  const around = of('.screen .xterm').backgroundColor;
  const ground = of('.xterm-scrollable-element').backgroundColor;
  return around === ground ? of('.xterm-rows').color + ' on ' + ground : undefined;
})()`;

const thumbGround = `(() => {
  const canvas = document.querySelector('.thumb');
  return 'rgb(' + [...canvas.getContext('2d').getImageData(1, 1, 1, 1).data.slice(0, 3)].join(', ') + ')';
})()`;

const inkOf = (text: string) => `${lookOf(text)}.split(' on ')[0]`;

/** Moves to a position on the time line. */
const moveTo = (ms: number) => `(() => {
  const range = document.querySelector('.track input');
  range.value = ${ms};
  range.dispatchEvent(new Event('input'));
})()`;
