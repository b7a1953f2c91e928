/** Vim mode of the composer: typed keys are text only in INSERT, where Escape does not end a turn. */
import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { broken, intent, keys, prompt, ready, thinks, turn, typed } from '../../scenarios/steps.ts';

/** NORMAL has no indicator and the same state, so the key gets time to be read. */
const escaped = { do: [keys('escape'), { rest: 300 }], state: 'completed_turn' } as const satisfies Step;

export const vim: readonly Scenario[] = [
  {
    name: 'vim',
    about: 'prompts and a command from INSERT and from NORMAL',
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
    about: 'a prompt from VISUAL, which earlier versions do not have',
    since: '2.1.326',
    options: { vim: true },
    steps: [
      ready,
      turn('SAY-HELLO'),
      {
        do: [keys('escape'), { rest: 300 }, typed('v'), { rest: 300 }],
        state: 'completed_turn',
        picture: 'visual',
      },
      turn('SAY-HELLO'),
    ],
  },
  {
    name: 'vim-cancel',
    about: 'a turn is cancelled from INSERT',
    options: { vim: true },
    steps: [
      ready,
      thinks({ do: prompt('SAY-WAIT'), truth: ['UserPromptSubmit'], picture: 'thinking' }),
      broken(),
    ],
  },
];
