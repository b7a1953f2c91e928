/** Rows are not compared for output that certainly scrolls. They are compared again for later output. */
import { describe, expect, it } from 'vitest';
import { willScroll } from '#terminal/changeTracker.ts';
import { lineWords, withoutStaleBit } from '#terminal/xterm.ts';
import { randomOf } from '../redaction/samples.ts';
import { aScreen } from './aScreen.ts';

const rows = 5;
const atBottom = `\x1b[${rows};1H`;
const long = 'x'.repeat(3000);

const sure = (before: string | Buffer, slice: string | Buffer) => {
  const { screen } = aScreen(rows, 20);
  screen.feed(Buffer.from(atBottom));
  screen.feed(Buffer.from(before));
  return willScroll(screen.emulator, Buffer.from(slice));
};

describe('a piece of output scrolls surely', () => {
  it.each([
    ['text', '', `a\n${long}`],
    ['coloured text', '', `\x1b[1;38:5:9ma\x1b[m\t\r\n${long}`],
    ['letters of any script', '', `é終😀\n${long}`],
    ['a style that was cut in two', '\x1b[3', `8;5;9ma\n${long}`],
    ['a style that was cut at its beginning', '\x1b[', `1ma\n${long}`],
  ])('%s', (_name, before, slice) => {
    expect(sure(before, slice)).toBe(true);
  });

  it.each<[string, string | Buffer, string | Buffer]>([
    ['a little text', '', 'a\n'],
    ['no line feed', '', long],
    ['the cursor elsewhere', '\x1b[2;1H', `a\n${long}`],
    ['a part of the screen that scrolls', '\x1b[1;3r\x1b[5;1H', `a\n${long}`],
    ['the cursor moved first', '', `\x1b[Aa\n${long}`],
    ['a move that was cut in two', '\x1b[3', `Aa\n${long}`],
    ['an escape that was cut', '\x1b', `Ma\n${long}`],
    ['a title that was cut', '\x1b]0;a', `b\n${long}`],
    ['a reverse line feed in two bytes', '', `\u008da\n${long}`],
    ['and one cut in two', Buffer.of(0xc2), Buffer.concat([Buffer.of(0x8d), Buffer.from(`a\n${long}`)])],
    ['a backspace, which may go to the row above', '\x1b[?45h', `\b\n${long}`],
    ['another control', '', `a\x1ab\n${long}`],
  ])('but not %s', (_name, before, slice) => {
    expect(sure(before, slice)).toBe(false);
  });
});

describe('after output that scrolled surely', () => {
  it('text that is drawn again without a difference is no change', () => {
    const { screen, feed } = aScreen(rows, 20);
    feed(Array.from({ length: 400 }, (_, line) => `line ${line}\r\n`).join(''));
    feed(Array.from({ length: 400 }, (_, line) => `again ${line}\r\n`).join(''));
    const { sequence, contentVersion } = screen;
    feed('\x1b[1;1Hagain 396\x1b[5;1H');
    feed(`\x1b[1;1H${'again 396\r'.repeat(300)}\x1b[5;1H`);
    expect([screen.sequence, screen.contentVersion]).toEqual([sequence, contentVersion]);
    feed('\x1b[1;1Hagain 397');
    expect(screen.contentVersion).toBe(contentVersion + 1);
  });

  it('exactly the changes are reported, for any output', () => {
    const { screen } = aScreen(rows, 20);
    const random = randomOf(5);
    let line = 0;
    const logs = () =>
      Array.from({ length: 300 }, () => `\x1b[3${random(8)}mline\x1b[m ${line++}\r\n`).join('');
    const redrawn = () => `\x1b[1;1H${screen.rows()[0]!.text}\x1b[${rows};1H`;
    const pieces = [
      ...[logs, logs, logs, redrawn, () => redrawn().padEnd(2500, '\r'), () => atBottom, () => '\x1b[31m\r'],
      ...[
        '\x1b[2;4r',
        '\x1b[r',
        '\x1b[A',
        '\x1bM',
        '\x1b[?1049h',
        '\x1b[?1049l',
        '\x1b[?7l',
        '\x1b[?45h',
        '\b'.repeat(30),
        '\x1bc',
      ].map((all) => () => all),
    ];
    const cells = (row: number) =>
      [...lineWords(screen.line(row))].map((word, at) => (at % 3 < 2 ? word : withoutStaleBit(word)));
    const look = () => Array.from({ length: rows }, (_, row) => cells(row).join()).join();
    let scrolls = 0;
    const { input } = screen.emulator;
    const moved = input.markRangeDirty.bind(input);
    input.markRangeDirty = (top, bottom) => {
      if (top === 0 && bottom === rows - 1) scrolls++;
      moved(top, bottom);
    };
    let sureScrolls = 0;
    for (let round = 0; round < 1500; round++) {
      const bytes = Buffer.from(pieces[random(pieces.length)]!() + pieces[random(pieces.length)]!());
      for (let at = 0; at < bytes.length; ) {
        const slice = bytes.subarray(at, at + 1 + random(4096));
        at += slice.length;
        const [seen, version, before] = [look(), screen.contentVersion, scrolls];
        const isSure = willScroll(screen.emulator, slice);
        screen.feed(slice);
        if (isSure) expect(scrolls, 'scrolled').toBeGreaterThan(before);
        if (isSure) sureScrolls += 1;
        const received = screen.contentVersion > version;
        if (look() !== seen) expect(received, 'a change').toBe(true);
        else if (scrolls === before) expect(received, 'no change').toBe(false);
      }
    }
    expect(sureScrolls).toBeGreaterThan(100);
  });
});
