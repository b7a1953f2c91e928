/** Scenarios about commands of which a part is not seen. */
import type { Scenario, Step } from './scenario.ts';
import { intent, prompt, ready } from './steps.ts';

/** Commands that a terminal or an agent might not show as they are. */
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

/** A disguised command runs only if the summary names the file that it makes. `shown`: those that the agent shows. */
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

/** `shown`: the words of commands of which the agent shows every character that counts. */
export const disguise = (visible: readonly string[]): Scenario => ({
  name: 'disguised',
  about: 'commands with characters that hide a part of them',
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

/** For agents that leave out a part of a command without a sign of it. */
export const unseen: Scenario = {
  name: 'unseen',
  about: 'no command is approved, unless what is not drawn is accepted',
  steps: [ready, ...refuses('RUN-TITLE', 'hidden.txt'), ...refuses('RUN-BASH', 'made.txt')],
};
