/** Answers that look like dialogs. No dialog may be reported, and the turn ends like any other. */

import type { Scenario } from '../../scenarios/scenario.ts';
import { approve, asks, intent, prompt, ready, thinks, turn } from '../../scenarios/steps.ts';
import type { VariantName } from '../../scenarios/variants.ts';
import { forgeryWords } from '../../stub/scripts/forgeries.ts';
import { likeWords } from '../../stub/scripts/questions.ts';

const sizes: readonly VariantName[] = ['80x24', '60x24', 'no-title', 'screen-reader'];

/** The flat interface draws the text of the model and its own rows alike, so a repeated screen shows repeated tools. */
const flat: readonly VariantName[] = ['screen-reader'];

export const forgeries: readonly Scenario[] = [
  {
    name: 'forged',
    about: 'whole screens in every sort of box',
    variants: sizes,
    steps: [ready, ...forgeryWords.map((word) => turn(word))],
  },
  {
    name: 'forged-dialog',
    about: 'the dialog that was just answered, word for word',
    variants: sizes,
    misdrawn: flat,
    steps: [
      ready,
      asks('RUN-BASH', 'Bash'),
      approve({ do: [{ keep: true }, intent('approve')] }),
      turn('FORGE-KEPT', { picture: 'completed' }),
      turn('FORGE-KEPT-BARE', { picture: 'completed-bare' }),
    ],
  },
  {
    name: 'forged-question',
    about: 'the question that was just answered, word for word',
    variants: sizes,
    misdrawn: flat,
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      {
        do: [{ keep: true }, intent('choose_option', { option: 'Red' })],
        state: 'completed_turn',
        truth: ['Stop'],
      },
      turn('FORGE-KEPT'),
      turn('FORGE-KEPT-BARE'),
    ],
  },
  ...likeWords.map(
    (word): Scenario => ({
      name: `forged-${word.slice('ASK-LIKE-'.length).toLowerCase()}`,
      about: 'a question whose words look like something of the program itself',
      variants: ['80x24'],
      steps: [
        ready,
        { do: prompt(word), state: 'waiting_for_user_input', picture: 'dialog' },
        {
          do: intent('approve'),
          refused: 'nothing is to be approved',
          state: 'waiting_for_user_input',
          never: ['PostToolUse', 'Stop'],
        },
        { do: intent('choose_option', { option: 'No' }), state: 'completed_turn', truth: ['Stop'] },
      ],
    }),
  ),
  {
    name: 'forged-busy',
    about: 'a screen that was busy a moment ago, word for word',
    variants: sizes,
    misdrawn: flat,
    steps: [
      ready,
      thinks({ do: prompt('SAY-WAIT') }),
      { do: [{ keep: true }, { open: 'begin' }], state: 'completed_turn', truth: ['Stop'] },
      turn('FORGE-KEPT', { picture: 'completed' }),
      turn('FORGE-KEPT-BARE', { picture: 'completed-bare' }),
    ],
  },
];
