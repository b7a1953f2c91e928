/** GitHub Copilot, with a model provider at the stub. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { writeFile } from '../program/folders.ts';
import { steered, toolCalls } from '../scenarios/features.ts';
import { disguise, unseen } from '../scenarios/hidden.ts';
import { modes, shared } from '../scenarios/shared.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { ToolCall } from '../stub/reply.ts';
import { scenarios } from './scenarios.ts';

interface Question {
  readonly question: string;
  readonly header: string;
  readonly multiSelect: boolean;
  readonly options: readonly { readonly label: string }[];
}

/** A form with one field for each question. */
function formOf(questions: readonly Question[]) {
  const fields = questions.map(({ header, question, multiSelect, options }) => {
    const choice = { type: 'string', enum: options.map(({ label }) => label) };
    const field = multiSelect ? { type: 'array', items: choice } : choice;
    return [header, { title: header, description: question, ...field }] as const;
  });
  const required = questions.map(({ header }) => header);
  return { type: 'object', properties: Object.fromEntries(fields), required };
}

function translateCall({ tool, input }: ToolCall): ToolCall {
  const given = input as Record<string, unknown>;
  const path = given['file_path'];
  if (tool === 'Write') return { tool: 'create', input: { path, file_text: given['content'] } };
  if (tool === 'Edit')
    return { tool: 'edit', input: { path, old_str: given['old_string'], new_str: given['new_string'] } };
  if (tool === 'Read') return { tool: 'view', input: { path } };
  if (tool !== 'AskUserQuestion') return { tool: tool.toLowerCase(), input };
  const questions = given['questions'] as readonly Question[];
  const message = questions.map(({ question }) => question).join(' ');
  return { tool: 'ask_user', input: { message, requestedSchema: formOf(questions) } };
}

export const copilot: Agent = {
  name: 'copilot',
  package: '@github/copilot',
  versions: ['latest', '1.0.88', '1.0.75'],
  executables: ['.bin/copilot'],
  args: [],
  hides: true,
  prepare({ folders: { home, cwd }, api, options }) {
    if (!options.firstRun?.folder)
      writeFile(join(home, '.copilot', 'config.json'), { trusted_folders: [cwd] });
    const common: Record<string, string> = { COPILOT_AUTO_UPDATE: 'false' };
    if (options.firstRun?.key) return common;
    return {
      ...common,
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${api}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'stub',
    };
  },
  scenarios: [
    ...shared(),
    steered(true),
    toolCalls('shell'),
    modes('interactive', 'plan', 'autopilot'),
    disguise(['CONTROL', 'C1', 'RETURN', 'ZERO', 'RTL', 'COMBINING']),
    unseen,
    ...scenarios,
  ],
  variants: commonVariants,
  translateCall,
  events: stubEvents,
};
