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
export const typed = (text: string): Operation => ({ keys: [{ type: 'text', value: text }] });

/** From the start to the first composer. */
export const ready: Step = { state: 'ready', through: ['starting'] };

/** A complete turn without a question. */
export const turn = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'completed_turn',
  truth: ['UserPromptSubmit', 'Stop'],
  prompts: [promptOf(word)],
  never: ['PermissionRequest'],
  ...more,
});

/** A prompt that leads to the permission dialog of a tool. */
export const asks = (word: string, tool: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_permission',
  truth: ['UserPromptSubmit', 'PermissionRequest'],
  prompts: [promptOf(word)],
  metadata: { permission: { tool } },
  ...more,
});

/** A prompt that leads to a question of the model. */
export const question = (word: string, more: Partial<Step> = {}): Step => ({
  do: prompt(word),
  state: 'waiting_for_user_input',
  truth: ['UserPromptSubmit', 'PreToolUse'],
  ...more,
});

export const approve = (more: Partial<Step> = {}): Step => ({
  do: intent('approve'),
  state: 'completed_turn',
  truth: ['PostToolUse', 'Stop'],
  ...more,
});

/** The turn runs and waits at a gate. */
export const thinks = (more: Partial<Step> = {}): Step => ({ state: 'thinking', ...more });

/** An interrupted turn has ended but is not completed. */
export const broken = (more: Partial<Step> = {}): Step => ({
  do: intent('cancel'),
  state: 'ready',
  through: ['cancelling', 'thinking'],
  never: ['Stop'],
  ...more,
});

/** Closes a panel without a choice. */
export const closed = (more: Partial<Step> = {}): Step => ({
  do: [{ rest: 300 }, keys('escape')],
  state: 'ready',
  ...more,
});
