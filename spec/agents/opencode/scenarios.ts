/** What only opencode has: questions, permissions that last, pages, and requests that are repeated for ever. */

import { questions, several } from '../scenarios/abilities.ts';
import type { Scenario, Step } from '../scenarios/scenario.ts';
import { slash } from '../scenarios/shared.ts';
import { asks, broken, intent, prompt, ready, thinks, turn } from '../scenarios/steps.ts';

const done: Partial<Step> = { state: 'completed_turn', truth: ['Stop'] };

/** A refusal ends the turn. */
const denied: Step = { do: intent('deny'), state: 'ready', through: ['thinking'] };

export const scenarios: readonly Scenario[] = [
  {
    name: 'edit',
    about: 'a change of a file is approved',
    variants: ['80x24', '60x24'],
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
  {
    name: 'always',
    about: 'a permission that lasts is asked about once more, and approve does not give it',
    steps: [
      ready,
      asks('RUN-BASH', 'shell', { files: { 'made.txt': false } }),
      {
        do: intent('choose_option', { option: 'Allow always' }),
        state: 'waiting_for_permission',
        metadata: { permission: { tool: 'always' } },
        sees: 'Always allow',
        picture: 'confirm',
      },
      { do: intent('approve'), refused: 'none of the choices', state: 'waiting_for_permission' },
      { ...denied, state: 'waiting_for_permission', sees: 'Permission required' },
      { ...denied, files: { 'made.txt': false } },
    ],
  },
  ...questions(),
  several('[✓]'),
  slash('models', 'Select model'),
  {
    name: 'retries-429',
    about: 'the API limits the rate, so the request is repeated',
    steps: [
      ready,
      thinks({ do: prompt('ERR-429-NORETRY'), sees: 'retrying in', picture: 'retrying' }),
      broken(),
      turn('SAY-HELLO'),
    ],
  },
];
