/** Scenarios of opencode: questions, permanent permissions, pages, and retries without a limit. */

import { questions, several } from '../scenarios/features.ts';
import type { Scenario, Step } from '../scenarios/scenario.ts';
import { slash } from '../scenarios/shared.ts';
import { asksPermission, cancelTurn, intent, prompt, ready, thinking, turn } from '../scenarios/steps.ts';

const completed: Partial<Step> = { state: 'completed_turn', hooks: ['Stop'] };

/** Denying ends the turn. */
const denied: Step = { do: intent('deny'), state: 'ready', through: ['thinking'] };

export const scenarios: readonly Scenario[] = [
  {
    name: 'edit',
    description: 'approve a change of a file',
    variants: ['80x24', '60x24'],
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
  {
    name: 'always',
    description: 'a permanent permission opens a second dialog, and approve does not confirm it',
    steps: [
      ready,
      asksPermission('RUN-BASH', 'shell', { files: { 'made.txt': false } }),
      {
        do: intent('choose_option', { option: 'Allow always' }),
        state: 'waiting_for_permission',
        metadata: { permission: { tool: 'always' } },
        screenText: 'Always allow',
        picture: 'confirm',
      },
      { do: intent('approve'), refused: 'none of the choices', state: 'waiting_for_permission' },
      { ...denied, state: 'waiting_for_permission', screenText: 'Permission required' },
      { ...denied, files: { 'made.txt': false } },
    ],
  },
  ...questions(),
  several('[✓]'),
  slash('models', 'Select model'),
  {
    name: 'retries-429',
    description: 'the API limits the rate, and the agent retries until the turn is cancelled',
    steps: [
      ready,
      thinking({ do: prompt('ERR-429-NORETRY'), screenText: 'retrying in', picture: 'retrying' }),
      cancelTurn(),
      turn('SAY-HELLO'),
    ],
  },
];
