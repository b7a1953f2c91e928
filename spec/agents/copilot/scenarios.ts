/** What only Copilot has: the trust dialog, the missing login, its changes of files, its questions and its pages. */
import type { Scenario, Step } from '../scenarios/scenario.ts';
import { slash } from '../scenarios/shared.ts';
import { intent, prompt, ready, turn } from '../scenarios/steps.ts';

const done: Partial<Step> = { state: 'completed_turn', truth: ['Stop'] };

const asks = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_permission',
  ...more,
});

const question = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_user_input',
  ...more,
});

export const scenarios: readonly Scenario[] = [
  {
    name: 'trust',
    about: 'the question about an unknown folder is answered with a plain yes',
    wishes: { unknown: { folder: true } },
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
    wishes: { unknown: { key: true } },
    variants: ['80x24'],
    steps: [{ state: 'waiting_for_login', through: ['starting', 'ready'], picture: 'asks' }],
  },
  {
    name: 'write',
    about: 'a new file is approved',
    variants: ['80x24'],
    steps: [
      ready,
      asks('WRITE-FILE', {
        metadata: { permission: { tool: 'create' } },
        files: { 'notes.md': false },
        picture: 'dialog',
      }),
      { ...done, do: intent('approve'), state: 'completed_turn', files: { 'notes.md': true } },
    ],
  },
  {
    name: 'edit',
    about: 'a change of a file is approved',
    steps: [
      ready,
      asks('EDIT-FILE', { metadata: { permission: { tool: 'edit' } }, picture: 'dialog' }),
      { ...done, do: intent('approve'), state: 'completed_turn', sees: 'All of it is done' },
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
      {
        ...done,
        do: intent('choose_option', { option: 'Blue' }),
        state: 'completed_turn',
        sees: 'Asked user',
      },
    ],
  },
  {
    name: 'question-multi',
    about: 'a question with several answers, which is not answered',
    steps: [
      ready,
      question('ASK-MULTI', { metadata: { question: { multi_select: true } }, picture: 'dialog' }),
      {
        do: intent('choose_option', { option: 'Search' }),
        refused: 'no option is marked',
        state: 'waiting_for_user_input',
      },
      // The model goes on without an answer.
      { ...done, do: intent('deny'), state: 'completed_turn' },
    ],
  },
  slash('model', 'esc to cancel'),
];
