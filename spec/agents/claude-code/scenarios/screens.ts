/** Screens of the agent: trust, API keys, models, usage, settings, and an external editor. */
import { fileURLToPath } from 'node:url';
import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { closePanel, intent, keys, prompt, ready, turn } from '../../scenarios/steps.ts';

const editor = fileURLToPath(new URL('../../spec/programs/edits.sh', import.meta.url));

const panel = (command: string, close?: Step): Scenario => ({
  name: `panel-${command}`,
  description: `/${command} opens a panel, and Escape closes it`,
  steps: [
    ready,
    { do: intent('slash_command', { command }), state: 'local_ui_screen', picture: 'open' },
    close ?? closePanel({ through: ['local_ui_screen'] }),
  ],
});

export const screens: readonly Scenario[] = [
  {
    name: 'trust',
    description: 'trust an unknown folder',
    options: { firstRun: { folder: true } },
    variants: ['80x24', '60x24', 'screen-reader', 'inline'],
    steps: [
      { state: 'waiting_for_trust', through: ['starting'], picture: 'dialog' },
      { do: intent('approve_trust'), state: 'ready', through: ['starting'], picture: 'ready' },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'trust-deny',
    description: 'do not trust an unknown folder, which ends the program',
    options: { firstRun: { folder: true } },
    steps: [
      { state: 'waiting_for_trust', through: ['starting'] },
      // The agent exits with a failure.
      { do: intent('deny_trust'), state: 'exited', through: ['starting', 'error'] },
    ],
  },
  {
    name: 'key',
    description: 'approve the API key in the environment',
    options: { firstRun: { key: true } },
    steps: [
      { state: 'waiting_for_login', through: ['starting'], picture: 'dialog' },
      { do: intent('choose_option', { option: 'Yes' }), state: 'ready', through: ['starting'] },
    ],
  },
  {
    name: 'login',
    description: '/login without an API key',
    env: { ANTHROPIC_API_KEY: '' },
    steps: [
      { ...ready, picture: 'ready' },
      { do: intent('slash_command', { command: 'login' }), state: 'waiting_for_login', picture: 'menu' },
    ],
  },
  {
    name: 'model',
    description: 'change the effort in the model picker, and close it',
    variants: ['80x24', 'screen-reader'],
    steps: [
      ready,
      {
        do: intent('slash_command', { command: 'model' }),
        state: 'waiting_for_model_select',
        picture: 'open',
      },
      { do: intent('model_effort_right'), state: 'waiting_for_model_select', picture: 'effort' },
      closePanel({ through: ['waiting_for_model_select'] }),
    ],
  },
  {
    name: 'model-chosen',
    description: 'select a model; later states report it',
    since: '2.1.327',
    steps: [
      { ...ready, metadata: { status: { model: 'Opus 5.5' } } },
      { do: intent('slash_command', { command: 'model' }), state: 'waiting_for_model_select' },
      {
        do: intent('choose_option', { option: 'Sonnet' }),
        state: 'ready',
        through: ['waiting_for_model_select', 'thinking'],
        metadata: { status: { model: 'Sonnet 5.5' } },
        picture: 'chosen',
      },
      turn('SAY-HELLO', { metadata: { status: { model: 'Sonnet 5.5' } } }),
    ],
  },
  {
    name: 'usage',
    description: '/usage opens the usage screen',
    variants: ['80x24', 'screen-reader'],
    steps: [
      ready,
      {
        do: intent('slash_command', { command: 'usage' }),
        state: 'usage_screen',
        // With a key instead of an account, some versions lack this command.
        unless: 'there is no command /usage',
        picture: 'open',
      },
      closePanel({ through: ['usage_screen'] }),
    ],
  },
  ...['help', 'permissions', 'status', 'memory', 'hooks'].map((command) => panel(command)),
  // In later versions, the first Escape leaves the search.
  panel(
    'config',
    closePanel({
      do: [{ stableMs: 300 }, keys('escape'), { stableMs: 300 }, keys('escape')],
      through: ['local_ui_screen'],
    }),
  ),
  {
    name: 'editor',
    description: 'an external editor takes over the terminal',
    env: { EDITOR: editor, VISUAL: editor },
    steps: [
      ready,
      { do: keys('ctrl+g'), state: 'waiting_for_external_editor', screenText: 'edits', picture: 'open' },
      { do: keys('enter'), state: 'ready', through: ['waiting_for_external_editor', 'starting'] },
    ],
  },
  {
    name: 'expanded',
    description: 'open the whole transcript, and close it',
    steps: [
      ready,
      turn('RUN-LIST'),
      { do: intent('expand'), state: 'local_ui_screen', picture: 'open' },
      { do: intent('expand'), state: 'completed_turn', through: ['local_ui_screen'] },
      { do: prompt('SAY-HELLO'), state: 'completed_turn', hooks: ['Stop'] },
    ],
  },
];
