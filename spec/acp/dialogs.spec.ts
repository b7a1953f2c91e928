import { describe, expect, it } from 'vitest';
import { Dialog } from '#acp/dialogs.ts';
import { TurnUpdates } from '#acp/turnUpdates.ts';
import { AgentDescription } from '#adapters/pluginRegistry.ts';
import type { State } from '#adapters/state.ts';

const options = [
  { index: 1, label: 'Allow once', meaning: 'yes' },
  { index: 2, label: 'Allow for this session', meaning: 'yes_and_remember' },
  { index: 3, label: 'No', meaning: 'no' },
];

const agent = AgentDescription.parse({
  states: { waiting_for_permission: { role: 'permission', details: 'permission' } },
});

const state = (permission: object): State => ({
  state: 'waiting_for_permission',
  metadata: { dialog_id: 'd1', permission },
  evidence: 'a box',
  confidence: 1,
  candidates: [],
  events: [],
  last_intent: null,
  sequence: 1,
});

const dialog = (more: object) =>
  new Dialog(state({ tool: 'Shell', body: 'ls', options, ...more }), agent.states['waiting_for_permission']!);

describe('a program that does not draw everything', () => {
  const open = dialog({ unseen: 'terminal sequences' });

  it('asks with a warning', () => {
    const { request } = open.permission('s1', new TurnUpdates(agent, '/project'));
    expect(JSON.stringify(request.toolCall.content)).toContain('it does not draw terminal sequences');
    expect(request.options.map(({ kind }) => kind)).toEqual(['allow_once', 'allow_always', 'reject_once']);
  });

  it.each([
    ['1', 'approve', { dialog_id: 'd1', accept_unseen: true }],
    ['2', 'choose_option', { dialog_id: 'd1', index: 2, accept_unseen: true }],
    ['3', 'deny', { dialog_id: 'd1' }],
  ])('takes the answer %s as %s with %j', (id, intent, params) => {
    expect(open.permissionIntent(id)).toMatchObject({ intent, params });
  });
});

it('accepts only completely visible dialogs of a program that draws everything', () => {
  expect(dialog({}).permissionIntent('1').params).toEqual({ dialog_id: 'd1' });
});
