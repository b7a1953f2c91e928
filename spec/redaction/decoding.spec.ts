import { describe, expect, it } from 'vitest';
import { decodeLine, decodeTail } from '#redaction/decoding.ts';

const decode = (text: string) => decodeLine(text, 0, text.length).map((line) => line.text);

describe('an encoded line', () => {
  it.each([
    ['percent encoding', 'a%3Db%20c', 'a=b c'],
    ['escapes of JSON', '\\u0041 \\"b\\" \\n', 'A "b" \n'],
    ['escapes in braces', '\\u{0041}', 'A'],
    ['hexadecimal escapes', '\\x41\\x3d', 'A='],
    ['octal escapes', '\\101', 'A'],
    ['HTML entities', '&quot;a&quot;&#61;&#x41;&amp;', '"a"=A&'],
    ['quoted-printable', 'a=3D=22b=22', 'a="b"'],
    ['sequences as cat -v prints them', '^[[31mred^[[0m', 'red'],
  ])('with %s', (_, text, expected) => {
    expect(decode(text)).toEqual([expected]);
  });

  it('is decoded again when it was encoded several times', () => {
    expect(decode('%2525')).toEqual(['%25', '%']);
  });

  it('has no decoded form if it has no code', () => {
    expect(decode('50% of a\\b & c')).toEqual([]);
  });

  it('maps to the characters of the original', () => {
    const text = 'plain\nkey%3Dabc';
    const [line] = decodeLine(text, 6, text.length);
    expect(line!.text).toBe('key=abc');
    expect(line!.original(3, 4)).toEqual({ start: 9, end: 12 });
    expect(line!.original(4, 7)).toEqual({ start: 12, end: 15 });
  });
});

describe('the end of an unfinished line', () => {
  it.each([
    ['key%3Da%', 7, 'key=a'],
    ['key%3Da%4', 7, 'key=a'],
    ['key%3Da\\u00', 7, 'key=a'],
    ['key%3Da&quo', 7, 'key=a'],
    ['key%3Da^[[3', 7, 'key=a'],
    ['key%3Dabc', 9, 'key=abc'],
  ])('%s is decoded up to an incomplete code', (line, rest, text) => {
    const tail = decodeTail(line);
    expect(tail.rest).toBe(rest);
    expect(tail.decoded.map((decoded) => decoded.text)).toEqual([text]);
  });
});
