/** Reverse video on the page: ink and ground change places, dark and light. */
import { afterEach, describe, expect, it } from 'vitest';
import { colors } from '../../src/page/terminal/colors.ts';
import { mendInverse } from '../build/xtermInverse.ts';
import { program } from '../harness/programs.ts';
import { chromium } from './chromium.ts';
import { screenShows } from './seen.ts';
import { type Watching, watching } from './watching.ts';

let open: Watching | undefined;
afterEach(async () => {
  await open?.close();
  open = undefined;
});

it('of an emulator whose words are others, nothing is mended', () => {
  const place = (inverse: string) =>
    `this._applyMinimumContrast(f,it,${inverse},x,tt,Qi)||fi&&V.push(\`xterm-fg-\${257}\`)`;
  expect(mendInverse(place('p.foreground'))).toBe(place('fi?p.background:p.foreground'));
  expect(mendInverse(place('p.ink'))).toBeUndefined();
  expect(mendInverse(place('p.foreground').repeat(2))).toBeUndefined();
});

const rgb = (color: string) =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`;

/** Ink and ground of a text on the screen. */
const lookOf = (text: string) => `(() => {
  const found = [...document.querySelectorAll('.xterm-rows span')].find((one) => one.textContent.includes('${text}'));
  if (!found) return '';
  const { color, backgroundColor } = getComputedStyle(found);
  return color + ' on ' + backgroundColor;
})()`;

describe.skipIf(!chromium)('on the page (needs chromium)', () => {
  it.each(['dark', 'light'] as const)('reverse video changes ink and ground, %s', async (scheme) => {
    open = await watching(({ calls }) => calls.session.create(program('echoes-raw')), { scheme });
    const { page, client } = open;
    await page.click('.card');
    await page.until(screenShows('ready'));
    const value = '\x1b[H\x1b[7mplain\x1b[0m \x1b[31;7mred\x1b[0m \x1b[7;44mblue\x1b[0m';
    await client.calls.session.input({ session: 's1', action: { type: 'text', value } });
    const { ink, ground, basic } = colors[scheme];
    await page.until(`${lookOf('plain')} === '${rgb(ground)} on ${rgb(ink)}'`);
    expect(await page.ask(lookOf('red'))).toBe(`${rgb(ground)} on ${rgb(basic[1]!)}`);
    const [blue] = await page.ask<string>(lookOf('blue')).then((look) => look.split(' on '));
    expect(blue).not.toBe(rgb(ink));
  });
});
