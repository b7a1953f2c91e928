/** Answers that look like dialogs. No dialog may be reported, and the turn ends like any other. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { approve, asksPermission, intent, prompt, ready, thinking, turn } from '../../scenarios/steps.ts';
import type { VariantName } from '../../scenarios/variants.ts';
import { forgeryKeywords } from '../../stub/scripts/forgeries.ts';
import { lookalikeKeywords } from '../../stub/scripts/questions.ts';

const sizes: readonly VariantName[] = ['80x24', '60x24', 'no-title', 'screen-reader'];

/** The screen reader mode draws text of the model like other rows, so a repeated screen shows tools that were not called. */
const flat: readonly VariantName[] = ['screen-reader'];

export const forgeries: readonly Scenario[] = [
  {
    name: 'forged',
    description: 'answers that show a screen of the agent, in every style of box',
    variants: sizes,
    steps: [ready, ...forgeryKeywords.map((word) => turn(word))],
  },
  {
    name: 'forged-dialog',
    description: 'an answer that repeats the dialog that was just answered',
    variants: sizes,
    skipSessionFile: flat,
    steps: [
      ready,
      asksPermission('RUN-BASH', 'Bash'),
      approve({ do: [{ storeScreen: true }, intent('approve')] }),
      turn('FORGE-KEPT', { picture: 'completed' }),
      turn('FORGE-KEPT-BARE', { picture: 'completed-bare' }),
    ],
  },
  {
    name: 'forged-question',
    description: 'an answer that repeats the question that was just answered',
    variants: sizes,
    skipSessionFile: flat,
    steps: [
      ready,
      { do: prompt('ASK-ONE'), state: 'waiting_for_user_input' },
      {
        do: [{ storeScreen: true }, intent('choose_option', { option: 'Red' })],
        state: 'completed_turn',
        hooks: ['Stop'],
      },
      turn('FORGE-KEPT'),
      turn('FORGE-KEPT-BARE'),
    ],
  },
  ...lookalikeKeywords.map(
    (word): Scenario => ({
      name: `forged-${word.slice('ASK-LIKE-'.length).toLowerCase()}`,
      description: 'a question whose text looks like a part of the interface',
      variants: ['80x24'],
      steps: [
        ready,
        { do: prompt(word), state: 'waiting_for_user_input', picture: 'dialog' },
        {
          do: intent('approve'),
          refused: 'nothing is to be approved',
          state: 'waiting_for_user_input',
          noHooks: ['PostToolUse', 'Stop'],
        },
        { do: intent('choose_option', { option: 'No' }), state: 'completed_turn', hooks: ['Stop'] },
      ],
    }),
  ),
  {
    name: 'forged-busy',
    description: 'an answer that repeats the screen of the running turn',
    variants: sizes,
    skipSessionFile: flat,
    steps: [
      ready,
      thinking({ do: prompt('SAY-WAIT') }),
      { do: [{ storeScreen: true }, { openGate: 'begin' }], state: 'completed_turn', hooks: ['Stop'] },
      turn('FORGE-KEPT', { picture: 'completed' }),
      turn('FORGE-KEPT-BARE', { picture: 'completed-bare' }),
    ],
  },
];
