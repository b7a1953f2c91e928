import { expect, it } from 'vitest';
import { scripted, serve } from './served.ts';

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
