/** A program that is slow to read. Input that is not visible yet may still appear, so nothing may be sent twice. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adapterOf } from '../adapters.ts';

const program = fileURLToPath(new URL('../../programs/reads-late.mjs', import.meta.url));

it.each([
  ['it shows nothing of it for longer than a prompt is waited for', []],
  ['half of the composer looks like a dialog for a moment', ['halves']],
])('gets a prompt once, although %s', async (_, how) => {
  const { send, until, text } = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [program, ...how],
  });
  await until('ready');
  await send('send_prompt', { prompt: 'first words' });
  await until('completed_turn');
  expect((await text()).match(/first words.*/g)).toEqual(['first words']);
});

it('is accepted by the selected row, although the mark moves long after the key', async () => {
  const { send, until, text } = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [program, 'trust'],
  });
  await until('waiting_for_trust');
  await send('approve_trust');
  expect(await text()).toContain('chosen 0');
});
