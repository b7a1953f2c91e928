import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { VtTokenizer, type VtTokenizerOptions } from '#terminal/vtTokenizer.ts';
import { Grammar } from './grammar.ts';

const eightBit = { c1: true, controls: true };
const sevenBit = { c1: false, controls: false };

/** The tokens of a text that arrives in pieces: kind, final character and content. Adjacent text is joined. */
function tokensOf(options: VtTokenizerOptions, ...pieces: readonly string[]) {
  const tokens = new VtTokenizer(options);
  const found: (readonly [kind: string, final: string, content: string])[] = [];
  for (const piece of pieces) {
    tokens.push(piece);
    while (tokens.next()) {
      const { kind, final, content, text, start, end } = tokens;
      const last = found.at(-1);
      if (kind !== 'text') found.push([kind, final, kind === 'control' ? '' : content]);
      else if (last?.[0] === 'text') found.splice(-1, 1, ['text', '', last[2] + text.slice(start, end)]);
      else found.push(['text', '', text.slice(start, end)]);
    }
  }
  return { found, isIncomplete: tokens.isIncomplete };
}

describe('tokens', () => {
  it.each<[string, readonly (readonly [string, string, string])[]]>([
    ['a\tb\n', [['text', '', 'a\tb\n']]],
    [
      'a\r\x7f',
      [
        ['text', '', 'a'],
        ['control', '\r', ''],
        ['control', '\x7f', ''],
      ],
    ],
    ['\x1b[1;31m', [['csi', 'm', '1;31']]],
    ['\x9b?25l', [['csi', 'l', '?25']]],
    ['\x1b[2 q', [['csi', 'q', '2 ']]],
    [
      '\x1b[1\x18m',
      [
        ['csi', '', '1'],
        ['text', '', 'm'],
      ],
    ],
    [
      '\x1b[1\x1b[m',
      [
        ['csi', '', '1'],
        ['csi', 'm', ''],
      ],
    ],
    ['\x1b[1\nm', [['csi', 'm', '1\n']]],
    [
      '\x1bM\x8d',
      [
        ['escape', 'M', 'M'],
        ['control', 'M', ''],
      ],
    ],
    ['\x1b(0', [['escape', '0', '(0']]],
    [
      '\x1b\x1b7',
      [
        ['escape', '', ''],
        ['escape', '7', '7'],
      ],
    ],
    [
      '\x1b]0;t\x07\x9d0;t\x9c\x1b]0;t\x1b\\',
      [
        ['string', ']', '0;t'],
        ['string', ']', '0;t'],
        ['string', ']', '0;t'],
      ],
    ],
    [
      '\x1bPq\x07#\x1b\\x',
      [
        ['string', 'P', 'q\x07#'],
        ['text', '', 'x'],
      ],
    ],
    [
      '\x1b]0;t\x1b[m',
      [
        ['string', ']', '0;t'],
        ['csi', 'm', ''],
      ],
    ],
  ])('of %j', (text, found) => {
    expect(tokensOf(eightBit, text)).toEqual({ found, isIncomplete: false });
  });

  it('without 8-bit controls and without control characters have more text', () => {
    expect(tokensOf(sevenBit, 'a\r\n\x9b1m\x07').found).toEqual([['text', '', 'a\r\n\x9b1m\x07']]);
  });

  it.each(['\x1b', '\x1b(', '\x1b[1', '\x9b', '\x1b]0;t', '\x1b]0;t\x1b', '\x1bP'])(
    '%j is incomplete',
    (text) => {
      expect(tokensOf(eightBit, `a${text}`)).toEqual({ found: [['text', '', 'a']], isIncomplete: true });
    },
  );

  it('mark whether a string was terminated', () => {
    const ends = ['\x07', '\x1b\\', '\x9c', '\x18', '\x1a', '\x1b[m'].map((end) => {
      const tokens = new VtTokenizer(eightBit).begin(`\x1b]0;t${end}`);
      tokens.next();
      return tokens.isTerminated;
    });
    expect(ends).toEqual([true, true, true, false, false, false]);
  });

  it('may begin inside a string', () => {
    const tokens = new VtTokenizer(eightBit).begin('le\x07x', ']');
    expect([tokens.next(), tokens.kind, tokens.content]).toEqual([true, 'string', 'le']);
  });

  it.each([eightBit, sevenBit])('are the same at any cut of the text, with %o', (options) => {
    const grammar = new Grammar(11);
    for (let time = 0; time < 20; time++) {
      const text = Buffer.from(grammar.output(60)).toString();
      const whole = tokensOf(options, text);
      expect(tokensOf(options, ...text)).toEqual(whole);
      const at = Math.floor(text.length / 2);
      expect(tokensOf(options, text.slice(0, at), text.slice(at))).toEqual(whole);
    }
  });

  it('keep the beginning of a long sequence', () => {
    const tokens = new VtTokenizer(sevenBit);
    tokens.push('\x1bPq');
    for (let piece = 0; piece < 1000; piece++) {
      expect(tokens.next()).toBe(false);
      tokens.push('#'.repeat(1000));
      expect(tokens.text.length).toBeLessThan(limits.sequenceChars + 1002);
    }
    while (tokens.next());
    tokens.push('\x1b');
    while (tokens.next());
    tokens.push('\\x');
    expect(tokens.next()).toBe(true);
    expect(tokens.kind).toBe('string');
    expect(tokens.end - tokens.start).toBeGreaterThan(limits.sequenceChars);
    expect([tokens.next(), tokens.kind, tokens.text.slice(tokens.start)]).toEqual([true, 'text', 'x']);
  });
});
