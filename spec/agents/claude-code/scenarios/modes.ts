/** Permission modes: what each mode asks for, and what it does without asking. */
import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { asks, intent, ready, turn } from '../../scenarios/steps.ts';

/** The name of a mode in all fields that report it. */
const shows = (mode: string): Pick<Step, 'metadata'> => ({
  metadata: { mode, status: { permission_mode: mode } },
});

export const modes: readonly Scenario[] = [
  {
    name: 'bypass',
    about: 'the mode in which nothing is asked, once its warning was answered',
    args: ['--permission-mode', 'bypassPermissions'],
    // Without this, the agent refuses to run as root.
    env: { IS_SANDBOX: '1' },
    steps: [
      {
        state: 'waiting_for_trust',
        through: ['starting'],
        metadata: { trust: { kind: 'bypass_permissions' } },
        picture: 'dialog',
      },
      { do: intent('approve_trust'), ...ready, ...shows('bypassPermissions'), picture: 'ready' },
      turn('RUN-BASH', { files: { 'made.txt': true } }),
    ],
  },
  {
    name: 'bypass-deny',
    about: 'the warning of that mode is refused, which ends the program',
    args: ['--permission-mode', 'bypassPermissions'],
    env: { IS_SANDBOX: '1' },
    steps: [
      { state: 'waiting_for_trust', through: ['starting'] },
      { do: intent('deny_trust'), state: 'exited', through: ['error'] },
    ],
  },
  {
    name: 'dont-ask',
    about: 'the mode in which whatever would have to be asked for is refused',
    args: ['--permission-mode', 'dontAsk'],
    steps: [
      { ...ready, ...shows('dontAsk'), picture: 'ready' },
      turn('RUN-BASH', { files: { 'made.txt': false }, picture: 'completed' }),
    ],
  },
  {
    name: 'mode-switch',
    about: 'from one mode to the others and back, by name',
    steps: [
      { ...ready, ...shows('default') },
      { do: intent('set_mode', { mode: 'plan' }), state: 'ready', ...shows('plan') },
      { do: intent('set_mode', { mode: 'acceptEdits' }), state: 'ready', ...shows('acceptEdits') },
      turn('WRITE-FILE', { files: { 'notes.md': true } }),
      { do: intent('set_mode', { mode: 'default' }), state: 'completed_turn', ...shows('default') },
      asks('RUN-BASH', 'Bash', { files: { 'made.txt': false } }),
    ],
  },
];
