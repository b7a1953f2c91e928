import { describe, expect, it } from 'vitest';
import { runsOf } from '#client/styledRuns.ts';
import { noRedaction } from '#redaction/policy.ts';
import { readScreenText, screenRuns, takeSnapshot } from '#terminal/screenReader.ts';
import { seedOr, times } from '../soak/scale.ts';
import { aScreen, sized } from './aScreen.ts';
import { Grammar } from './grammar.ts';

const sequences = times(8000, 20_000_000);
const seed = seedOr(20_261_118);
const perScreen = 2000;

type Screen = ReturnType<typeof aScreen>['screen'];

function holds({ screen, replies }: { screen: Screen; replies: string[] }): void {
  const { rows, cols } = screen.size;
  const { row, col } = screen.cursor;
  expect(row >= 0 && row < rows && col >= 0 && col < cols).toBe(true);
  const lines = screen.rows();
  expect(lines).toHaveLength(rows);
  const grid = takeSnapshot(screen, { redaction: noRedaction, cells: 'full' });
  expect(grid.cells).toHaveLength(rows);
  for (const [at, cells] of grid.cells.entries()) {
    expect(cells).toHaveLength(cols);
    let text = '';
    for (const [col, cell] of (cells as { char: string; width: number }[]).entries()) {
      if (cell.width === 2) expect((cells[col + 1] as { width: number } | undefined)?.width ?? 0).toBe(0);
      if (cell.width === 0) expect((cells[col - 1] as { width: number }).width).toBe(2);
      expect([...cell.char].length).toBeLessThanOrEqual(32);
      text += cell.char;
    }
    expect(lines[at]!.text).toBe(text.replace(/ +$/, ''));
  }
  expect(grid.plain_text).toBe(screen.text());
  const padded = (grid.cells as { char: string }[][]).map((cells) => cells.map(({ char }) => char).join(''));
  expect(readScreenText(screen, { redaction: noRedaction, region: undefined, trim: false })).toBe(
    padded.join('\n'),
  );
  const runs = screenRuns(screen, noRedaction);
  const rendered = runsOf(takeSnapshot(screen, { redaction: noRedaction, cells: 'runs' }));
  expect(rendered.map((row) => row.map(({ style, ...run }) => ({ ...run, ...style })))).toEqual(runs);
  for (const [at, row] of runs.entries()) {
    const end = row.at(-1);
    expect(end ? end.col + end.width : 0).toBeLessThanOrEqual(cols);
    expect(
      row
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    ).toBe(lines[at]!.text.trimEnd());
  }
  expect(replies.join('')).toMatch(/^[\x1b -~]*$/);
}

describe('any output', () => {
  it(`of ${sequences} sequences, with resizes, leaves a screen that holds together`, () => {
    const grammar = new Grammar(seed);
    let fed = 0;
    while (fed < sequences) {
      const it = aScreen(1 + grammar.below(40), 2 + grammar.below(90), { scrollback: grammar.below(30) });
      const end = Math.min(sequences, fed + perScreen);
      const fresh = it.screen.trackWrites();
      for (; fed < end; fed += 25) {
        it.clock.ms += 10;
        const before = it.screen.contentVersion;
        const rows = it.screen.rows();
        it.screen.feed(grammar.output(25));
        if (it.screen.contentVersion === before) expect(it.screen.rows()).toEqual(rows);
        if (grammar.below(8) === 0) it.screen.resize(sized(1 + grammar.below(40), 2 + grammar.below(90)));
        if (grammar.below(20) === 0) holds(it);
        if (grammar.below(50) === 0) it.screen.trackWrites().dispose();
        fresh.wrote(grammar.below(it.screen.size.rows));
      }
      holds(it);
      expect(it.screen.emulator.parseErrors).toBe(0);
      it.screen.dispose();
    }
  }, 0);
});
