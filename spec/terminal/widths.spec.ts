import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { noRedaction } from '#redaction/policy.ts';
import type { Cell } from '#terminal/cells.ts';
import { screenRuns, takeSnapshot } from '#terminal/screenReader.ts';
import { textWidth, widthRules } from '#terminal/unicodeWidth.ts';
import { splitRun } from '#viewers/rowText.ts';
import { aScreen, sized } from './aScreen.ts';
import { recent, samples } from './samples.ts';

const all = [...samples, ...recent];

describe.each(widthRules)('columns by %s', (widths) => {
  const expected = widths === 'codepoint' ? 2 : 3;

  it.each(all)('%s', (...sample) => {
    const [, text] = sample;
    const columns = sample[expected];
    const { screen, feed, replies } = aScreen(3, 40, { widths });
    feed(`${text}\x1b[6n`);
    expect(screen.cursor.col).toBe(columns);
    expect(replies).toEqual([`\x1b[1;${columns + 1}R`]);
    expect(textWidth(text, widths)).toBe(columns);
  });

  it.each(all.filter(([, , columns]) => columns > 0))('%s: every view of it agrees', (...sample) => {
    const [, text] = sample;
    const end = sample[expected] + 1;
    const { screen, feed } = aScreen(3, 40, { widths });
    feed(`<\x1b[1m${text}\x1b[m>`);
    // The decoder leaves out a byte order mark.
    const kept = `<${text.replaceAll('\ufeff', '')}>`;
    expect(screen.text()).toBe(kept);
    expect(screen.columns(0).at(-1)).toBe(end + 1);
    const row = takeSnapshot(screen, { redaction: noRedaction, cells: 'full' }).cells[0] as Cell[];
    const written = row.slice(0, end + 1);
    expect(written.map(({ char }) => char).join('')).toBe(kept);
    expect(row.reduce((sum, { width }) => sum + width, 0)).toBe(40);
    const runs = screenRuns(screen, noRedaction)[0]!;
    expect(runs.map((run) => run.text).join('')).toBe(kept);
    expect(runs.at(-1)).toMatchObject({ text: '>', col: end });
    const visible = runs.flatMap(splitRun);
    expect(visible.map((cell) => cell.text).join('')).toBe(kept);
    expect(visible.reduce((sum, cell) => sum + cell.width, 0)).toBe(end + 1);
    const places = written.flatMap(({ width }, col) => (width > 0 ? [[col, width]] : []));
    if (widths === 'codepoint') expect(visible.map(({ col, width }) => [col, width])).toEqual(places);
  });

  it.each(all.filter(([, , columns]) => columns > 0))('%s: is wrapped as a whole', (...sample) => {
    const [, text] = sample;
    const { screen, feed } = aScreen(12, 20, { widths });
    feed(`${text}${'x'.repeat(8)}`.repeat(6));
    const before = screen.text();
    for (const cols of [7, 33, 4, 20]) screen.resize(sized(12, cols));
    expect(
      screen
        .rows()
        .map((row) => row.text)
        .join(''),
    ).toBe(before.replaceAll('\n', ''));
  });

  it('do not depend on how the output was cut', () => {
    const text = all.map((sample) => sample[1]).join(' ');
    const whole = aScreen(20, 40, { widths });
    whole.feed(text);
    const cut = aScreen(20, 40, { widths });
    for (const byte of Buffer.from(text)) cut.screen.feed(Uint8Array.of(byte));
    expect(cut.screen.text()).toBe(whole.screen.text());
    expect(cut.screen.cursor).toEqual(whole.screen.cursor);
  });

  it('limit the content of a cell', () => {
    const { screen, feed } = aScreen(3, 40, { widths });
    for (const mark of ['\u0301', '\u200d👩', '\u094dक', '🏽', '\ufe0f']) feed(`\r\nक${mark.repeat(20_000)}`);
    for (const { text } of screen.rows()) expect(text.length).toBeLessThan(20_000);
    expect(screen.text().length).toBeLessThan(10_000);
  });
});

describe('columns by code points', () => {
  const tmux = askTmux(samples.map(([, text]) => text));
  const libc = askLibrary(samples.map(([, text]) => text));
  /** tmux gives characters after a joiner no column. The C library and cluster counting do. */
  const joined = /\u200d\p{Emoji}/u;

  if (tmux === null) it('as in tmux', ({ skip }) => skip('tmux is not installed: nothing to compare with'));
  if (libc === null) it('as in the C library', ({ skip }) => skip('no Python that reaches a glibc'));

  it.runIf(tmux).each(samples)('%s: as in tmux', (_name, text, columns) => {
    if (!joined.test(text)) expect(tmux?.[samples.findIndex((sample) => sample[1] === text)]).toBe(columns);
  });

  it.runIf(libc).each(samples)('%s: as in the C library', (_name, text, columns) => {
    expect(libc?.[samples.findIndex((sample) => sample[1] === text)]).toBe(columns);
  });

  it('keep a mark that follows a colour change on its letter', () => {
    const { screen, feed } = aScreen();
    feed('e\x1b[31m\u0301x');
    expect(screen.text()).toBe('e\u0301x');
    expect(screen.cursor.col).toBe(2);
  });

  it('give a mark without a base character no column', () => {
    const { screen, feed } = aScreen();
    feed('\u0301\u200dx');
    expect(screen.text()).toBe('x');
  });
});

/** Prints each sample in a private tmux and queries the cursor position. */
function askTmux(texts: readonly string[]): number[] | null {
  if (spawnSync('tmux', ['-V']).error) return null;
  const folder = mkdtempSync(join(tmpdir(), 'widths-'));
  const program = join(import.meta.dirname, '../programs/asks-columns.mjs');
  const [requested, received, server] = ['asked.json', 'told.json', 'server'].map((name) =>
    join(folder, name),
  );
  writeFileSync(requested!, JSON.stringify(texts));
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color' };
  const run = `'${process.execPath}' '${program}' '${requested}' '${received}'; tmux -S '${server}' wait-for -S told`;
  const tmux = (...args: string[]) =>
    spawnSync('tmux', ['-S', server!, '-f', '/dev/null', '-u', ...args], { env });
  tmux('new-session', '-d', '-x', '80', '-y', '24', run);
  tmux('wait-for', 'told');
  tmux('kill-server');
  const columns = JSON.parse(readFileSync(received!, 'utf8')) as number[];
  rmSync(folder, { recursive: true });
  return columns;
}

/** The sum of glibc's wcwidth over all code points. */
function askLibrary(texts: readonly string[]): number[] | null {
  const script = `
import ctypes, json, locale, sys
locale.setlocale(locale.LC_ALL, 'C.UTF-8')
wcwidth = ctypes.CDLL('libc.so.6').wcwidth
print(json.dumps([sum(wcwidth(ord(char)) for char in text) for text in json.load(sys.stdin)]))`;
  const requested = spawnSync('python3', ['-c', script], { input: JSON.stringify(texts), encoding: 'utf8' });
  return requested.status === 0 ? (JSON.parse(requested.stdout) as number[]) : null;
}
