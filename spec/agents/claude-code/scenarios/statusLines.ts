/** Custom status lines below the composer that look like rows of the agent. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { intent, ready, turn } from '../../scenarios/steps.ts';

const lineOf = (name: string, about: string, statusLine: string): Scenario => ({
  name: `status-${name}`,
  about: `a status line like ${about}`,
  options: { statusLine },
  steps: [
    { ...ready, metadata: { mode: 'default' } },
    turn('SAY-HELLO', { metadata: { mode: 'default' }, picture: 'completed' }),
    { do: intent('set_mode', { mode: 'plan' }), state: 'completed_turn', metadata: { mode: 'plan' } },
  ],
});

export const statusLines: readonly Scenario[] = [
  lineOf('caret', 'the prompt of a shell', '❯ ~/project'),
  lineOf('mode', 'a mode', '⏸ plan mode on (main)'),
  lineOf('hint', 'the hint of a turn that runs', 'tip: esc to interrupt'),
];
