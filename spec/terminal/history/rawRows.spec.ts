/** Scrollback rows stay unpacked until they are read, within a limit for all sessions. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { lineBytes, RawRows } from '#terminal/history/rawRows.ts';
import { Scrollback } from '#terminal/history/scrollback.ts';
import type { BufferLine } from '#terminal/xterm.ts';
import { aScreen } from '../aScreen.ts';
import { Grammar } from '../grammar.ts';

const blankLine = (cols: number): BufferLine =>
  aScreen(1, cols).screen.emulator.core.buffers.normal.lines.get(0)!.clone();

const noScreen = aScreen(1, 1).screen.emulator.core.buffers;

describe('a row that scrolled off', () => {
  it('is not looked at when it is dropped before it is read', () => {
    let reads = 0;
    const countReads = () => {
      const line = blankLine(20);
      const cells = line._data;
      const counted = {
        get: () => {
          reads++;
          return cells;
        },
      };
      return Object.defineProperties(line, { _data: counted, clone: { value: () => blankLine(20) } });
    };
    const archive = new Scrollback(3, 20, noScreen);
    const lines = Array.from({ length: 10 }, countReads);
    const given = lines.map((line) => archive.keepLine(line));
    expect(given.slice(3)).toEqual(lines.slice(0, 7));
    expect([archive.length, archive.next, reads]).toEqual([3, 10, 0]);
    archive.line(0);
    expect(reads).toBeGreaterThan(0);
  });

  it('reads the same before and after it is packed', () => {
    const grammar = new Grammar(5);
    const read = ({ screen }: ReturnType<typeof aScreen>) => ({
      rows: screen.scrollback.rows(0, 1e6),
      uncertain: screen.isUncertain(0),
      first: screen.lineNumbers.first,
    });
    for (let time = 0; time < 40; time++) {
      const opened = aScreen(1 + grammar.below(6), 2 + grammar.below(30), {
        scrollback: 1 + grammar.below(8),
      });
      for (let fed = 0; fed < 12; fed++) {
        opened.screen.feed(grammar.output(20));
        const raw = read(opened);
        expect(opened.screen.scrollback.bytes).toBeGreaterThanOrEqual(0);
        expect(read(opened)).toEqual(raw);
      }
    }
  });

  it('is packed at once in a scrollback that is larger than the limit', () => {
    const cols = 100;
    const archive = new Scrollback(Math.floor(limits.rawRowBytes / lineBytes(cols)) + 1, cols, noScreen);
    expect(archive.keepLine(blankLine(cols))).toBeUndefined();
    expect(archive.length).toBe(1);
  });
});

describe('raw rows of all sessions', () => {
  it('are packed where they were held the longest, when they take too much', () => {
    const cols = limits.maxCols;
    const packed: string[] = [];
    const rowsOf = (name: string) => {
      const rows: RawRows = new RawRows(() => {
        packed.push(name);
        rows.drain();
      });
      return rows;
    };
    const all = ['first', 'second', 'third'].map(rowsOf);
    const room = Math.floor(limits.rawRowBytes / lineBytes(cols));
    const line = blankLine(cols);
    all[0]!.add(line);
    all[1]!.add(line);
    for (let row = 2; row < room; row++) all[2]!.add(line);
    expect(packed).toEqual([]);
    all[2]!.add(line);
    expect(packed).toEqual(['first']);
    all[2]!.add(line);
    expect(packed).toEqual(['first', 'second']);
    for (const rows of all) rows.drain();
  });
});
