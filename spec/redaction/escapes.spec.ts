import { expect, it } from 'vitest';
import { reveal, stripEscapes } from '#redaction/escapes.ts';
import { mainThreadMs } from '../server/mainThreadMs.ts';

it.each([
  ['plain\ttext\n', 'plain\ttext\n'],
  ['a\x1b[31mb\x1b[0mc', 'abc'],
  ['a\x9b1;2mb', 'ab'],
  ['a\x1b]0;t\x07b\x1b]0;t\x1b\\c\x9d0;t\x9cd', 'abcd'],
  ['a\x1bPq#0\x07\x1b\\b\x1b_x\x1b\\c\x1b^x\x1b\\d\x1bXx\x9ce', 'abcde'],
  ['a\x1b(Bb\x1b)0c\x1b=d\x1b>e\x1b7f', 'abcdef'],
  ['a\x1b[1\x18b\x1b]0;\x1ac', 'abc'],
  ['a\x1b[1\x1b[mb', 'ab'],
  ['a\x1b]0;t\x1b[mb', 'ab'],
  ['a\x1b[1\nmb', 'a\nb'],
  ['one\r\ntwo\r\r\nthree', 'one\ntwo\nthree'],
  ['50%\r60%', '50%\n60%'],
  ['a\x1b[5;1Hb\x1b[Ac\x1bMd\x85e', 'a\nb\nc\nd\ne'],
  ['a\x1b[Cb\x1b[3Cc', 'a b c'],
  ['wrapped at \rthe edge', 'wrapped atthe edge'],
  ['a\x1b \rbc', 'a\nc'],
  ['a\x1b\n[31mb', 'a\nb'],
  ['a\x1b[?25lb\x1b[?1049hc', 'ab\nc'],
  ['a\0b\x07c\x7fd', 'abcd'],
])('%j prints %j', (text, printed) => {
  expect(reveal(text).printed.text).toBe(printed);
});

it.each([
  ['plain\ttext\n', 'plain\ttext\n'],
  ['one\r\ntwo\r\r\nthree', 'one\ntwo\nthree'],
  ['a\r\n\r\nb', 'a\n\nb'],
  ['$ x\r\n\x1b[?2004l\rone\r\n\x1b[?2004h$ ', '$ x\none\n$ '],
  ['\r10%\r20%\r\ndone', '20%\ndone'],
  ['10 of 10\rdone\r\n', 'donef 10\n'],
  ['long line\r\x1b[Kshort\n', 'short\n'],
  ['long line\x1b[2K\rshort\n', 'short\n'],
  ['long\x1b[2Kx', '    x'],
  ['long\b\b\x1b[1Kx', '  xg'],
  ['abc\b \b\b\bX\n', 'Xb \n'],
  ['a\n\b\bX', 'a\nX'],
  ['ab\r\x1b[Cc', 'ac'],
  ['😀é\rX', 'Xé'],
  ['e\u0301f\b\bx', 'xf'],
  ['ab\x1b[2K\u0301', '  \u0301'],
  ['50% \r60% \r\n', '60% \n'],
  [`${'w'.repeat(80)} \rest of it\r\n`, `${'w'.repeat(80)}est of it\n`],
  [`${'w'.repeat(80)} \rest\rX\r\n`, `${'w'.repeat(80)}Xst\n`],
  [`${'w'.repeat(80)}  \rX\r\n`, `X${'w'.repeat(79)}  \n`],
  ['\x1b[H\x1b[2Jtop\x1b[5;1Hlow\r', 'top\nlow'],
  ['a\x1b]0;t\x07b\x1b[1;31mc\x07', 'abc'],
])('%j leaves %j', (text, plain) => {
  expect(stripEscapes(text)).toBe(plain);
});

it.each([
  ['abc\bX', 'abX'],
  ['abc\b\b\x1b[KX', 'aX'],
  ['abc\b \bX', 'abX'],
  ['abc\x1b[2DX', 'aXc'],
  ['abc\x1b[2D\x1b[CX', 'abX'],
  ['a\n\b\bX', 'X'],
  ['ab\bX\nplain\ncd\bY\n', 'aX\ncY'],
  ['a\n\x1b[mcd\x1b[1m\b\x1b[0mY\rx', 'cY'],
])('%j ends up as %j', (text, edited) => {
  expect(reveal(text).edited?.view.text).toBe(edited);
});

it('reports the position of each part', () => {
  const text = 'a\x1b[31mb\x1b[Cc\r\nd';
  const { printed } = reveal(text);
  expect(printed.text).toBe('ab c\nd');
  expect(printed.original(1, 2)).toEqual({ start: 6, end: 7 });
  expect(printed.original(0, 4)).toEqual({ start: 0, end: 11 });
  expect(printed.original(2, 3)).toEqual({ start: 7, end: 10 });
  expect(printed.upTo(6)).toBe('a');
  expect(printed.upTo(text.length)).toBe('ab c\nd');
  expect(printed.upTo(0)).toBe('');
});

it('keeps the content of strings, one line each', () => {
  expect(reveal('a\x1b]0;title\x07b\x1b]8;;http://x\x1b\\c').carried.text).toBe('0;title\n8;;http://x\n');
});

it.each([
  ['a\x1b', 1, undefined],
  ['a\x1b[31', 1, undefined],
  ['a\x1b]0;ti', 1, 'osc'],
  ['a\x1b]0;ti\x1b', 1, 'osc'],
  ['a\x1bPq', 1, 'string'],
  ['a\x1b(', 1, undefined],
  ['ab \r', 3, undefined],
  ['ab', 2, undefined],
])('%j is settled up to %i', (text, settled, within) => {
  expect(reveal(text)).toMatchObject({ settled, within });
});

it('continues inside a string', () => {
  expect(reveal('tle\x07b', 'osc').printed.text).toBe('b');
  expect(reveal('tle\x07b', 'string')).toMatchObject({ settled: 0, within: 'string' });
});

it('walks in linear time', () => {
  const time = (text: string) => {
    const before = mainThreadMs(process.pid);
    reveal(text);
    stripEscapes(text);
    return mainThreadMs(process.pid) - before;
  };
  for (const unit of ['x \r', 'x\b', '\x1b[', '\x1b]', '\x1b[m', '\x1b[Cx', '\r', '\x1bP\x07'])
    expect(time(unit.repeat(100_000))).toBeLessThan(1500);
});
