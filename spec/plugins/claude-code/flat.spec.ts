/** The flat interface draws its own rows and those of the model alike. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adapterOf } from '../adapters.ts';

const program = fileURLToPath(new URL('../../programs/answers-flatly.mjs', import.meta.url));

it('a prompt that an answer repeats is not the prompt of the turn', async () => {
  const { send, until } = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [program],
  });
  await until('ready');
  await send('send_prompt', { prompt: 'first prompt' });
  await until('completed_turn');
  await send('send_prompt', { prompt: 'second prompt' });
  const { metadata, events } = await until('completed_turn');
  expect(metadata.turn).toMatchObject({ prompt: 'second prompt', text: 'Hello.\nyou: first prompt\nHello.' });
  expect(events.filter(({ kind }) => kind === 'turn_complete')).toHaveLength(2);
});
