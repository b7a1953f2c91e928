/** Prompts that do not arrive, and ones that would end the program, are reported to the caller. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adapterOf } from '../adapters.ts';

const program = fileURLToPath(new URL('../../programs/loses-prompts.mjs', import.meta.url));

async function started(...args: readonly string[]) {
  const adapter = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [program, ...args],
  });
  await adapter.until('ready', 'completed_turn');
  return adapter;
}

it('a prompt that leaves the composer is waited for, and not mistaken for an answered one', async () => {
  const { send, until, client, adapter } = await started();
  const sending = send('send_prompt', { prompt: 'hello' });
  expect((await until('thinking')).evidence).toContain('not visible yet');
  const refused = expect(sending).rejects.toThrow();
  await client.calls.adapter.close({ adapter });
  await refused;
});

it('a prompt that Enter changes was not sent', async () => {
  const { send } = await started('menu');
  await expect(send('send_prompt', { prompt: 'hello' })).rejects.toThrow('"something else" after Enter');
});

it.each(['exit', ' Quit ', ':q!'])('%j alone is refused before anything is typed', async (prompt) => {
  const { send, text } = await started();
  await expect(send('send_prompt', { prompt })).rejects.toThrow('would end Claude Code');
  expect(await text()).not.toContain(prompt.trim());
});

it.each([
  ['letters in parts', 'cafe\u0301'],
  ['what has no width', 'a\u200bb\u00adc\u202ed\ufeff'],
])('%s are recognized', async (_, prompt) => {
  const { send, until } = await started('answers');
  await send('send_prompt', { prompt });
  expect((await until('completed_turn')).metadata.turn).toMatchObject({ text: 'Done.' });
});

it('a prompt is sent if its answer does not change the screen', async () => {
  const { send, until } = await started('fills');
  await send('send_prompt', { prompt: 'hello' });
  // The rows on the screen may be those of the answer before, so their text is not reported as this one's.
  const { events } = await until('completed_turn');
  expect(events.map(({ kind }) => kind)).toEqual(['turn_started', 'turn_complete']);
});
