/** Scrollback rows are packed outside the emulator without loss. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { readRow } from '#terminal/rows.ts';
import type { Screen } from '#terminal/screen.ts';
import { type BufferLine, lineWords, withoutStaleBit } from '#terminal/xterm.ts';
import { times } from '../../soak/scale.ts';
import { aScreen, sized } from '../aScreen.ts';
import { Grammar } from '../grammar.ts';

/** All contents of a row of cells. The stale bit of empty cells is not kept, so it is left out. */
const contents = (line: BufferLine) => ({
  cells: [...lineWords(line)].map((word, at) => (at % 3 === 2 ? withoutStaleBit(word) : word)),
  combined: Object.entries(line._combined).filter(([col]) => isCombinedAt(line, Number(col))),
  extras: [...lineWords(line)].flatMap((word, at) => {
    const extra = at % 3 === 2 && word & 0x10000000 ? line._extendedAttrs[(at - 2) / 3] : undefined;
    return extra ? [[(at - 2) / 3, extra._ext, extra.urlId]] : [];
  }),
  wrapped: line.isWrapped,
});

const isCombinedAt = (line: BufferLine, col: number) =>
  col >= 0 && (lineWords(line)[col * 3]! & 0x200000) !== 0;

const above = ({ scrollback }: Screen) =>
  Array.from({ length: scrollback.length }, (_, row) => contents(scrollback.line(row)));

