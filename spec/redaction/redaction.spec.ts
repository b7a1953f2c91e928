import { describe, expect, it } from 'vitest';
import { AssembledText, mergeSpans, replaceSpans, SpanReplacer } from '#redaction/redaction.ts';

describe('spans', () => {
  it('that overlap become one, and adjacent ones stay apart', () => {
    const spans = [
      { start: 8, end: 9 },
      { start: 0, end: 3 },
      { start: 2, end: 6 },
      { start: 6, end: 8 },
      { start: 1, end: 2 },
    ];
    expect(mergeSpans(spans)).toEqual([
      { start: 0, end: 6 },
      { start: 6, end: 8 },
      { start: 8, end: 9 },
    ]);
  });
});

describe('a replacement', () => {
  it('is inserted once for each span, or the text that the span names', () => {
    expect(
      replaceSpans(
        'user ada key abc',
        [
          { start: 5, end: 8 },
          { start: 13, end: 16, instead: '<key>' },
        ],
        '***',
      ),
    ).toBe('user *** key <key>');
    expect(replaceSpans('nothing here', [], '***')).toBe('nothing here');
  });

  it('is inserted once for a span that arrives in several pieces', () => {
    const text = 'a secret, and another';
    const spans = [
      { start: 2, end: 8 },
      { start: 14, end: 21 },
    ];
    for (let cut = 0; cut <= text.length; cut++) {
      const replacer = new SpanReplacer(spans, '*');
      expect(
        replacer.replaceNext(text.slice(0, cut)) + replacer.replaceNext(text.slice(cut)),
        `cut at ${cut}`,
      ).toBe('a *, and *');
    }
  });
});

describe('an assembled text', () => {
  const assembled = new AssembledText();
  assembled.add('key=', 0);
  assembled.add('', 4, 10);
  assembled.add('"', 4, 10);
  assembled.add('abc', 20);

  it('maps ranges to the original', () => {
    expect(assembled.text).toBe('key="abc');
    expect(assembled.original(1, 3)).toEqual({ start: 1, end: 3 });
    expect(assembled.original(6, 8)).toEqual({ start: 21, end: 23 });
    expect(assembled.original(0, 8)).toEqual({ start: 0, end: 23 });
  });

  it('maps a replaced piece to all that it replaces', () => {
    expect(assembled.original(4, 5)).toEqual({ start: 4, end: 10 });
  });

  it('has one range for each piece', () => {
    expect(assembled.pieces(2, 7)).toEqual([
      { start: 2, end: 4 },
      { start: 4, end: 10 },
      { start: 20, end: 22 },
    ]);
  });
});
