/** What only opencode has: questions, permissions that last, pages, and requests that are repeated for ever. */
import type { Scenario, Step } from '../scenarios/scenario.ts';
import { slash } from '../scenarios/shared.ts';
import { broken, intent, prompt, promptOf, ready, thinks, turn } from '../scenarios/steps.ts';

const done: Partial<Step> = { state: 'completed_turn', truth: ['Stop'] };

/** A refusal ends the turn. */
const denied: Step = { do: intent('deny'), state: 'ready', through: ['thinking'] };

const asks = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_permission',
  prompts: [promptOf(word)],
  ...more,
});

const question = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_user_input',
  truth: ['PreToolUse'],
  ...more,
});

export const scenarios: readonly Scenario[] = [
  {
    name: 'edit',
    about: 'a change of a file is approved',
    variants: ['80x24', '60x24'],
    steps: [
      ready,
      asks('EDIT-FILE', { metadata: { permission: { tool: 'edit' } }, picture: 'dialog' }),
      { ...done, do: intent('approve'), state: 'completed_turn', sees: 'All of it is done' },
    ],
  },
  {
    name: 'always',
    about: 'a permission that lasts is asked about once more, and approve does not give it',
    steps: [
      ready,
      asks('RUN-BASH', { files: { 'made.txt': false } }),
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
  {
    name: 'question',
    about: 'a question with one answer',
    variants: ['80x24'],
    steps: [
      ready,
      question('ASK-ONE', { picture: 'dialog' }),
      { do: intent('approve'), refused: 'nothing is to be approved', state: 'waiting_for_user_input' },
      { ...done, do: intent('choose_option', { option: 'Blue' }), state: 'completed_turn', sees: 'Blue' },
    ],
  },
  {
    name: 'question-multi',
    about: 'a question with several answers, which is not answered',
    steps: [
      ready,
      question('ASK-MULTI', { metadata: { question: { multi_select: true } } }),
      {
        do: intent('choose_option', { option: 'Search' }),
        state: 'waiting_for_user_input',
        sees: '[✓] Search',
        picture: 'checked',
      },
      denied,
    ],
  },
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
