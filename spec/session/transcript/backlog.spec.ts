import { describe, expect, it } from 'vitest';
import { Backlog } from '#session/transcript.ts';

describe('a backlog', () => {
  it('returns the kept output since a cursor, in parts', () => {
    const backlog = new Backlog(10_000);
    let all = '';
    let cursor = 0;
    let read = '';
    for (let number = 0; number < 20_000; number++) {
      const text = `${number} `;
      backlog.append(text);
      all += text;
      expect(backlog.end).toBe(all.length);
      if (number % 500 !== 0) continue;
      for (let part = backlog.read(cursor, 700); part.text !== ''; part = backlog.read(cursor, 700)) {
        expect(part.dropped).toBe(false);
        expect(part.text.length).toBeLessThanOrEqual(700);
        expect(part.to).toBe(cursor + part.text.length);
        read += part.text;
        cursor = part.to;
      }
      expect(read).toBe(all);
    }
    const late = backlog.read(0, 100_000);
    expect(late.dropped).toBe(true);
    expect(late.to).toBe(all.length);
    expect(all.endsWith(late.text)).toBe(true);
    expect(late.text.length).toBeGreaterThanOrEqual(10_000);
    expect(late.text.length).toBeLessThanOrEqual(20_000);
  });

  it('keeps a character of two units whole', () => {
    const backlog = new Backlog(100);
    backlog.append('ab💡c');
    expect(backlog.read(0, 3)).toEqual({ text: 'ab', to: 2, dropped: false });
    expect(backlog.read(2, 3)).toEqual({ text: '💡c', to: 5, dropped: false });
  });
});
