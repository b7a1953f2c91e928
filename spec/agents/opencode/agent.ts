/** opencode. Its npm command needs an install script, so the specs start the native program. */
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
  readonly multiSelect?: boolean;
}

function translateCall({ tool, input }: ToolCall): ToolCall {
  if (tool === 'AskUserQuestion') {
    const { questions } = input as { questions: readonly Question[] };
    const renamed = questions.map(({ multiSelect, ...rest }) => ({ ...rest, multiple: multiSelect }));
    return { tool: 'question', input: { questions: renamed } };
  }
  const { file_path, old_string, new_string, ...rest } = input as Record<string, unknown>;
  const renamed = {
    ...rest,
    ...(file_path !== undefined && { filePath: file_path }),
    ...(old_string !== undefined && { oldString: old_string, newString: new_string }),
  };
  return { tool: tool.toLowerCase(), input: renamed };
}

/** opencode retries such requests without a limit, even if the API forbids it. */
const retried = ['fails-429', 'fails-500'];

export const opencode: Agent = {
  name: 'opencode',
  package: 'opencode-ai',
  versions: ['latest', '1.18.20', '1.18.4'],
  executables: ['opencode-{system}/bin/opencode'],
  args: [],
  hides: true,
  prepare({ folders: { home }, api, options }) {
    const stub = {
      npm: '@ai-sdk/openai-compatible',
      name: 'Stub',
      options: { baseURL: `${api}/v1`, apiKey: 'dummy' },
      models: { stub: { name: 'Stub model' } },
    };
    writeFile(join(home, '.config', 'opencode', 'opencode.json'), {
      autoupdate: false,
      share: 'disabled',
      permission: { bash: 'ask', edit: 'ask' },
      ...(!options.firstRun?.key && { model: 'stub/stub', provider: { stub } }),
    });
    return {
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    };
  },
  scenarios: [
    ...shared().filter(({ name }) => !retried.includes(name)),
    steered(true),
    toolCalls('shell'),
    modes('build', 'plan'),
    disguise(['CONTROL', 'C1', 'RETURN', 'ZERO', 'RTL', 'COMBINING']),
    unseen,
    ...scenarios,
  ],
  variants: commonVariants,
  translateCall,
  events: stubEvents,
};
