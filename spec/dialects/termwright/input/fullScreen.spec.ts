/** Full-screen programs, driven by a client that knows only the document. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshHome } from '../../../cli/ptywright.ts';
import { serve } from '../served.ts';

it.each(['document', 'client'] as const)('writes a file with vim, wire %s', async (wire) => {
  const file = join(freshHome(), 'note.txt');
  const { client } = await serve(['vim', '-N', '-u', 'NONE', '-i', 'NONE', '-n', file], wire);
  await client.call('wait_for_text', { text: 'note.txt' });
  await client.call('press', { key: 'i' });
  await client.call('wait_for_text', { text: 'INSERT' });
  await client.call('type', { text: 'written by hand' });
  await client.call('press', { key: 'Enter' });
  await client.call('press', { key: 'A' });
  await client.call('wait_for_pattern', { pattern: '(?m)^A$' });
  await client.call('press', { key: 'Escape' });
  await client.call('wait_for_idle', wire === 'client' ? { idle_ms: 100 } : { duration_ms: 100 });
  const picture = await client.call('screenshot', { font_size: 14 });
  const png = Buffer.from(wire === 'client' ? picture.png_base64 : picture, 'base64');
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  expect([png.readUInt32BE(16) % 80, png.readUInt32BE(20) % 24]).toEqual([0, 0]);
  const screen: string = await client.call('screen', { format: 'text' });
  expect(screen.split('\n').slice(0, 3)).toEqual(['written by hand', 'A', '~']);
  await client.call('type', { text: ':wq\r' });
  expect(await client.call('wait_for_exit')).toEqual({ exit_code: 0 });
  expect(readFileSync(file, 'utf8')).toBe('written by hand\nA\n');
});

it('reads a file with less', async () => {
  const file = join(freshHome(), 'long.txt');
  writeFileSync(file, Array.from({ length: 200 }, (_, at) => `line ${at + 1}\n`).join(''));
  const { client } = await serve(['less', file]);
  await client.call('wait_for_text', { text: 'line 23' });
  await client.call('press', { key: 'PageDown' });
  await client.call('wait_for_text', { text: 'line 46' });
  await client.call('resize', { cols: 60, rows: 10 });
  // A pager that receives a new size discards the key that it is reading.
  await client.call('wait_for_idle', { duration_ms: 200 });
  await client.call('press', { key: 'End' });
  expect(await client.call('wait_for_pattern', { pattern: '\\(END\\)' })).toEqual({
    found: true,
    matched: '(END)',
    position: { row: 9, col: expect.any(Number) },
  });
  const { size, lines } = await client.call('screen', { format: 'json_compact' });
  expect(size).toEqual({ cols: 60, rows: 10 });
  expect(lines.slice(0, 9)).toEqual(Array.from({ length: 9 }, (_, at) => `line ${at + 192}`));
  await client.call('press', { key: 'q' });
  expect(await client.call('wait_for_exit')).toEqual({ exit_code: 0 });
});
