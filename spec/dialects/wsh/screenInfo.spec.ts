import { describe, expect, it } from 'vitest';
import { formatLine, getMaxRows, toLineFormat } from '#dialects/wsh/screenInfo.ts';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { screenRuns } from '#terminal/screenReader.ts';
import { aScreen } from '../../terminal/aScreen.ts';

function lineOf(output: string, format: 'plain' | 'styled') {
  const { screen, feed } = aScreen();
  feed(output);
  return formatLine(screenRuns(screen, createRedaction(defaultPolicy))[0]!, format);
}

describe('a line', () => {
  it('is text without blanks at its end, or spans', () => {
    expect(lineOf('one \x1b[1mtwo\x1b[m  ', 'plain')).toBe('one two');
    expect(lineOf('one \x1b[1mtwo\x1b[m', 'styled')).toEqual([{ text: 'one ' }, { text: 'two', bold: true }]);
  });

  it.each([
    ['\x1b[31mx', { fg: { indexed: 1 } }],
    ['\x1b[48;5;200mx', { bg: { indexed: 200 } }],
    ['\x1b[38;2;255;0;16mx', { fg: { rgb: { r: 255, g: 0, b: 16 } } }],
    ['\x1b[4:3mx', { underline: true }],
    ['\x1b[7;9mx', { inverse: true, strikethrough: true }],
  ])('%j has the style of its text', (output, style) => {
    expect(lineOf(output, 'styled')).toEqual([{ text: 'x', ...style }]);
  });

  it('is styled unless the client asks for text', () => {
    expect([toLineFormat(undefined), toLineFormat(null), toLineFormat('plain')]).toEqual([
      'styled',
      'styled',
      'plain',
    ]);
  });
});

it('a reply has fewer rows of a wider screen', () => {
  const most = (cols: number) => getMaxRows({ screen: { size: { cols } } } as never);
  expect(most(100) * 100).toBeLessThanOrEqual(limits.replyChars);
  expect((most(100) + 1) * 100).toBeGreaterThan(limits.replyChars);
  expect(most(200)).toBe(Math.floor(most(100) / 2));
});
