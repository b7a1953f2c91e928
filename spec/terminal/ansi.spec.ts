import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { noRedaction } from '#redaction/policy.ts';
import { formatAnsi } from '#terminal/ansi.ts';
import type { CellRun } from '#terminal/cells.ts';
import { Screen } from '#terminal/screen.ts';
import { screenRuns } from '#terminal/screenReader.ts';

const size = { rows: 6, cols: 20, pixelWidth: 0, pixelHeight: 0 };

function runsOf(text: string): CellRun[][] {
  const screen = new Screen({ size, scrollback: 1, clock: systemClock });
  screen.feed(Buffer.from(text));
  const runs = screenRuns(screen, noRedaction);
  screen.dispose();
  return runs;
}

const again = (ansi: string) => runsOf(ansi.replaceAll('\n', '\r\n'));

describe('a screen as ANSI text', () => {
  it.each([
    ['plain text', 'one\r\n  two'],
    ['the sixteen colours', '\x1b[31;44mred\x1b[0m \x1b[97;105mbright\x1b[0m'],
    ['the palette', '\x1b[38;5;208;48;5;17mx'],
    ['true colour', '\x1b[38;2;1;2;255;48;2;0;0;0mx'],
    ['every attribute', '\x1b[1ma\x1b[2mb\x1b[0;3mc\x1b[0;5md\x1b[0;7me\x1b[0;8mf\x1b[0;9mg\x1b[0;53mh'],
    ['every underline', '\x1b[4ma\x1b[4:2mb\x1b[4:3mc\x1b[4:4md\x1b[4:5;58;5;9me\x1b[58;2;1;2;3mf'],
    ['a link', '\x1b]8;;https://example.org/\x1b\\here\x1b]8;;\x1b\\ not'],
    ['wide and combined characters', 'a\u{1f600}b 漢字 e\u0301'],
    ['gaps, blank rows and coloured blanks', '\x1b[3;5Hx\x1b[4;2H\x1b[42m   \x1b[0m'],
  ])('is the same after it is printed again: %s', (_, program) => {
    const runs = runsOf(program);
    expect(runs.flat().length).toBeGreaterThan(0);
    expect(again(formatAnsi(runs))).toEqual(runs);
  });

  it('ends each line in the default style, and leaves out blank rows at the end', () => {
    expect(formatAnsi(runsOf('\x1b[1;31mred\r\nmore'))).toBe('\x1b[1;31mred\x1b[0m\n\x1b[1;31mmore\x1b[0m');
    expect(formatAnsi([])).toBe('');
  });
});
