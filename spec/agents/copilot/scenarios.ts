/** Scenarios of Copilot: trust dialog, login, changes of files, questions and pages. */

import { questions, several } from '../scenarios/features.ts';
import type { Scenario, Step } from '../scenarios/scenario.ts';
import { slash } from '../scenarios/shared.ts';
import { asksPermission, intent, ready, turn } from '../scenarios/steps.ts';

const completed: Partial<Step> = { state: 'completed_turn', hooks: ['Stop'] };

export const scenarios: readonly Scenario[] = [
  {
    name: 'trust',
    description: 'trust an unknown folder',
    options: { firstRun: { folder: true } },
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
    description: 'start without an account and a provider',
    options: { firstRun: { key: true } },
    variants: ['80x24'],
    steps: [{ state: 'waiting_for_login', through: ['starting', 'ready'], picture: 'asks' }],
  },
  {
    name: 'write',
    description: 'approve a new file',
    variants: ['80x24'],
    steps: [
      ready,
      asksPermission('WRITE-FILE', 'create', { files: { 'notes.md': false }, picture: 'dialog' }),
      { ...completed, do: intent('approve'), state: 'completed_turn', files: { 'notes.md': true } },
    ],
  },
  {
    name: 'edit',
    description: 'approve a change of a file',
    steps: [
      ready,
      asksPermission('EDIT-FILE', 'edit', { picture: 'dialog' }),
      {
        ...completed,
        do: intent('approve'),
        state: 'completed_turn',
        screenText: 'All of it is done',
        tools: ['read', 'edit'],
      },
    ],
  },
  ...questions(),
  several('✓'),
  slash('model', 'esc to cancel'),
];
