import { describe, expect, it } from 'vitest';
import { clip, fitReply, type ReplyItem, withExit } from '#mcp/reply.ts';

const itemOf = (at: number, text: string): ReplyItem => ({ at, line: `${at}│${text}`, value: text });

function fitRows(items: readonly ReplyItem[], maxBytes: number) {
  return fitReply({
    structured: { session: 's1' },
    head: 's1 · the screen',
    items,
    collect: (included) => ({ rows: Object.fromEntries(included.map(({ at, value }) => [at, value])) }),
    more: (next) => `Cut at row ${next}.`,
    maxBytes,
  });
}

describe('a reply', () => {
  const items = Array.from({ length: 40 }, (_, at) => itemOf(at, `row ${at} ${'é'.repeat(20)}`));

  it('has all rows when they fit', () => {
    const { structured, text, included } = fitRows(items.slice(0, 2), 10_000);
    expect(included).toHaveLength(2);
    expect(structured).toEqual({ session: 's1', rows: { 0: items[0]!.value, 1: items[1]!.value } });
    expect(text).toBe(`s1 · the screen\n${items[0]!.line}\n${items[1]!.line}`);
  });

  it('is cut at the limit of its size in bytes, and contains the position to continue from', () => {
    const { structured, text, included } = fitRows(items, 2000);
    expect(included.length).toBeGreaterThan(5);
    expect(included.length).toBeLessThan(items.length);
    expect(structured.next).toBe(included.length);
    expect(text.endsWith(`\nCut at row ${included.length}.`)).toBe(true);
    const whole = { structuredContent: structured, content: [{ type: 'text', text }] };
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeLessThanOrEqual(2000);
  });

  it('shows the first row shortened when even that is too large', () => {
    const { structured, included } = fitRows([itemOf(3, 'x'.repeat(5000)), itemOf(4, 'y')], 800);
    expect(included).toEqual([{ at: 3, line: `3│${'x'.repeat(47)}…`, value: `${'x'.repeat(49)}…` }]);
    expect(structured.next).toBe(4);
  });
});

it('a text is clipped to a number of characters', () => {
  expect(clip('four', 4)).toBe('four');
  expect(clip('seven', 4)).toBe('sev…');
});

it('the end of a program names its signal, or else its exit code', () => {
  expect(withExit({ exit_code: null, signal: 'SIGTERM' }, 's1')).toBe(
    'The program has ended by SIGTERM.\ns1',
  );
  expect(withExit({ exit_code: 3, signal: null }, 's1')).toBe('The program has ended with exit code 3.\ns1');
  expect(withExit(undefined, 's1')).toBe('s1');
});
