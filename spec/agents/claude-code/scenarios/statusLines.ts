/** Custom status lines that look like rows of the agent. */
import type { Scenario } from '../../scenarios/scenario.ts';
import { intent, ready, turn } from '../../scenarios/steps.ts';

const customStatusLine = (name: string, example: string, statusLine: string): Scenario => ({
  name: `status-${name}`,
  description: `a status line that looks like ${example}`,
  options: { statusLine },
  steps: [
    { ...ready, metadata: { mode: 'default' } },
    turn('SAY-HELLO', { metadata: { mode: 'default' }, picture: 'completed' }),
    { do: intent('set_mode', { mode: 'plan' }), state: 'completed_turn', metadata: { mode: 'plan' } },
  ],
});

export const statusLines: readonly Scenario[] = [
  customStatusLine('caret', 'the prompt of a shell', '❯ ~/project'),
  customStatusLine('mode', 'a mode', '⏸ plan mode on (main)'),
  customStatusLine('hint', 'the hint of a running turn', 'tip: esc to interrupt'),
];
