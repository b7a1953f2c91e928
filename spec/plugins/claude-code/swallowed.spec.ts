/**
 * A paste swallows the Enter after it, which adds a line to the text. The text is typed again and sent without that
 * line.
 */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adapterOf } from '../adapters.ts';

const program = fileURLToPath(new URL('../../programs/swallows-enter.mjs', import.meta.url));

it.each(['hello', '? what'])('%j is sent unchanged', async (prompt) => {
  const { send, until, text } = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [program],
  });
  await until('ready');
  await send('send_prompt', { prompt });
  await until('completed_turn');
  expect(await text()).toContain(`Got <${prompt}>.`);
});
