/** Error messages name the parameters that the termwright client sent. */
import { expect, it } from 'vitest';
import { scripted, serve } from './served.ts';

it.each(['document', 'client'] as const)(
  'an invalid pattern is reported as it was sent: %s',
  async (wire) => {
    const { client } = await serve(scripted('asks-name'), wire);
    for (const method of ['wait_for_pattern', 'wait_for_pattern_gone', 'not_expect_pattern'])
      expect((await client.ask(method, { pattern: 'zz(' })).error?.message).toMatch(
        /^pattern: invalid pattern: /,
      );
  },
);

it('null is an absent parameter, as clients in Rust write one', async () => {
  const { client } = await serve(scripted('asks-name'), 'client');
  await client.call('wait_for_text', { text: 'name?', timeout_ms: null });
  await client.call('mouse_move', { row: 1, col: 1, buttons: null });
  const picture = await client.call('screenshot', { font: null, font_size: null, line_height: null });
  expect(picture).toEqual({ png_base64: expect.any(String) });
  const { error } = await client.ask('type', { text: null });
  expect(error?.message).toBe('text: expected string, got null');
});

it.each([
  [
    'screen',
    { format: 'xml' },
    'format: not one of the known values, got string "xml"; expected text | json | json_compact',
  ],
  ['press', { key: 5 }, 'key: expected string, got number'],
  ['press', {}, 'key: expected string, got nothing'],
  ['resize', { cols: 80.5, rows: 24 }, 'cols: expected integer, got a fraction'],
  ['resize', { cols: 80, rows: 0 }, 'rows: too small: at least 1, got number 0'],
])(
  'an error of %s %j contains the received value, because it has no data',
  async (method, params, message) => {
    const { client } = await serve(scripted('asks-name'));
    expect((await client.ask(method, params)).error?.message).toBe(message);
  },
);

it('a number that is too large for JSON.parse is named', async () => {
  const { client } = await serve(scripted('asks-name'));
  client.say('{"id":1,"method":"resize","params":{"cols":1e999,"rows":24}}');
  expect((await client.answer()).error?.message).toBe(
    'cols: expected number, got a number that is too large',
  );
});
