/** The part of a recording that reaches a terminal. */
import { describe, expect, it } from 'vitest';
import { OutputSanitizer } from '#cli/recording/outputSanitizer.ts';

const sanitize = (...pieces: string[]) => {
  const sanitizer = new OutputSanitizer();
  return pieces.map((piece) => sanitizer.push(piece)).join('');
};

const draws = [
  'plain\r\n\ttext 日本 🙂\b\x07',
  '\x1b[1;38;2;1;2;3mx\x1b[4:3m\x1b[0m',
  '\x1b[H\x1b[2J\x1b[10;5Hx\x1b[3A\x1b[2K\x1b[1L\x1b[2P\x1b[5X\x1b[2;9r\x1b[3b',
  '\x1b[?25l\x1b[?1049h\x1b[?7h\x1b[?2026h',
  '\x1b[2 q\x1b[!p',
  '\x1b7\x1b8\x1bM\x1b(0qqq\x1b(B',
  '\x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\',
];

const hidden = [
  ['questions', '\x1b[c\x1b[>c\x1b[=c\x1b[5n\x1b[6n\x1b[?6n\x1b[18t\x1b[?25$p\x1b[>q\x1b[?u\x1b[x\x1bZ\x05'],
  ['questions in strings', '\x1bP$qm\x1b\\\x1bP+q544e\x1b\\\x1b]10;?\x07\x1b]4;1;?\x1b\\'],
  ['the clipboard', '\x1b]52;c;cm0gLXJmIH4=\x07'],
  ['titles', '\x1b]0;title\x07\x1b]2;title\x1b\\'],
  ['the keyboard and the mouse', '\x1b[?1000h\x1b[?1006;1003h\x1b[?2004h\x1b[?1h\x1b=\x1b[>1u\x1b[>4;2m'],
  ['the size, and what prints on paper', '\x1b[8;9999;9999t\x1b[5i\x1b[?5i'],
  ['what is above the screen', '\x1b[3J\x1b[2;3J'],
  ['messages of other kinds', '\x1b_Gf=100;AAAA\x1b\\\x1b^x\x1b\\\x1bXx\x1b\\'],
  ['the same in eight bits', '\x9bc\x9d52;c;eA==\x9c\x90$qm\x9c\x85'],
  ['a string that is long', `\x1bPq${'#0;2;0;0;0'.repeat(10_000)}\x1b\\`],
  ['a control sequence that never ends', `\x1b[${'1;'.repeat(10_000)}`],
] as const;

describe('a sanitized recording', () => {
  it.each(draws)('draws %j', (text) => {
    expect(sanitize(text)).toBe(text);
  });

  it.each(hidden)('hides %s', (_, text) => {
    expect(sanitize(`a${text}b`, '\x1b\\c').replace(/[\d;]{9,}/g, '')).toMatch(/^ab?c$/);
  });

  it.each([...draws, ...hidden.map(([, text]) => text)])('has the same result in pieces: %.40j', (text) => {
    expect(sanitize(...text, 'end')).toBe(sanitize(text, 'end'));
  });

  it('keeps only the drawing modes of a sequence with several, and tracks the current screen', () => {
    const sanitizer = new OutputSanitizer();
    expect(sanitizer.push('\x1b[?1049;1000;25h')).toBe('\x1b[?1049;25h');
    expect(sanitizer.alternateScreen).toBe(true);
    sanitizer.push('\x1b[?1049l');
    expect(sanitizer.alternateScreen).toBe(false);
  });

  it('creates no escape sequence from a broken one', () => {
    for (const text of [
      '\x1b\x1b[c',
      '\x1b[1\x18c',
      '\x1b]8;;x\x1b[c',
      '\x1b[1\x1b[6n',
      '\x1b]8;;a\x05b\x07',
    ])
      expect(sanitize(text, 'x')).not.toContain('\x1b');
  });

  it('performs a soft reset, and keeps the text from before the recording', () => {
    expect(sanitize('\x1bc')).toBe('\x1b[!p\x1b[H\x1b[2J');
  });
});
