/** Questions whose options have previews. A preview must not be read as an option. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { intent, keys, prompt, ready } from '../../scenarios/steps.ts';

const labels = ['Columns', 'Rows that are as long as the screen is', 'Boxes', 'None'];
const answers = labels.map((label) => ({ label, meaning: 'answer' }));
const options = [...answers, { label: 'Chat about this', meaning: 'chat' }];

const metadata = { question: { text: 'Which layout do you want?', multi_select: false, options } };

export const previews: readonly Scenario[] = [
  {
    name: 'previews',
    about: 'choices with previews, one of which looks like choices',
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
        // A key is lost when the dialog was only just drawn.
        do: [{ rest: 300 }, keys('down')],
        state: 'waiting_for_user_input',
        sees: 'No, exit',
        metadata,
        picture: 'second',
      },
      {
        do: keys('down'),
        state: 'waiting_for_user_input',
        sees: '│ ❯ 1. Columns',
        metadata,
        picture: 'third',
      },
      {
        do: intent('choose_option', { option: 'Rows that are as long as the screen is' }),
        state: 'completed_turn',
        truth: ['PostToolUse', 'Stop'],
        sees: '→ Rows that are as long',
      },
    ],
  },
  {
    name: 'previews-index',
    about: 'a choice with a preview is chosen by its place',
    since: '2.1.112',
    variants: ['60x24'],
    steps: [
      ready,
      { do: prompt('ASK-PREVIEWS'), state: 'waiting_for_user_input', metadata },
      {
        do: intent('choose_option', { index: 3 }),
        state: 'completed_turn',
        truth: ['PostToolUse', 'Stop'],
        sees: '→ Boxes',
      },
    ],
  },
  {
    name: 'previews-chat',
    about: 'what leads to a talk is chosen, though it has no number',
    since: '2.1.112',
    steps: [
      ready,
      { do: prompt('ASK-PREVIEWS'), state: 'waiting_for_user_input', metadata },
      {
        do: intent('choose_option', { option: 'Chat about this' }),
        state: ['completed_turn', 'ready'],
        never: ['PermissionRequest'],
      },
    ],
  },
  {
    name: 'previews-answers',
    about: 'two questions that are answered in one go, one of them with previews',
    since: '2.1.112',
    variants: ['80x24'],
    steps: [
      ready,
      { do: prompt('ASK-PREVIEWS-TWO'), state: 'waiting_for_user_input', metadata },
      {
        do: intent('answer_question', { answers: ['Rows that are as long as the screen is', ['Auth', 3]] }),
        state: 'completed_turn',
        through: ['waiting_for_user_input', 'thinking'],
        truth: ['PostToolUse', 'Stop'],
        sees: 'Auth, Export',
      },
    ],
  },
];
