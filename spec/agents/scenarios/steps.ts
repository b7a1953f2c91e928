/** Steps that many scenarios begin or end with. */
import type { Action, Operation, Step } from './scenario.ts';

export const intent = (name: string, params: Readonly<Record<string, unknown>> = {}): Operation => ({
  intent: name,
  params,
});

export const promptOf = (word: string) => `${word} please`;
export const prompt = (word: string): Operation => intent('send_prompt', { prompt: promptOf(word) });

export const key = (value: string): Action => ({ type: 'key', value });
export const keys = (...names: readonly string[]): Operation => ({ keys: names.map(key) });
export const typeText = (text: string): Operation => ({ keys: [{ type: 'text', value: text }] });

/** The agent has started and shows its first composer. */
export const ready: Step = { state: 'ready', through: ['starting'] };

/** A complete turn without a dialog. */
export const turn = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'completed_turn',
  hooks: ['UserPromptSubmit', 'Stop'],
  prompts: [promptOf(word)],
  noHooks: ['PermissionRequest'],
  ...more,
});

/** A prompt that leads to the permission dialog of a tool. */
export const asksPermission = (word: string, tool: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_permission',
  hooks: ['UserPromptSubmit', 'PermissionRequest'],
  prompts: [promptOf(word)],
  metadata: { permission: { tool } },
  ...more,
});

/** A prompt that leads to a question of the model. */
export const question = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_user_input',
  hooks: ['UserPromptSubmit', 'PreToolUse'],
  ...more,
});

export const approve = (more: Partial<Step> = {}): Step => ({
  do: intent('approve'),
  state: 'completed_turn',
  hooks: ['PostToolUse', 'Stop'],
  ...more,
});

/** The turn is running and waits at a gate. */
export const thinking = (more: Partial<Step> = {}): Step => ({ state: 'thinking', ...more });

/** Cancels a turn, which ends it without completing it. */
export const cancelTurn = (more: Partial<Step> = {}): Step => ({
  do: intent('cancel'),
  state: 'ready',
  through: ['cancelling', 'thinking'],
  noHooks: ['Stop'],
  ...more,
});

/** Closes a panel without a choice. */
export const closePanel = (more: Partial<Step> = {}): Step => ({
  do: [{ stableMs: 300 }, keys('escape')],
  state: 'ready',
  ...more,
});