/** Lines as they were printed: wrapped rows are joined. */
function linesOf({ scrollback }: Screen): string[] {
  const lines: string[] = [];
  for (let row = 0; row < scrollback.length + scrollback.screenRowCount; row++) {
    const { text, wrapped } = scrollback.row(row);
    if (wrapped && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines;
}

describe('rows that scroll off', () => {
  it('keep their cells, for any output', () => {
    const grammar = new Grammar(13);
    for (let time = 0; time < times(20, 1000); time++) {
      const { screen } = aScreen(1 + grammar.below(12), 2 + grammar.below(60), { scrollback: 40 });
      let left: ReturnType<typeof contents>[] = [];
      screen.emulator.onRowOff((line) => {
        left.push(contents(line));
        return undefined;
      });
      screen.emulator.input.onRequestReset(() => {
        left = [];
      });
      for (let fed = 0; fed < 20; fed++) {
        screen.feed(grammar.output(20));
        const kept = above(screen);
        if (kept.length > 0) expect(kept).toEqual(left.slice(-kept.length));
      }
    }
  });

  it('read as their cells do, at any width', () => {
    const grammar = new Grammar(17);
    for (let time = 0; time < times(20, 1000); time++) {
      const { screen, feed } = aScreen(4, 2 + grammar.below(60), { scrollback: 60 });
      for (let fed = 0; fed < 6; fed++) {
        feed('word '.repeat(grammar.below(30)), 'long'.repeat(grammar.below(50)), '\x1b[C\r\n');
        if (fed % 2 === 0) screen.feed(grammar.output(20));
        screen.resize(sized(4, 2 + grammar.below(60)));
        for (let row = 0; row < screen.scrollback.length; row++)
          expect(screen.scrollback.row(row)).toEqual(readRow(screen.scrollback.line(row)));
      }
    }
  });

  it('leave the emulator', () => {
    const { screen, feed } = aScreen(4, 20);
    feed('line\r\n'.repeat(50));
    screen.resize(sized(4, 10));
    screen.resize(sized(9, 30));
    expect(screen.emulator.core.buffers.normal.lines.length).toBe(9);
    expect(screen.scrollback.length).toBe(51 - 9);
  });

  it('keep their numbers when others are dropped, and after the scrollback was cleared', () => {
    const { screen, feed } = aScreen(2, 20, { scrollback: 3 });
    const number = (at: number) => screen.lineNumbers.lineAt(at);
    feed(Array.from({ length: 8 }, (_, at) => `row ${at}\r\n`).join(''));
    expect(screen.lineNumbers.first).toBe(7);
    expect([number(3), number(4)?.length]).toEqual([undefined, 20]);
    expect(screen.scrollback.row(0).text).toBe('row 4');
    feed('\x1b[3J');
    expect(screen.scrollback.length).toBe(0);
    expect(screen.lineNumbers.first).toBe(7);
    feed('x\r\n');
    expect(screen.lineNumbers.first).toBe(8);
  });

  it('stay during the alternate screen, even if that is cleared', () => {
    const { screen, feed } = aScreen(2, 20);
    feed('1\r\n2\r\n3\x1b[?1049h\x1b[3Ja\r\nb\r\nc\r\nd');
    expect(screen.scrollback.rows(0, 9).map(({ text }) => text)).toEqual(['1']);
  });

  it('return unchanged when the screen grows, and scroll off again', () => {
    const { screen, feed } = aScreen(3, 12);
    feed(
      '\x1b[1;31mred\x1b[m one\r\n\x1b]8;;http://a\x07link\x1b]8;;\x07 e\u0301\r\n中文\x1b[44m\x1b[K\x1b[m\r\n4\r\n5',
    );
    const before = above(screen);
    screen.resize(sized(5, 12));
    expect(Array.from({ length: 2 }, (_, row) => contents(screen.line(row)))).toEqual(before);
    expect(screen.scrollback.length).toBe(0);
    screen.resize(sized(3, 12));
    expect(above(screen)).toEqual(before);
  });
});

describe('scrollback at a new width', () => {
  const text = (grammar: Grammar) => {
    const words = ['word_', '中文', '😀', 'e\u0301', 'x'.repeat(grammar.below(50)), 'é'];
    const one = () => words[grammar.below(words.length)]!;
    const line = () => Array.from({ length: grammar.below(12) }, one).join('');
    return Array.from({ length: 30 }, () => `${line()}|\r\n`).join('');
  };

  it('wraps the lines above again, and loses none of their text', () => {
    const grammar = new Grammar(31);
    for (let time = 0; time < times(15, 1000); time++) {
      const { screen, feed } = aScreen(2 + grammar.below(10), 8 + grammar.below(60), { scrollback: 100_000 });
      feed(text(grammar));
      const lines = linesOf(screen);
      for (let turn = 0; turn < 6; turn++) {
        screen.resize(sized(2 + grammar.below(20), 2 + grammar.below(90)));
        expect(linesOf(screen).filter(Boolean)).toEqual(lines.filter(Boolean));
      }
    }
  });

  it('has the same rows as if they had been printed at that width', () => {
    const grammar = new Grammar(7);
    for (let time = 0; time < times(15, 1000); time++) {
      const rows = 2 + grammar.below(10);
      const [before, after] = [8 + grammar.below(60), 4 + grammar.below(80)];
      const output = text(grammar);
      const resized = aScreen(rows, before, { scrollback: 100_000 });
      resized.feed(output);
      resized.screen.resize(sized(rows, after));
      const printed = aScreen(rows, after, { scrollback: 100_000 });
      printed.feed(output);
      const contents = ({ screen }: typeof printed) =>
        screen.scrollback.rows(0, 1e6).map(({ text, wrapped }) => ({ text, wrapped }));
      expect(contents(resized)).toEqual(contents(printed));
      expect(resized.screen.text()).toBe(printed.screen.text());
    }
  });

  it('keeps the limit of rows, and drops the excess', () => {
    const { screen, feed } = aScreen(2, 40, { scrollback: 10 });
    feed(`${'a'.repeat(40)}\r\n`.repeat(9), 'end');
    screen.resize(sized(2, 10));
    expect(screen.scrollback.length).toBe(10);
    screen.resize(sized(2, 40));
    expect(linesOf(screen)).toEqual(['a'.repeat(30), ...Array(2).fill('a'.repeat(40)), 'end']);
  });

  it('of one endless line loses its beginning', () => {
    const { screen, feed } = aScreen(2, 4, { scrollback: 5 });
    feed(Array.from({ length: 40 }, (_, at) => `${at % 10}`).join(''));
    screen.resize(sized(2, 3));
    expect(linesOf(screen)).toEqual(['1234567890123456789']);
  });
});

describe('the memory of the scrollback', () => {
  it('is bounded, as are its rows', () => {
    const { screen } = aScreen(2, 1000, { scrollback: limits.maxScrollback });
    const line = `${'x'.repeat(999)}\r\n`;
    for (let fed = 0; fed < 30; fed++) screen.feed(Buffer.from(line.repeat(1000)));
    expect(screen.scrollback.bytes).toBeLessThanOrEqual(limits.scrollbackBytes);
    expect(screen.scrollback.length).toBeGreaterThan(limits.scrollbackBytes / 2000);
    expect(screen.scrollback.row(0).text).toBe('x'.repeat(999));
  });
});
