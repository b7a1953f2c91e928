/** Scenarios with commands of which the agent does not show all parts. */
import type { Scenario, Step } from './scenario.ts';
import { intent, prompt, ready } from './steps.ts';

/** Keywords of commands that a terminal or an agent may show incompletely. */
const disguises = [
  'CONTROL',
  'RETURN',
  'C1',
  'ZERO',
  'RTL',
  'COMBINING',
  'WIDE',
  'SIXTY',
  'BLANKS',
  'PADDED',
];

const unreliable = ['not on the screen', 'not reliable'];

const denied: Partial<Step> = { state: ['ready', 'completed_turn'], through: ['thinking', 'cancelling'] };

/** `visible`: the agent shows the whole command. Otherwise approving it is refused. The command never runs. */
const disguised = (word: string, visible: boolean): readonly Step[] => [
  {
    do: prompt(`RUN-${word}`),
    state: 'waiting_for_permission',
    through: ['thinking', 'ready', 'completed_turn'],
    files: { 'hidden.txt': false },
  },
  ...(visible
    ? []
    : [
        {
          do: intent('approve'),
          refused: unreliable,
          state: 'waiting_for_permission',
          files: { 'hidden.txt': false },
        } as const,
      ]),
  { do: intent('deny'), state: 'ready', ...denied, files: { 'hidden.txt': false } },
];

/** `visible`: the keywords of the commands that the agent shows completely. */
export const disguise = (visible: readonly string[]): Scenario => ({
  name: 'disguised',
  description: 'deny commands with characters that hide a part of them',
  steps: [ready, ...disguises.flatMap((word) => disguised(word, visible.includes(word)))],
});

const refusesUnseen = (name: string, params: Readonly<Record<string, unknown>>): Step => ({
  do: intent(name, { ...params, accept_unseen: false }),
  refused: [...unreliable, 'does not draw'],
  state: 'waiting_for_permission',
});

const refuses = (word: string, file: string): readonly Step[] => [
  { do: prompt(word), state: 'waiting_for_permission', through: ['thinking', 'ready', 'completed_turn'] },
  refusesUnseen('approve', {}),
  refusesUnseen('choose_option', { index: 1 }),
  { do: intent('deny'), state: 'ready', ...denied, files: { [file]: false } },
];

/** For agents that leave out a part of a command without any sign. */
export const unseen: Scenario = {
  name: 'unseen',
  description: 'refuse to approve a command without accept_unseen',
  steps: [ready, ...refuses('RUN-TITLE', 'hidden.txt'), ...refuses('RUN-BASH', 'made.txt')],
};
