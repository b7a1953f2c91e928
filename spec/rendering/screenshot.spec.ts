import { afterAll, describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { takeScreenshot } from '#rendering/screenshot.ts';
import { takeSnapshot } from '#terminal/screenReader.ts';
import { aScreen, hides } from '../terminal/aScreen.ts';
import { closePainter, defaults, painter, pictureOf } from './aPage.ts';

afterAll(closePainter);

const formats = ['text', 'ansi', 'json', 'svg', 'png'] as const;

describe('a picture of a screen', () => {
  it('has a MIME type and a size', async () => {
    const reply = await Promise.all(formats.map((format) => pictureOf('x', { format })));
    expect(reply.map(({ format, mime, width, height }) => [format, mime, width, height])).toEqual([
      ['text', 'text/plain', 10, 2],
      ['ansi', 'text/plain', 10, 2],
      ['json', 'application/json', 10, 2],
      ['svg', 'image/svg+xml', 90, 36],
      ['png', 'image/png', 90, 36],
    ]);
  });

  it('is text, text with styles, or a snapshot', async () => {
    const output = 'one\r\n\x1b[1;31mtwo';
    expect((await pictureOf(output, { format: 'text' })).data).toBe('one\ntwo');
    expect((await pictureOf(output, { format: 'ansi' })).data).toBe('one\n\x1b[1;31mtwo\x1b[0m');
    const { screen, feed } = aScreen(2, 10);
    feed(output);
    const snapshot = takeSnapshot(screen, { redaction: defaults.redaction, cells: 'runs' });
    expect(JSON.parse((await pictureOf(output, { format: 'json' })).data)).toEqual(snapshot);
  });

  it.each(formats.filter((format) => format !== 'png'))(
    'hides as %s the same as a snapshot',
    async (format) => {
      const output = '\x1b]8;;https://example.org/hunter22\x1b\\is hunter22 it\x1b]8;;\x1b\\';
      const hidden = await pictureOf(output, { format, cols: 20, redaction: hides(/hunter22/) });
      expect(hidden.data).not.toContain('hunter22');
      expect((await pictureOf(output, { format, cols: 20 })).data).toContain('hunter22');
    },
  );

  it.each(formats)('as %s, shows the screen at the time of the request', async (format) => {
    const { screen, feed } = aScreen(200, 500);
    feed('\x1b[31mbefore');
    const requested = takeScreenshot(screen, { ...defaults, format }, painter);
    feed('\x1b[H\x1b[2J\x1b]4;1;#00ff00\x07after');
    const before = await pictureOf('\x1b[31mbefore', { format, rows: 200, cols: 500 });
    expect((await requested).data).toBe(before.data);
  });

  it.each(formats)('as %s, shows a region like a whole screen', async (format) => {
    const region = { row: 1, col: 3, rows: 5, cols: 4 };
    const part = await pictureOf('\r\nno \x1b[32mpart\x1b[m no', { format, region, cursor: true });
    const all = await pictureOf('\x1b[32mpart\x1b[?25l', { format, rows: 1, cols: 4, cursor: true });
    expect([part.width, part.height]).toEqual([all.width, all.height]);
    if (format === 'json') expect(JSON.parse(part.data).plain_text).toBe('part');
    else expect(part.data).toBe(all.data);
  });
});

describe('a rejected screenshot', () => {
  const refused = (how: object, output = 'x') => expect(pictureOf(output, how)).rejects;

  it('an image of a region outside the screen', async () => {
    const region = { row: 5, col: 0, rows: 1, cols: 1 };
    await refused({ format: 'svg', region }).toMatchObject({ name: 'Invalid', data: { path: 'region' } });
    expect((await pictureOf('x', { format: 'text', region })).data).toBe('');
  });

  it('too many pixels', async () => {
    await refused({ format: 'png', rows: 200, cols: 500, scale: 2 }).toMatchObject({
      name: 'Invalid',
      data: { path: 'scale', expected: `at most ${limits.screenshotPixels} pixels` },
    });
    await refused({ format: 'svg', rows: 200, cols: 500, font_size: 96 }).toMatchObject({
      data: { path: 'font_size' },
    });
  });

  it('too many characters', async () => {
    const row = Array.from(
      { length: 500 },
      (_, col) => `\x1b[38;2;${col % 256};${col >> 8};1;4;58;5;${col % 256}m─`,
    );
    const output = Array.from({ length: 200 }, (_, at) => `\x1b[${at + 1};1H${row.join('')}`).join('');
    await refused({ format: 'svg', rows: 200, cols: 500 }, output).toMatchObject({
      name: 'Invalid',
      data: { path: 'format', expected: `at most ${limits.screenshotBytes} characters` },
    });
  });
});
