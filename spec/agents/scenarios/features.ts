/** Scenarios of features that not all agents have. */
import type { Scenario, Step } from './scenario.ts';
import { command, sizes } from './shared.ts';
import {
  approve,
  asksPermission,
  intent,
  prompt,
  promptOf,
  question,
  ready,
  thinking,
  turn,
} from './steps.ts';

/** For agents that accept prompts during a turn. `queues`: the agent shows the prompt until a step of the turn has ended. */
export const steered = (queues: boolean): Scenario => {
  const steer = intent('steer', { prompt: promptOf('SAY-HELLO') });
  const end: Partial<Step> = {
    screenText: 'Hello. Here is a short answer.',
    hooks: ['UserPromptSubmit', 'Stop'],
    prompts: [promptOf('SAY-HELLO')],
  };
  const queued: Partial<Step> = {
    screenText: promptOf('SAY-HELLO'),
    metadata: { queued: [promptOf('SAY-HELLO')] },
    picture: 'queued',
  };
  return {
    name: 'steer',
    description: 'send text to a running turn',
    steps: [
      ready,
      { do: intent('steer', { prompt: 'too early' }), refused: 'nothing to steer', state: 'ready' },
      thinking({ do: prompt('SAY-SLOW') }),
      thinking({ do: { openGate: 'begin' }, screenText: 'line 5 of' }),
      ...(queues
        ? [
            thinking({ do: steer, ...queued }),
            { do: { openGate: 'middle' }, state: 'completed_turn', ...end } as const,
          ]
        : [{ do: steer, state: 'completed_turn', ...end } as const]),
    ],
  };
};

/** `name`: the name under which the plugin reports the tool that runs commands. */
export const toolCalls = (name: string, mayAsk = true): Scenario => {
  const seen: Partial<Step> = {
    tools: [name],
    metadata: { tools: [{ name, summary: command, status: 'completed', input: { command } }] },
  };
  return {
    name: 'tools',
    description: 'report the tool that a turn called',
    variants: sizes,
    steps: [
      ready,
      ...(mayAsk ? [asksPermission('RUN-BASH', name), approve(seen)] : [turn('RUN-BASH', seen)]),
    ],
  };
};

const answered = (name: string, params: Readonly<Record<string, unknown>>, noted: string): Step => ({
  do: intent(name, params),
  state: 'completed_turn',
  hooks: ['Stop'],
  screenText: `Noted: ${noted}.`,
});

/** Questions of the model. `first`: steps to run before. */
export const questions = (first: readonly Step[] = []): readonly Scenario[] => [
  {
    name: 'question',
    description: 'answer a question that takes one answer',
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
    description: 'answer two questions, each with a separate call',
    steps: [
      ready,
      ...first,
      question('NOTE-TWO', { picture: 'first' }),
      {
        do: intent('answer_question', { answers: ['Green'], partial: true }),
        state: 'waiting_for_user_input',
        screenText: 'Which features do you want?',
        picture: 'second',
      },
      answered('answer_question', { answers: ['Search'] }, 'Green and Search'),
    ],
  },
  {
    name: 'question-deny',
    description: 'deny a question',
    steps: [
      ready,
      ...first,
      question('NOTE-ONE'),
      { do: intent('deny'), state: ['ready', 'completed_turn'], through: ['thinking', 'cancelling'] },
    ],
  },
];

/** A question with several answers. `ticked`: how a ticked option looks. */
export const several = (ticked: string): Scenario => ({
  name: 'question-several',
  description: 'tick options of a question that takes several answers',
  steps: [
    ready,
    question('NOTE-SEVERAL', { metadata: { question: { multi_select: true } }, picture: 'dialog' }),
    {
      do: intent('choose_option', { option: 'Search' }),
      state: 'waiting_for_user_input',
      screenText: `${ticked} Search`,
      picture: 'ticked',
    },
    answered('answer_question', { answers: [['Auth', 'Export']] }, 'Auth and Export'),
  ],
});
