import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { formatChanges, maskRows } from '#testing/snapshots.ts';

const match = (row: number, col: number, text: string) => ({ row, col, text }) as never;

describe('a mask', () => {
  it('replaces each text and each match of a pattern by one mark', async () => {
    const screen = 'pid 12 of 345\nuser ada, ada';
    expect(await maskRows(screen, { texts: ['ada', /\d+/], matches: [] })).toBe('pid ░ of ░\nuser ░, ░');
  });

  it('ignores a pattern without a match', async () => {
    expect(await maskRows('abc', { texts: [/x*/], matches: [] })).toBe('abc');
  });

  it('replaces the matches of locators, in their row only', async () => {
    const matches = [match(1, 0, 'ok'), match(1, 6, 'ok')];
    expect(await maskRows('ok ok\nok to ok', { texts: [], matches })).toBe('ok ok\n░ to ░');
  });

  it('finds the match after wide characters, which have more columns than characters', async () => {
    expect(await maskRows('漢字 ok', { texts: [], matches: [match(0, 5, 'ok')] })).toBe('漢字 ░');
  });
});

it('changed rows are listed below the summary, up to a limit', () => {
  const changes = Array.from({ length: limits.listedMatches + 5 }, (_, line) => ({
    line,
    left: 'before',
    right: 'after',
  }));
  const lines = formatChanges({ summary: 'many rows differ', changes } as never).split('\n');
  expect(lines.slice(0, 4)).toEqual(['many rows differ', '  line 0', '  - before', '  + after']);
  expect(lines).toHaveLength(1 + 3 * limits.listedMatches);
});
