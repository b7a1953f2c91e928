/** pi, which never asks for permission. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { writeFile } from '../program/folders.ts';
import { steered, toolCalls } from '../scenarios/features.ts';
import { shared, slash } from '../scenarios/shared.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { ToolCall } from '../stub/reply.ts';

const model = {
  id: 'stub',
  name: 'Stub',
  reasoning: false,
  input: ['text'],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 128_000,
  maxTokens: 4096,
};

function translateCall({ tool, input }: ToolCall): ToolCall {
  const { file_path, old_string, new_string, ...rest } = input as Record<string, unknown>;
  const edits = old_string === undefined ? {} : { edits: [{ oldText: old_string, newText: new_string }] };
  const path = file_path === undefined ? {} : { path: file_path };
  return { tool: tool.toLowerCase(), input: { ...rest, ...path, ...edits } };
}

export const pi: Agent = {
  name: 'pi',
  package: '@mariozechner/pi-coding-agent',
  versions: ['latest', '0.70.6', '0.67.68'],
  executables: ['.bin/pi'],
  args: ['--provider', 'stub', '--model', 'stub'],
  prepare({ folders: { home }, api }) {
    const stub = { baseUrl: `${api}/v1`, apiKey: 'dummy', api: 'openai-completions', models: [model] };
    writeFile(join(home, '.pi', 'agent', 'models.json'), { providers: { stub } });
    return { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1' };
  },
  asksPermission: false,
  scenarios: [
    ...shared({ asks: false }),
    steered(true),
    toolCalls('bash', false),
    slash('model', 'Model Name'),
  ],
  variants: commonVariants,
  translateCall,
  events: stubEvents,
};
