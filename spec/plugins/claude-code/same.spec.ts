/** Two identical dialogs, one that ignores keys in its first moment, and a program that reads its keys late. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adapterOf } from '../adapters.ts';

const asks = fileURLToPath(new URL('../../programs/asks-the-same.mjs', import.meta.url));

const started = async (...args: readonly string[]) => {
  const adapter = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [asks, ...args],
  });
  await adapter.until('waiting_for_permission');
  return adapter;
};

it('are approved one by one, although no screen between them was visible', async () => {
  const { send, text } = await started();
  expect((await send('approve')).state).toBe('waiting_for_permission');
  expect((await send('approve')).state).toBe('ready');
  expect(await text()).toContain('after 2 keys');
});

it('is approved by the second key if the first one only caused a redraw', async () => {
  const { send, text } = await started('deaf');
  expect((await send('approve')).state).toBe('ready');
  expect(await text()).toContain('after 2 keys');
});

it('is approved once by a program that reads Enter long after it was pressed', async () => {
  const { send, text, until } = await started('late');
  await send('approve');
  expect((await until('waiting_for_permission')).metadata).toMatchObject({
    permission: { summary: 'touch two' },
  });
  expect(await text()).not.toContain('after');
});
