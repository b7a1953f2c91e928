/** The plugin offers the intents and states of the protocol document. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCatalog } from '#adapters/pluginRegistry.ts';
import { packageFolder } from '#platform/paths.ts';
import { createClassifier, manifest } from './classifier.ts';

/** As listed in the protocol document. */
const intents = [
  'send_prompt',
  'approve',
  'deny',
  'choose_option',
  'cancel',
  'force_cancel',
  'steer',
  'key',
  'approve_trust',
  'deny_trust',
  'dismiss_welcome',
  'expand',
  'model_effort_left',
  'model_effort_right',
  'slash_command',
  'attach_file',
];
const states = [
  'starting',
  'ready',
  'waiting_for_login',
  'waiting_for_trust',
  'waiting_for_model_select',
  'waiting_for_enter_plan_mode',
  'waiting_for_plan_approval',
  'waiting_for_permission',
  'waiting_for_external_editor',
  'usage_screen',
  'local_ui_screen',
  'waiting_for_user_input',
  'thinking',
  'cancelling',
  'completed_turn',
  'error',
];

it('offers every intent and every state of the document, and describes what a denial does', async () => {
  const { instance } = createClassifier();
  const received = parseCatalog(
    'claude-code',
    (await instance.call({ function: 'describe', args: 'params' })).value,
  );
  const named = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  expect(named(received.intents)).toEqual(expect.arrayContaining(intents));
  expect(named(received.states).sort()).toEqual([...states].sort());
  expect(await instance.exports()).toEqual(
    expect.arrayContaining([...named(received.intents), ...named(received.wait_matchers)]),
  );
  expect(received.intents.find(({ name }) => name === 'deny')).toMatchObject({
    description: expect.stringContaining('interrupts the whole turn'),
  });
});

it('needs only what its manifest lists, and starts the program of its name', () => {
  expect(manifest()).toMatchObject({ default_target: { program: 'claude', args: [] } });
});

const folder = join(packageFolder(), 'plugins', 'claude-code');
const modules = readdirSync(folder).filter((file) => file.endsWith('.lua'));

it.each(modules)('%s is of a size that can be read at once', (file) => {
  expect(readFileSync(join(folder, file), 'utf8').split('\n').length).toBeLessThan(350);
});
