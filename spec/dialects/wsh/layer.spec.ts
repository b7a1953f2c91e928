/** Overlays and panels of wsh: invalid ones, and colors. */
import { describe, expect, it } from 'vitest';
import { wshServers } from './running.ts';

const running = wshServers();

describe('invalid layers', () => {
  it.each(['create_panel', 'patch_panel', 'update_panel'])(
    '%s refuses more rows than the terminal has',
    async (method) => {
      const client = await (await running()).connect();
      await client.session('dev', 'exec cat');
      const { id } = await client.call('create_panel', { position: 'top', height: 1 });
      const params = { id, position: 'top', height: 24, z: 1, spans: [] };
      expect((await client.ask(method, params)).error).toEqual({
        code: 'invalid_request',
        message: 'height: the terminal has 24 rows, and the program keeps one: at most 23',
      });
      expect(await client.call('list_panels')).toMatchObject([{ id, height: 1, visible: true }]);
      expect(await client.code(method, { ...params, height: 23 })).toBeUndefined();
    },
  );

  it.each(['overlay', 'panel'])('spans of an %s are changed by their ids', async (kind) => {
    const client = await (await running()).connect();
    await client.session('dev', 'exec cat');
    const made = { x: 0, y: 0, position: 'top', height: 1, spans: [{ id: 'a', text: 'x' }] };
    const { id } = await client.call(`create_${kind}`, made);
    const { error } = await client.ask(`update_${kind}_spans`, { id, spans: [{ text: 'y' }] });
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^spans\.0\.id: /),
    });
    await client.call(`update_${kind}_spans`, { id, spans: [{ id: 'a', text: 'y' }] });
    expect(await client.call(`get_${kind}`, { id })).toMatchObject({ spans: [{ id: 'a', text: 'y' }] });
  });
});

it('an overlay may be below one of order 0', async () => {
  const client = await (await running()).connect();
  await client.session('dev', 'exec cat');
  const { id } = await client.call('create_overlay', { x: 0, y: 0, z: -5, spans: [{ text: 'x' }] });
  expect(await client.call('list_overlays')).toMatchObject([{ id, z: -5 }]);
  await client.call('patch_overlay', { id, z: -6 });
  expect(await client.call('get_overlay', { id })).toMatchObject({ z: -6 });
});

it('colors of overlays and panels may be CSS or native names', async () => {
  const client = await (await running()).connect();
  await client.session('dev', 'exec cat');
  const spans = [{ text: 'x', fg: '#1A2b3c', bg: '#000000' }];
  const { id } = await client.call('create_overlay', { x: 0, y: 0, spans, background: { bg: '#ff8000' } });
  expect(await client.call('get_overlay', { id })).toMatchObject({
    background: { r: 255, g: 128, b: 0 },
    spans: [{ text: 'x', fg: { r: 0x1a, g: 0x2b, b: 0x3c }, bg: { r: 0, g: 0, b: 0 } }],
  });
  const { error } = await client.ask('create_overlay', { x: 0, y: 0, spans: [{ text: 'x', fg: '#fff' }] });
  expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(/^spans\.0\.fg: /) });
});
