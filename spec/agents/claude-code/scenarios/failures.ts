/** Turns that fail: at once, during retries, and in the middle of an answer. */
import type { Scenario, StateName } from '../../scenarios/scenario.ts';
import { broken, prompt, ready, thinks, turn } from '../../scenarios/steps.ts';

const once = { CLAUDE_CODE_MAX_RETRIES: '0' };

const fails = (word: string, ...states: readonly StateName[]): Scenario => ({
  name: `fails-${word.slice('ERR-'.length).toLowerCase()}`,
  about: `${word}: the turn ends with an error`,
  env: once,
  steps: [
    ready,
    {
      do: prompt(word),
      state: ['error', ...states],
      truth: ['UserPromptSubmit'],
      picture: 'failed',
    },
    turn('SAY-HELLO', { through: ['error', ...states, 'thinking'] }),
  ],
});

const retries = (word: string): Scenario => ({
  name: `retries-${word.slice('ERR-'.length).toLowerCase()}`,
  about: `${word}: the program tries again, until it is told not to`,
  steps: [
    ready,
    // Between two attempts, the turn has neither ended nor failed.
    thinks({
      do: prompt(word),
      sees: 'etrying',
      metadata: { error: { retrying: true } },
      picture: 'retrying',
      // The oldest version shows this at the fourth attempt only.
      timeoutMs: 60_000,
    }),
    broken(),
  ],
});

export const failures: readonly Scenario[] = [
  fails('ERR-400'),
  // Versions differ in which of these asks the user to log in.
  fails('ERR-401', 'waiting_for_login'),
  fails('ERR-403', 'waiting_for_login'),
  fails('ERR-429-NORETRY'),
  fails('ERR-500-NORETRY'),
  fails('ERR-529-NORETRY'),
  fails('ERR-CREDIT'),
  fails('ERR-LONG'),
  // The oldest version does not report it.
  fails('ERR-CUT', 'ready'),
  retries('ERR-429'),
  { ...retries('ERR-529'), until: '2.1.227' },
  {
    name: 'gives-up-529',
    about: 'an API that has no room: later versions try once more, and then no longer',
    since: '2.1.228',
    steps: [
      ready,
      {
        do: prompt('ERR-529'),
        state: 'error',
        truth: ['UserPromptSubmit'],
        metadata: { error: { kind: 'overloaded' } },
        picture: 'failed',
      },
      turn('SAY-HELLO', { through: ['error', 'thinking'] }),
    ],
  },
  {
    name: 'fails-midstream',
    about: 'an answer that ends in an error',
    env: once,
    steps: [
      ready,
      { do: prompt('ERR-MIDSTREAM'), state: ['error', 'completed_turn'], picture: 'failed' },
      turn('SAY-HELLO', { through: ['error', 'thinking'] }),
    ],
  },
  {
    name: 'refusal',
    about: 'an answer that is refused',
    steps: [ready, { do: prompt('STOP-REFUSAL'), state: ['completed_turn', 'error'], picture: 'ended' }],
  },
  {
    name: 'cut-short',
    about: 'an answer that is cut at the limit of its length',
    env: once,
    steps: [
      ready,
      thinks({
        do: prompt('STOP-MAXTOKENS'),
        state: ['completed_turn', 'error'],
        through: ['thinking', 'completed_turn', 'error'],
        picture: 'ended',
      }),
    ],
  },
];
