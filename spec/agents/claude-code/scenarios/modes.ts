/** Permission modes: what needs a permission in each mode. */
import type { Scenario, Step } from '../../scenarios/scenario.ts';
import { asksPermission, intent, ready, turn } from '../../scenarios/steps.ts';

/** The metadata in this mode. */
const reports = (mode: string): Pick<Step, 'metadata'> => ({
  metadata: { mode, status: { permission_mode: mode } },
});

export const modes: readonly Scenario[] = [
  {
    name: 'bypass',
    description: 'accept the warning of bypassPermissions; then nothing needs a permission',
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
      { do: intent('approve_trust'), ...ready, ...reports('bypassPermissions'), picture: 'ready' },
      turn('RUN-BASH', { files: { 'made.txt': true } }),
    ],
  },
  {
    name: 'bypass-deny',
    description: 'deny the warning of bypassPermissions, which ends the program',
    args: ['--permission-mode', 'bypassPermissions'],
    env: { IS_SANDBOX: '1' },
    steps: [
      { state: 'waiting_for_trust', through: ['starting'] },
      { do: intent('deny_trust'), state: 'exited', through: ['error'] },
    ],
  },
  {
    name: 'dont-ask',
    description: 'dontAsk denies what needs a permission',
    args: ['--permission-mode', 'dontAsk'],
    steps: [
      { ...ready, ...reports('dontAsk'), picture: 'ready' },
      turn('RUN-BASH', { files: { 'made.txt': false }, picture: 'completed' }),
    ],
  },
  {
    name: 'mode-switch',
    description: 'select modes by name',
    steps: [
      { ...ready, ...reports('default') },
      { do: intent('set_mode', { mode: 'plan' }), state: 'ready', ...reports('plan') },
      { do: intent('set_mode', { mode: 'acceptEdits' }), state: 'ready', ...reports('acceptEdits') },
      turn('WRITE-FILE', { files: { 'notes.md': true } }),
      { do: intent('set_mode', { mode: 'default' }), state: 'completed_turn', ...reports('default') },
      asksPermission('RUN-BASH', 'Bash', { files: { 'made.txt': false } }),
    ],
  },
];
