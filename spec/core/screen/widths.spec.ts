import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../../src/core/screen/widths.ts';
import { aScreen } from './aScreen.ts';

const samples = {
  'a letter': 'a',
  'a composed letter': 'é',
  'a letter with a mark': 'e\u0301',
  'three marks': 'a\u0300\u0301\u0302',
  'a mark alone': '\u0301',
  Chinese: '中',
  'Korean syllable': '한',
  'Korean parts': '\u1100\u1161\u11a8',
  'halfwidth kana': 'ｱ',
  'halfwidth sound mark': 'ﾞ',
  'fullwidth letter': 'Ａ',
  'ideograph of plane 2': '\u{20000}',
  'Thai with vowel': 'กำ',
  'Hindi with spacing vowel': 'नि',
  emoji: '😀',
  'emoji in text form': '😀\ufe0e',
  'skin tone': '👍🏽',
  'skin tone on a narrow one': '☝🏽',
  family: '👩‍👩‍👧‍👦',
  couple: '👨‍👩',
  profession: '👨‍⚕️',
  'profession with skin tone': '👩🏽‍🚀',
  'rainbow flag': '🏳️‍🌈',
  'head shaking': '🙂‍↔️',
  'flag of a country': '🇩🇪',
  'half a flag': '🇩',
  'flag of England': '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  keycap: '1️⃣',
  'warning sign as emoji': '⚠️',
  'warning sign': '⚠',
  heart: '❤️',
  'play button': '▶️',
  watch: '⌚',
  stopwatch: '⏱',
  coffee: '☕',
  check: '✅',
  star: '⭐',
  'mahjong tile': '🀄',
  'emoji of 2020': '🫠',
  ellipsis: '…',
  arrow: '→',
  'box drawing': '─',
  block: '█',
  'circled digit': '①',
  'private use': '\ue0b0',
  'Arabic ligature': 'ﷺ',
  'zero width space': 'a\u200bb',
  'direction mark': 'a\u202eb',
  'soft hyphen': 'a\u00adb',
  'joiner between letters': 'a\u200db',
  'byte order mark': 'a\ufeffb',
} as const;

/** Where we leave tmux on purpose: it drops what is newer than the C library. */
const newer = {
  'emoji of 2022': ['\u{1fabf}', 2],
} as const;

describe('columns of a character', () => {
  const tmux = askTmux(Object.values(samples));

  if (tmux === null) it('as in tmux', ({ skip }) => skip('tmux is not installed: nothing to compare with'));

  it.runIf(tmux).each(Object.entries(samples).map(([name, text], at) => ({ name, text, at })))(
    '$name: as in tmux',
    ({ text, at }) => {
      const { screen, feed } = aScreen(3, 40);
      feed(text);
      expect(screen.cursor.col).toBe(tmux?.[at]);
    },
  );

  it.each(Object.entries(samples))('%s: counted as it is shown', (_name, text) => {
    const { screen, feed } = aScreen(3, 40);
    feed(text);
    expect(textWidth(text.replaceAll('\ufeff', ''))).toBe(screen.cursor.col);
  });

  it.each(Object.entries(newer))('%s', (_name, [text, columns]) => {
    const { screen, feed } = aScreen(3, 40);
    feed(text);
    expect(screen.cursor.col).toBe(columns);
  });

  it('does not depend on how the output was cut', () => {
    const text = Object.values(samples).join(' ');
    const whole = aScreen(20, 40);
    whole.feed(text);
    const cut = aScreen(20, 40);
    for (const byte of Buffer.from(text)) cut.screen.feed(Uint8Array.of(byte));
    expect(cut.screen.text()).toBe(whole.screen.text());
    expect(cut.screen.cursor).toEqual(whole.screen.cursor);
  });

  it('keeps a mark that follows a colour change on its letter', () => {
    const { screen, feed } = aScreen();
    feed('e\x1b[31m\u0301x');
    expect(screen.text()).toBe('e\u0301x');
    expect(screen.cursor.col).toBe(2);
  });

  it('gives a mark that has nothing to join no column', () => {
    const { screen, feed } = aScreen();
    feed('\u0301\u200dx');
    expect(screen.text()).toBe('x');
  });
});

/** One program in a private tmux prints each sample and asks where the cursor is. */
function askTmux(texts: readonly string[]): number[] | null {
  if (spawnSync('tmux', ['-V']).error) return null;
  const folder = mkdtempSync(join(tmpdir(), 'widths-'));
  const program = join(import.meta.dirname, '../../programs/asks-columns.mjs');
  const [asked, told, server] = ['asked.json', 'told.json', 'server'].map((name) => join(folder, name));
  writeFileSync(asked!, JSON.stringify(texts));
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' };
  const run = `'${process.execPath}' '${program}' '${asked}' '${told}'; tmux -S '${server}' wait-for -S told`;
  const tmux = (...args: string[]) =>
    spawnSync('tmux', ['-S', server!, '-f', '/dev/null', '-u', ...args], { env });
  tmux('new-session', '-d', '-x', '80', '-y', '24', run);
  tmux('wait-for', 'told');
  tmux('kill-server');
  const columns = JSON.parse(readFileSync(told!, 'utf8')) as number[];
  rmSync(folder, { recursive: true });
  return columns;
}
