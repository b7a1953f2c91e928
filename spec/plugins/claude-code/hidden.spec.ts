/** Waits for a notice that covers the mode or the progress of a paste. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adapterOf } from '../adapters.ts';

const program = fileURLToPath(new URL('../../programs/hides-its-mode.mjs', import.meta.url));

async function started(how: string) {
  const adapter = await adapterOf({ plugin: 'claude-code', program: process.execPath, args: [program, how] });
  await adapter.until('ready');
  return adapter;
}

it('a mode behind a notice is not mistaken for the default', async () => {
  const { send, text } = await started('notice');
  await send('set_mode', { mode: 'default' });
  expect(await text()).toContain('? for shortcuts');
});

it('a status line is not mistaken for a notice, at any position and in any colour', async () => {
  const { send } = await started('padded');
  for (const mode of ['default', 'plan', 'default'])
    expect((await send('set_mode', { mode })).metadata).toMatchObject({ mode });
});

it('a mode is found although its row was only visible briefly', async () => {
  const { send } = await started('flickers');
  expect((await send('set_mode', { mode: 'plan' })).metadata).toMatchObject({ mode: 'plan' });
});

it('an unavailable mode is refused after all others were seen', async () => {
  const { send } = await started('plainly');
  await expect(send('set_mode', { mode: 'auto' })).rejects.toThrow(
    'does not offer the mode auto: shift+tab leads to default, acceptEdits, plan',
  );
});

it('an Enter waits until a paste is done', async () => {
  const { send, until } = await started('pastes');
  await send('send_prompt', { prompt: 'hello' });
  expect((await until('completed_turn')).metadata.turn).toMatchObject({ text: 'Done.' });
});
