import { describe, expect, it } from 'vitest';
import {
  Background,
  NamedSpans,
  Spans,
  toBackground,
  toReplacement,
  toUpdate,
} from '#dialects/wsh/layerSchemas.ts';

const spans = (...sent: object[]) => Spans.parse(sent);

describe('content', () => {
  it('replaces all spans, or those with the same ids', () => {
    const sent = { spans: spans({ id: 'a', text: 'one' }), writes: [{ row: 1, col: 2, text: 'x' }] };
    const content = [{ id: 'a', text: 'one' }];
    expect(toReplacement(sent)).toEqual({ spans: content, writes: sent.writes });
    expect(toUpdate(sent)).toEqual({ setSpans: content, writes: sent.writes });
  });

  it('that is absent stays as it is', () => {
    expect(toReplacement({})).toEqual({});
    expect(toUpdate({ spans: null, writes: undefined })).toEqual({});
  });

  it('of an update needs the ids of its spans', () => {
    expect(NamedSpans.safeParse([{ text: 'one' }]).success).toBe(false);
  });
});

describe('a style', () => {
  it.each([
    [{ bold: true, italic: false }, { bold: true }],
    [{ underline: true }, { underline: 'single' }],
    [
      { fg: 'red', bg: 'bright_blue' },
      { fg: 1, bg: 12 },
    ],
    [{ fg: '#FF00aa' }, { fg: '#ff00aa' }],
    [{ fg: { indexed: 200 } }, { fg: 200 }],
    [{ fg: { r: 1, g: 2, b: 255 } }, { fg: '#0102ff' }],
  ])('%j is that of the core', (sent, style) => {
    expect(toReplacement({ spans: spans({ text: 'x', ...sent }) }).spans).toEqual([{ text: 'x', ...style }]);
  });
});

it.each([
  [undefined, {}],
  [null, { background: null }],
  ['green', { background: 2 }],
  [{ bg: { r: 0, g: 0, b: 0 } }, { background: '#000000' }],
])('the background %j is %j', (sent, change) => {
  expect(toBackground(Background.parse(sent))).toEqual(change);
});
