/** Screens of the agent itself: trust, keys, models, usage, settings, and an external editor. */
import { fileURLToPath } from 'node:url';
import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { closed, intent, keys, prompt, ready, turn } from '../../scenarios/steps.ts';

const editor = fileURLToPath(new URL('../../spec/programs/edits.sh', import.meta.url));

const panel = (command: string, close?: Step): Scenario => ({
  name: `panel-${command}`,
  about: `/${command} opens a panel, and escape closes it`,
  steps: [
    ready,
    { do: intent('slash_command', { command }), state: 'local_ui_screen', picture: 'open' },
    close ?? closed({ through: ['local_ui_screen'] }),
  ],
});

export const screens: readonly Scenario[] = [
  {
    name: 'trust',
    about: 'a folder that is not known yet is trusted',
    options: { unknown: { folder: true } },
    variants: ['80x24', '60x24', 'screen-reader', 'inline'],
    steps: [
      { state: 'waiting_for_trust', through: ['starting'], picture: 'dialog' },
      { do: intent('approve_trust'), state: 'ready', through: ['starting'], picture: 'ready' },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'trust-deny',
    about: 'a folder that is not trusted: the program leaves',
    options: { unknown: { folder: true } },
    steps: [
      { state: 'waiting_for_trust', through: ['starting'] },
      // The agent exits with a failure.
      { do: intent('deny_trust'), state: 'exited', through: ['starting', 'error'] },
    ],
  },
  {
    name: 'key',
    about: 'a key of the environment that has not been approved yet',
    options: { unknown: { key: true } },
    steps: [
      { state: 'waiting_for_login', through: ['starting'], picture: 'dialog' },
      { do: intent('choose_option', { option: 'Yes' }), state: 'ready', through: ['starting'] },
    ],
  },
  {
    name: 'login',
    about: 'no key at all, and the menu to log in',
    env: { ANTHROPIC_API_KEY: '' },
    steps: [
      { ...ready, picture: 'ready' },
      { do: intent('slash_command', { command: 'login' }), state: 'waiting_for_login', picture: 'menu' },
    ],
  },
  {
    name: 'model',
    about: 'a model is chosen',
    variants: ['80x24', 'screen-reader'],
    steps: [
      ready,
      {
        do: intent('slash_command', { command: 'model' }),
        state: 'waiting_for_model_select',
        picture: 'open',
      },
      { do: intent('model_effort_right'), state: 'waiting_for_model_select', picture: 'effort' },
      closed({ through: ['waiting_for_model_select'] }),
    ],
  },
  {
    name: 'model-chosen',
    about: 'another model, which is told from then on',
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
    about: 'how much has been used',
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
      closed({ through: ['usage_screen'] }),
    ],
  },
  ...['help', 'permissions', 'status', 'memory', 'hooks'].map((command) => panel(command)),
  // In later versions, the first Escape leaves the search.
  panel(
    'config',
    closed({
      do: [{ rest: 300 }, keys('escape'), { rest: 300 }, keys('escape')],
      through: ['local_ui_screen'],
    }),
  ),
  {
    name: 'editor',
    about: 'an editor has the terminal for a while',
    env: { EDITOR: editor, VISUAL: editor },
    steps: [
      ready,
      { do: keys('ctrl+g'), state: 'waiting_for_external_editor', sees: 'edits', picture: 'open' },
      { do: keys('enter'), state: 'ready', through: ['waiting_for_external_editor', 'starting'] },
    ],
  },
  {
    name: 'expanded',
    about: 'the whole transcript, and back',
    steps: [
      ready,
      turn('RUN-LIST'),
      { do: intent('expand'), state: 'local_ui_screen', picture: 'open' },
      { do: intent('expand'), state: 'completed_turn', through: ['local_ui_screen'] },
      { do: prompt('SAY-HELLO'), state: 'completed_turn', truth: ['Stop'] },
    ],
  },
];
