/** Scenarios of what some agents can do. */
import type { Scenario, Step } from './scenario.ts';
import { command, sizes } from './shared.ts';
import { approve, asks, intent, prompt, promptOf, question, ready, thinks, turn } from './steps.ts';

/** Agents that take words while a turn is running. `queues`: they show them until a step of the turn has ended. */
export const steered = (queues: boolean): Scenario => {
  const steer = intent('steer', { prompt: promptOf('SAY-HELLO') });
  const end: Partial<Step> = {
    sees: 'Hello. Here is a short answer.',
    truth: ['UserPromptSubmit', 'Stop'],
    prompts: [promptOf('SAY-HELLO')],
  };
  const queued: Partial<Step> = {
    sees: promptOf('SAY-HELLO'),
    metadata: { queued: [promptOf('SAY-HELLO')] },
    picture: 'queued',
  };
  return {
    name: 'steer',
    about: 'words that are sent to a turn that is running',
    steps: [
      ready,
      { do: intent('steer', { prompt: 'too early' }), refused: 'nothing to steer', state: 'ready' },
      thinks({ do: prompt('SAY-SLOW') }),
      thinks({ do: { open: 'begin' }, sees: 'line 5 of' }),
      ...(queues
        ? [
            thinks({ do: steer, ...queued }),
            { do: { open: 'middle' }, state: 'completed_turn', ...end } as const,
          ]
        : [{ do: steer, state: 'completed_turn', ...end } as const]),
    ],
  };
};

/** The tool that runs commands, by the name that the plugin gives it. */
export const toolCalls = (name: string, mayAsk = true): Scenario => {
  const seen: Partial<Step> = {
    tools: [name],
    metadata: { tools: [{ name, summary: command, status: 'completed', input: { command } }] },
  };
  return {
    name: 'tools',
    about: 'the tool that a turn has called',
    variants: sizes,
    steps: [ready, ...(mayAsk ? [asks('RUN-BASH', name), approve(seen)] : [turn('RUN-BASH', seen)])],
  };
};

const answered = (name: string, params: Readonly<Record<string, unknown>>, noted: string): Step => ({
  do: intent(name, params),
  state: 'completed_turn',
  truth: ['Stop'],
  sees: `Noted: ${noted}.`,
});

/** Questions of the model. `first`: what is done before. */
export const questions = (first: readonly Step[] = []): readonly Scenario[] => [
  {
    name: 'question',
    about: 'a question with one answer',
    variants: ['80x24'],
    steps: [
      ready,
      ...first,
      question('NOTE-ONE', { picture: 'dialog' }),
      { do: intent('approve'), refused: 'nothing is to be approved', state: 'waiting_for_user_input' },
      answered('choose_option', { option: 'Blue' }, 'Blue'),
    ],
  },
  {
    name: 'question-two',
    about: 'two questions are answered at once',
    steps: [
      ready,
      ...first,
      question('NOTE-TWO', { picture: 'first' }),
      {
        do: intent('answer_question', { answers: ['Green'], partial: true }),
        state: 'waiting_for_user_input',
        sees: 'Which features do you want?',
        picture: 'second',
      },
      answered('answer_question', { answers: ['Search'] }, 'Green and Search'),
    ],
  },
  {
    name: 'question-deny',
    about: 'a question is not answered',
    steps: [
      ready,
      ...first,
      question('NOTE-ONE'),
      { do: intent('deny'), state: ['ready', 'completed_turn'], through: ['thinking', 'cancelling'] },
    ],
  },
];

/** A question with several answers. `ticked`: how an option looks. */
export const several = (ticked: string): Scenario => ({
  name: 'question-several',
  about: 'a question with several answers',
  steps: [
    ready,
    question('NOTE-SEVERAL', { metadata: { question: { multi_select: true } }, picture: 'dialog' }),
    {
      do: intent('choose_option', { option: 'Search' }),
      state: 'waiting_for_user_input',
      sees: `${ticked} Search`,
      picture: 'ticked',
    },
    answered('answer_question', { answers: [['Auth', 'Export']] }, 'Auth and Export'),
  ],
});
