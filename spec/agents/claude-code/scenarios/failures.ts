/** Turns that fail: before the answer, after retries, and in the middle of an answer. */
import type { Scenario, StateName } from '../../scenarios/scenario.ts';
import { cancelTurn, prompt, ready, thinking, turn } from '../../scenarios/steps.ts';

const once = { CLAUDE_CODE_MAX_RETRIES: '0' };

const fails = (word: string, ...states: readonly StateName[]): Scenario => ({
  name: `fails-${word.slice('ERR-'.length).toLowerCase()}`,
  description: `${word}: the turn ends with an error`,
  env: once,
  steps: [
    ready,
    {
      do: prompt(word),
      state: ['error', ...states],
      hooks: ['UserPromptSubmit'],
      picture: 'failed',
    },
    turn('SAY-HELLO', { through: ['error', ...states, 'thinking'] }),
  ],
});

const retries = (word: string): Scenario => ({
  name: `retries-${word.slice('ERR-'.length).toLowerCase()}`,
  description: `${word}: the agent retries until the turn is cancelled`,
  steps: [
    ready,
    // Between two attempts, the turn has neither ended nor failed.
    thinking({
      do: prompt(word),
      screenText: 'etrying',
      metadata: { error: { retrying: true } },
      picture: 'retrying',
      // The oldest version shows this only at the fourth attempt.
      timeoutMs: 60_000,
    }),
    cancelTurn(),
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
    description: 'the API is overloaded; later versions retry once',
    since: '2.1.228',
    steps: [
      ready,
      {
        do: prompt('ERR-529'),
        state: 'error',
        hooks: ['UserPromptSubmit'],
        metadata: { error: { kind: 'overloaded' } },
        picture: 'failed',
      },
      turn('SAY-HELLO', { through: ['error', 'thinking'] }),
    ],
  },
  {
    name: 'fails-midstream',
    description: 'an answer that fails in the middle',
    env: once,
    steps: [
      ready,
      { do: prompt('ERR-MIDSTREAM'), state: ['error', 'completed_turn'], picture: 'failed' },
      turn('SAY-HELLO', { through: ['error', 'thinking'] }),
    ],
  },
  {
    name: 'refusal',
    description: 'the model refuses to answer',
    steps: [ready, { do: prompt('STOP-REFUSAL'), state: ['completed_turn', 'error'], picture: 'ended' }],
  },
  {
    name: 'cut-short',
    description: 'an answer that reaches the token limit',
    env: once,
    steps: [
      ready,
      thinking({
        do: prompt('STOP-MAXTOKENS'),
        state: ['completed_turn', 'error'],
        through: ['thinking', 'completed_turn', 'error'],
        picture: 'ended',
      }),
    ],
  },
];
