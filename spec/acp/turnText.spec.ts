/** What was sent is never taken back, and the end is complete. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnText } from '#acp/turnText.ts';

const sentBy = (text: TurnText, all: boolean) => text.take(all)?.text;

describe('the text of a turn', () => {
  it('sends a paragraph once the next one begins, and the last one at the end', () => {
    const text = new TurnText();
    text.append('One of');
    expect(text.take(false)).toBeUndefined();
    text.append(' two.\n\nThe other');
    expect(text.take(false)).toEqual({ text: 'One of two.' });
    expect(text.take(false)).toBeUndefined();
    text.append(' one.');
    expect(text.take(true)).toEqual({ text: '\n\nThe other one.' });
    expect(text.take(true)).toBeUndefined();
  });

  it('sends rows of a long list at once, but for the last ones', () => {
    const text = new TurnText();
    text.append(Array.from({ length: 20 }, (_, at) => `${at}`).join('\n'));
    expect(sentBy(text, false)).toBe(Array.from({ length: 12 }, (_, at) => `${at}`).join('\n'));
  });

  it('holds a table back until it is complete', () => {
    const text = new TurnText();
    text.append('Here:\n\n');
    for (let rows = 1; rows <= 30; rows += 1) {
      text.replace(2, Array.from({ length: rows }, () => `│ ${'x'.repeat(rows)} │`).join('\n'));
      expect(sentBy(text, false)).toBe(rows === 1 ? 'Here:' : undefined);
    }
    text.append('\n\nDone.');
    expect(sentBy(text, false)).toMatch(/^\n\n│ x{30} │\n/);
    expect(sentBy(text, true)).toBe('\n\nDone.');
  });

  it('handles a word that moves to the next row', () => {
    const text = new TurnText();
    text.append('a row that ends in a wor');
    text.take(false);
    text.replace(0, 'a row that ends in a\nword and goes on');
    expect(sentBy(text, true)).toBe('a row that ends in a\nword and goes on');
  });

  it('continues in the same row after a tool', () => {
    const text = new TurnText();
    text.append('I will look');
    expect(sentBy(text, true)).toBe('I will look');
    text.append('.\n\nFound.');
    expect(sentBy(text, true)).toBe('.\n\nFound.');
  });

  it('sends text again with a note if it changed after it was sent', () => {
    const text = new TurnText();
    text.append('first\nsecond');
    text.take(true);
    text.replace(1, 'other\nthird');
    expect(text.take(false)).toBeUndefined();
    expect(text.take(true)).toEqual({ text: '\n\nother\nthird', replacesFromLine: 1 });
    text.append('!');
    expect(text.take(true)).toEqual({ text: '!' });
  });

  it('marks lost text once', () => {
    const text = new TurnText();
    text.append('a\n\nb\n\n');
    text.take(false);
    text.markLost();
    text.append('z\n\ny');
    expect(text.take(false)).toEqual({ text: '\nz', lost: true });
    expect(text.take(true)).toEqual({ text: '\n\ny' });
  });

  it('completes the end from the whole text', () => {
    const text = new TurnText();
    text.append('a\nb\nc');
    text.take(true);
    text.complete('b\nc\nd\ne');
    expect(text.take(true)).toEqual({ text: '\nd\ne' });
    text.complete('y\nz');
    expect(text.take(true)).toEqual({ text: '\ny\nz', lost: true });
  });

  it('remembers a bounded number of lines, and still sends each once', () => {
    const text = new TurnText();
    const lines = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
    let sent = '';
    for (const line of lines) {
      text.append(line === lines[0] ? line : `\n${line}`);
      sent += sentBy(text, false) ?? '';
    }
    expect(sent + (sentBy(text, true) ?? '')).toBe(lines.join('\n'));
  });

  it('sends exactly the text that was appended, however it is cut', () => {
    const pieces = fc.array(fc.tuple(fc.stringMatching(/^[ab\n ]{0,12}$/), fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(pieces, (list) => {
        const text = new TurnText();
        let sent = '';
        for (const [words, all] of list) {
          text.append(words);
          sent += text.take(all)?.text ?? '';
        }
        sent += text.take(true)?.text ?? '';
        expect(sent).toBe(list.map(([words]) => words).join(''));
      }),
    );
  });
});
