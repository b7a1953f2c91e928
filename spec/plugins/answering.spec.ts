/** What all agents share when they answer a dialog: an Enter that was not read yet must not approve the next dialog. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { adapterOf } from './adapters.ts';

const program = fileURLToPath(new URL('../programs/asks-twice.mjs', import.meta.url));

const request = (how: string) =>
  adapterOf({ plugin: 'gemini', program: process.execPath, args: [program, how], rows: 24, cols: 80 });

/** The plugin says that its program does not draw everything. */
const accepted = { accept_unseen: true };

const permission = (summary: string) => ({
  state: 'waiting_for_permission',
  metadata: { permission: { summary } },
});

it.each([
  ['reads its keys at once', 'quick'],
  ['reads Enter long after it was pressed', 'late'],
  ['ignores the first Enter', 'deaf'],
])('approves one of two dialogs of a program that %s', async (_, how) => {
  const { send, until, state } = await request(how);
  expect(await until('waiting_for_permission')).toMatchObject(permission('touch one.txt'));
  await send('approve', accepted);
  await until('waiting_for_permission');
  expect(await state()).toMatchObject(permission('touch two.txt'));
  await send('choose_option', { option: 'No, suggest changes' });
  expect(await until('ready', 'completed_turn')).toBeDefined();
});

it('refuses to answer a dialog that has been replaced', async () => {
  const { send, until } = await request('quick');
  const { metadata } = await until('waiting_for_permission');
  const dialog_id = metadata['dialog_id'];
  await send('approve', { dialog_id, ...accepted });
  await expect(send('approve', { dialog_id, ...accepted })).rejects.toThrow('stale_dialog');
});

it.each([
  ['approve', {}],
  ['choose_option', { index: 1 }],
  ['choose_option', { option: 'Allow for this session' }],
])('refuses %s with %j if the program does not draw everything', async (intent, params) => {
  const { send, until, text } = await request('quick');
  const { metadata } = await until('waiting_for_permission');
  expect(metadata).toMatchObject({ permission: { unseen: expect.stringContaining('terminal sequences') } });
  await expect(send(intent, params)).rejects.toThrow(/does not draw .*terminal sequences.*accept_unseen/);
  await send('choose_option', { index: 3 });
  await until('waiting_for_permission');
  await send('choose_option', { index: 3 });
  await until('ready', 'completed_turn');
  expect(await text()).toMatch(/approved: *\n/);
});

it('reports what was approved', async () => {
  const { send, until, text } = await request('late');
  await until('waiting_for_permission');
  await send('approve', accepted);
  await until('waiting_for_permission');
  await send('choose_option', { index: 3 });
  await until('ready', 'completed_turn');
  expect(await text()).toContain('approved: touch one.txt\n');
});
