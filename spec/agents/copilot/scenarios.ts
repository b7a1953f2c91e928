/** What only Copilot has: the trust dialog, the missing login, its changes of files, its questions and its pages. */

import { questions, several } from '../scenarios/abilities.ts';
import type { Scenario, Step } from '../scenarios/scenario.ts';
import { slash } from '../scenarios/shared.ts';
import { asks, intent, ready, turn } from '../scenarios/steps.ts';

const done: Partial<Step> = { state: 'completed_turn', truth: ['Stop'] };

export const scenarios: readonly Scenario[] = [
  {
    name: 'trust',
    about: 'the question about an unknown folder is answered with a plain yes',
    options: { unknown: { folder: true } },
    variants: ['80x24'],
    steps: [
      { state: 'waiting_for_trust', through: ['starting'], picture: 'dialog' },
      { do: intent('approve'), refused: 'nothing is to be approved', state: 'waiting_for_trust' },
      { do: intent('approve_trust'), state: 'ready', through: ['starting'] },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'login',
    about: 'without an account and a provider',
    options: { unknown: { key: true } },
    variants: ['80x24'],
    steps: [{ state: 'waiting_for_login', through: ['starting', 'ready'], picture: 'asks' }],
  },
  {
    name: 'write',
    about: 'a new file is approved',
    variants: ['80x24'],
    steps: [
      ready,
      asks('WRITE-FILE', 'create', { files: { 'notes.md': false }, picture: 'dialog' }),
      { ...done, do: intent('approve'), state: 'completed_turn', files: { 'notes.md': true } },
    ],
  },
  {
    name: 'edit',
    about: 'a change of a file is approved',
    steps: [
      ready,
      asks('EDIT-FILE', 'edit', { picture: 'dialog' }),
      {
        ...done,
        do: intent('approve'),
        state: 'completed_turn',
        sees: 'All of it is done',
        tools: ['read', 'edit'],
      },
    ],
  },
  ...questions(),
  several('✓'),
  slash('model', 'esc to cancel'),
];
