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

it('a program that has exited is an unknown session', async () => {
  const { client } = await serve(['/bin/sh', '-c', 'exit 7']);
  await client.call('wait_for_exit');
  const { error } = await client.ask('type', { text: 'x' });
  expect(error).toMatchObject({ code: -3, message: 'the program ended with exit code 7' });
});

it('a hotkey requires a modifier', async () => {
  const { client } = await serve(scripted('asks-name'));
  const { error } = await client.ask('hotkey', { key: 'c' });
  expect(error).toMatchObject({ code: -4, message: 'modifier: is missing' });
});
