/** Two dialogs have different ids, even when their summaries are equal. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readScenes } from '#adapters/scenes.ts';
import { adapterOf } from '../adapters.ts';
import { capture, createClassifier } from './classifier.ts';

async function idOf(file: string, text = capture(file)) {
  const [scene] = readScenes(file, text);
  const { metadata } = await createClassifier().said(scene!);
  return metadata as { dialog_id: string; permission: { summary: string; body: string } };
}

it.each(['2.1.112-edit-dialog.txt', '2.1.197-edit-dialog.txt', '2.1.327-edit-dialog.txt'])(
  '%s: a second edit of the same file is a new dialog',
  async (file) => {
    const one = await idOf(file);
    const other = await idOf(file, capture(file).replace('goodbye', 'farewell'));
    expect(other.permission.summary).toBe(one.permission.summary);
    expect(other.dialog_id).not.toBe(one.dialog_id);
    expect((await idOf(file)).dialog_id).toBe(one.dialog_id);
  },
);

/** FNV-1a over the bytes of a text. */
const fingerprint = (words: string) =>
  Buffer.from(words)
    .reduce((value, byte) => Math.imul(value ^ byte, 0x01000193) >>> 0, 0x811c9dc5)
    .toString(16)
    .padStart(8, '0');

it('is the fingerprint of tool and summary for dialogs with nothing else', async () => {
  const { dialog_id, permission } = await idOf('2.0.76-read-dialog.txt');
  expect(permission.body).toBe(permission.summary);
  expect(dialog_id).toBe(fingerprint(`perm:Read:${permission.summary}`));
});

it('an answer to a closed dialog is refused, and no key is sent', async () => {
  const asks = fileURLToPath(new URL('../../programs/asks-the-same.mjs', import.meta.url));
  const { send, until, text } = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [asks],
  });
  const { metadata } = await until('waiting_for_permission');
  for (const intent of ['approve', 'deny', 'choose_option'])
    await expect(send(intent, { index: 1, dialog_id: '0badf00d' })).rejects.toThrow(
      'stale_dialog: 0badf00d is not open',
    );
  expect(await text()).toContain('Do you want to proceed?');
  await send('approve', { dialog_id: metadata['dialog_id'] });
});

it('is absent until the operation is drawn, and is then reported in time', async () => {
  const file = '2.1.327-edit-dialog.txt';
  const rendered = capture(file).split('\n');
  const [first, last] = rendered.flatMap((row, at) => (row.includes('╌╌╌╌') ? [at] : []));
  const half = [...rendered.slice(0, first! + 1), '␛[38;2;80;80;80m…␛[0m', ...rendered.slice(last!)].join(
    '\n',
  );
  const { said } = createClassifier();
  const state = async (text: string) => {
    const [scene] = readScenes(file, text);
    return await said(scene!);
  };
  expect(await state(half)).toMatchObject({ state: 'thinking', recheck_ms: expect.any(Number) });
  expect(await state(half.replace(/stable_ms = \d+/, 'stable_ms = 2000'))).toMatchObject({
    state: 'waiting_for_permission',
  });
});
