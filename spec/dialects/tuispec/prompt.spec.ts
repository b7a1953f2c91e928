/** Prompts that end in a blank, and patterns for rows with all their blanks, as `currentView` returns them. */
import { expect, it } from 'vitest';
import { start } from './running.ts';

it('matches the view with and without trailing blanks', async () => {
  const { client } = start();
  await client.call('initialize', { terminalCols: 40, terminalRows: 5 });
  await client.call('launch', { command: '/bin/sh', args: ['-c', 'printf "Ready\\n> "; exec cat'] });
  for (const pattern of ['> $', '>$', 'Ready\\n>', 'Ready {35}\\n> {39}\\n'])
    expect(await client.call('waitUntil', { pattern, timeoutMs: 60_000 })).toEqual({ ok: true });
  const selector = { type: 'exact', text: '> ' };
  expect(await client.call('waitForText', { selector, timeoutMs: 60_000 })).toEqual({ ok: true });
  await expect(client.call('waitUntil', { pattern: 'Ready {36}', timeoutMs: 20 })).rejects.toThrow('pattern');
});
