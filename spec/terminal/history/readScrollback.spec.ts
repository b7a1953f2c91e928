import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { noRedaction } from '#redaction/policy.ts';
import { readScrollback } from '#terminal/screenReader.ts';
import { aScreen, hides, sized } from '../aScreen.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `row ${at}\r\n`).join('');
const read = (start: number, count: number) => ({ start, count, redaction: noRedaction });

describe('scrollback', () => {
  it('holds rows that scrolled off, the oldest first', () => {
    const { screen, feed } = aScreen(4, 20);
    feed(numbered(10));
    expect(screen.scrollback.length).toBe(7);
    expect(readScrollback(screen, read(0, 2))).toEqual({ lines: ['row 0', 'row 1'], start: 0, total: 7 });
    expect(readScrollback(screen, read(-2, 100))).toEqual({ lines: ['row 5', 'row 6'], start: 5, total: 7 });
    expect(readScrollback(screen, read(-99, 1))).toEqual({ lines: ['row 0'], start: 0, total: 7 });
    expect(readScrollback(screen, read(50, 10))).toEqual({ lines: [], start: 7, total: 7 });
  });

  it('keeps at most the configured rows, and at least one', () => {
    const { screen, feed } = aScreen(4, 20, { scrollback: 3 });
    feed(numbered(100));
    expect(readScrollback(screen, read(0, 10)).lines).toEqual(['row 94', 'row 95', 'row 96']);
    const none = aScreen(4, 20, { scrollback: 0 });
    none.feed(numbered(10));
    expect(none.screen.scrollback.length).toBe(1);
  });

  it('is read in parts where its rows are very many, or very long', () => {
    const narrow = aScreen(2, 2, { scrollback: limits.maxScrollback });
    narrow.feed('x'.repeat(2 * (limits.replyRows + 10)));
    expect(narrow.screen.scrollback.length).toBeGreaterThan(limits.replyRows);
    const all = read(0, limits.maxScrollback);
    expect(readScrollback(narrow.screen, all).lines).toHaveLength(limits.replyRows);
    const wide = aScreen(2, 1000, { scrollback: limits.maxScrollback });
    wide.feed('x\r\n'.repeat(3000));
    expect(readScrollback(wide.screen, all).lines).toHaveLength(Math.floor(limits.replyChars / 1000));
  });

  it('of the main screen can be read while the other is shown', () => {
    const { screen, feed } = aScreen(4, 20);
    feed(`${numbered(5)}\x1b[?1049h\x1b[Heditor`);
    expect(readScrollback(screen, read(0, 10)).lines).toEqual(['row 0', 'row 1']);
    expect(screen.text()).toBe('editor');
  });

  it('of zero rows survives the resizes that crashed the emulator', () => {
    const { screen, feed } = aScreen(38, 39, { scrollback: 0 });
    feed('\x1b#8');
    screen.resize(sized(22, 32));
    screen.resize(sized(43, 41));
    feed('\r\n'.repeat(42), 'alive');
    expect(screen.text()).toContain('alive');
  });

  it('is redacted, also if a secret begins above or ends below the requested rows', () => {
    const { screen, feed } = aScreen(2, 10);
    feed(`x\r\n${'k'.repeat(24)}\r\n${numbered(3)}`);
    const redaction = hides(/k{24}/, '*');
    const lines = (start: number, count: number) => readScrollback(screen, { start, count, redaction }).lines;
    expect(lines(0, 4)).toEqual(['x', '*', '', '']);
    expect([lines(1, 1), lines(2, 1), lines(3, 1)]).toEqual([['*'], ['*'], ['*']]);
    expect(lines(4, 1)).toEqual(['row 0']);
  });
});
