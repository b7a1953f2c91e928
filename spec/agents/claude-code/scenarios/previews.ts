/** Questions whose options have previews. Previews are not read as options. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { intent, keys, prompt, ready } from '../../scenarios/steps.ts';

const labels = ['Columns', 'Rows that are as long as the screen is', 'Boxes', 'None'];
const answers = labels.map((label) => ({ label, meaning: 'answer' }));
const options = [...answers, { label: 'Chat about this', meaning: 'chat' }];

const metadata = { question: { text: 'Which layout do you want?', multi_select: false, options } };

export const previews: readonly Scenario[] = [
  {
    name: 'previews',
    description: 'options with previews, one of which looks like options',
    since: '2.1.112',
    variants: ['80x24', '60x24'],
    steps: [
      ready,
      {
        do: prompt('ASK-PREVIEWS'),
        state: 'waiting_for_user_input',
        metadata,
        picture: 'dialog',
      },
      {
        // A dialog that was just drawn loses keys.
        do: [{ stableMs: 300 }, keys('down')],
        state: 'waiting_for_user_input',
        screenText: 'No, exit',
        metadata,
        picture: 'second',
      },
      {
        do: keys('down'),
        state: 'waiting_for_user_input',
        screenText: '│ ❯ 1. Columns',
        metadata,
        picture: 'third',
      },
      {
        do: intent('choose_option', { option: 'Rows that are as long as the screen is' }),
        state: 'completed_turn',
        hooks: ['PostToolUse', 'Stop'],
        screenText: '→ Rows that are as long',
      },
    ],
  },
  {
    name: 'previews-index',
    description: 'choose an option with a preview by its number',
    since: '2.1.112',
    variants: ['60x24'],
    steps: [
      ready,
      { do: prompt('ASK-PREVIEWS'), state: 'waiting_for_user_input', metadata },
      {
        do: intent('choose_option', { index: 3 }),
        state: 'completed_turn',
        hooks: ['PostToolUse', 'Stop'],
        screenText: '→ Boxes',
      },
    ],
  },
  {
    name: 'previews-chat',
    description: 'choose the option "Chat about this", which has no number',
    since: '2.1.112',
    steps: [
      ready,
      { do: prompt('ASK-PREVIEWS'), state: 'waiting_for_user_input', metadata },
      {
        do: intent('choose_option', { option: 'Chat about this' }),
        state: ['completed_turn', 'ready'],
        noHooks: ['PermissionRequest'],
      },
    ],
  },
  {
    name: 'previews-answers',
    description: 'answer two questions with one call, one of them with previews',
    since: '2.1.112',
    variants: ['80x24'],
    steps: [
      ready,
      { do: prompt('ASK-PREVIEWS-TWO'), state: 'waiting_for_user_input', metadata },
      {
        do: intent('answer_question', { answers: ['Rows that are as long as the screen is', ['Auth', 3]] }),
        state: 'completed_turn',
        through: ['waiting_for_user_input', 'thinking'],
        hooks: ['PostToolUse', 'Stop'],
        screenText: 'Auth, Export',
      },
    ],
  },
];
