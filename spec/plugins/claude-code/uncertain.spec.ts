/** A dialog on an uncertain screen is redrawn and read again before it is answered. */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Notifications } from '#client/api.ts';
import { adapterOf } from '../adapters.ts';

const program = fileURLToPath(new URL('../../programs/asks-uncertainly.mjs', import.meta.url));

async function started(how: string) {
  const adapter = await adapterOf({ plugin: 'claude-code', program: process.execPath, args: [program, how] });
  const { metadata } = await adapter.until('waiting_for_permission');
  return { ...adapter, dialog_id: String(metadata['dialog_id']) };
}

it('is answered after a redraw', async () => {
  const { send, text, dialog_id } = await started('honestly');
  expect((await send('approve', { dialog_id })).state).toBe('ready');
  expect(await text()).toContain('after 1 keys and 2 sizes');
});

it('is answered at once on a certain screen', async () => {
  const { send, text, dialog_id } = await started('plainly');
  await send('approve', { dialog_id });
  expect(await text()).toContain('after 1 keys and 0 sizes');
});

it.each(['approve', 'deny', 'choose_option'])('changes with a redraw: %s sends nothing', async (intent) => {
  const { send, state, dialog_id } = await started('moved');
  const params = intent === 'choose_option' ? { option: 'Yes' } : {};
  await expect(send(intent, { ...params, dialog_id })).rejects.toThrow('stale_dialog: ');
  expect(await state()).toMatchObject({
    state: 'waiting_for_permission',
    metadata: { permission: { summary: 'other.sh' } },
  });
  // Also without the id: the decision was made on an earlier screen.
  const again = await started('moved');
  await expect(again.send(intent, params)).rejects.toThrow('stale_dialog: ');
});

it('is refused without a redraw', async () => {
  const { send, state, dialog_id } = await started('still');
  await expect(send('approve', { dialog_id })).rejects.toThrow('does not redraw it: nothing was sent');
  expect((await state()).state).toBe('waiting_for_permission');
});

it('restores its size if there is no redraw, even if something else changes', async () => {
  const { send, client, dialog_id } = await started('restless');
  await expect(send('approve', { dialog_id })).rejects.toThrow('does not redraw it: nothing was sent');
  const { session } = (await client.calls.adapter.live({})).adapters[0]!;
  expect(await client.calls.session.info({ session })).toMatchObject({ size: { rows: 40, cols: 120 } });
});

it('keeps the state during a redraw, also of one half', async () => {
  const { send, client, dialog_id } = await started('halting');
  const states: string[] = [];
  await client.calls.server.set_notifications({ enabled: true });
  client.on('adapter.state_changed', ({ state }: Notifications['adapter.state_changed']) => {
    states.push(state.state);
  });
  expect((await send('approve', { dialog_id })).state).toBe('ready');
  // On a busy machine, half of it may never be looked at.
  expect(states.filter((state) => state !== 'ready' && state !== 'waiting_for_permission')).toEqual([]);
});

it('is answered below a full row that was not wrapped', async () => {
  const { send, text, dialog_id } = await started('fills');
  expect((await send('approve', { dialog_id })).state).toBe('ready');
  expect(await text()).toContain('after 1 keys and 2 sizes');
});

it('is refused while a row above it continues in the next one', async () => {
  const { send, dialog_id } = await started('wraps');
  await expect(send('approve', { dialog_id })).rejects.toThrow('the dialog is uncertain');
  expect((await send('deny', { dialog_id })).state).toBe('ready');
});

it('is refused without a warning in the log', async () => {
  const { send, warned, dialog_id } = await started('inside');
  const before = warned.length;
  await expect(send('approve', { dialog_id })).rejects.toThrow('the dialog is uncertain');
  await expect(send('approve', { dialog_id: 'another' })).rejects.toThrow('stale_dialog: ');
  await expect(send('send_prompt', { prompt: 'hello' })).rejects.toThrow('waiting_for_permission');
  expect(warned.slice(before)).toEqual([]);
});

it('is refused while its own rows are uncertain', async () => {
  const { send, state, dialog_id } = await started('inside');
  await expect(send('approve', { dialog_id })).rejects.toThrow('the dialog is uncertain');
  expect((await state()).state).toBe('waiting_for_permission');
  expect((await send('deny', { dialog_id })).state).toBe('ready');
});

it('is no dialog on a displaced screen while the title shows a running turn', async () => {
  const adapter = await adapterOf({
    plugin: 'claude-code',
    program: process.execPath,
    args: [program, 'feigns'],
  });
  const { send, state, until, see, text, client } = adapter;
  await until('thinking');
  await see({ type: 'screen_stable', value: { min_ms: 400 } });
  expect((await state()).state).toBe('thinking');
  for (const intent of ['approve', 'deny', 'choose_option'])
    await expect(send(intent, { option: 'Yes' })).rejects.toThrow('no dialog is open: the state is thinking');
  const { session } = (await client.calls.adapter.live({})).adapters[0]!;
  const press = () => client.calls.session.input({ session, action: { type: 'text', value: 'x' } });
  await press();
  // The rest of the composer is not a page.
  await see({ type: 'contains_text', value: 'Brewed' });
  await see({ type: 'screen_stable', value: { min_ms: 400 } });
  expect((await state()).state).toBe('completed_turn');
  await press();
  await until('ready');
  expect(await text()).toContain('after 2 keys and 0 sizes');
});
