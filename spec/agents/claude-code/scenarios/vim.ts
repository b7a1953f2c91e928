/** Vim mode of the composer: keys are text only in INSERT, where Escape does not cancel a turn. */
import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { cancelTurn, intent, keys, prompt, ready, thinking, turn, typeText } from '../../scenarios/steps.ts';

/** NORMAL has neither an indicator nor a separate state, so the step waits until the key was read. */
const escaped = { do: [keys('escape'), { stableMs: 300 }], state: 'completed_turn' } as const satisfies Step;

export const vim: readonly Scenario[] = [
  {
    name: 'vim',
    description: 'send prompts and a command from INSERT and from NORMAL',
    options: { vim: true },
    steps: [
      { ...ready, picture: 'ready' },
      turn('SAY-HELLO'),
      escaped,
      turn('SAY-HELLO'),
      escaped,
      { do: intent('slash_command', { command: 'clear' }), state: 'ready' },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'vim-visual',
    description: 'send a prompt from VISUAL, which earlier versions do not have',
    since: '2.1.326',
    options: { vim: true },
    steps: [
      ready,
      turn('SAY-HELLO'),
      {
        do: [keys('escape'), { stableMs: 300 }, typeText('v'), { stableMs: 300 }],
        state: 'completed_turn',
        picture: 'visual',
      },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'vim-cancel',
    description: 'cancel a turn from INSERT',
    options: { vim: true },
    steps: [
      ready,
      thinking({ do: prompt('SAY-WAIT'), hooks: ['UserPromptSubmit'], picture: 'thinking' }),
      cancelTurn(),
    ],
  },
];
