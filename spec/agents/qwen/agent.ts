/** Qwen Code, a fork of Gemini CLI. It needs a later Node, and asks for permission only with --approval-mode. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { writeFile } from '../program/folders.ts';
import { questions, several } from '../scenarios/features.ts';
import { disguise, unseen } from '../scenarios/hidden.ts';
import { login, modes, shared, slash, trust } from '../scenarios/shared.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { ModelRequest } from '../stub/dialect.ts';
import type { ToolCall } from '../stub/reply.ts';

const names: Readonly<Record<string, string>> = {
  Bash: 'run_shell_command',
  Write: 'write_file',
  Edit: 'edit',
  Read: 'read_file',
  AskUserQuestion: 'ask_user_question',
};

/** After a turn, it requests memories to store, and a suggestion for the next prompt. */
const sideRequests = /Existing memory files|Reply with ONLY the suggestion/;

export const qwen: Agent = {
  name: 'qwen',
  package: '@qwen-code/qwen-code',
  versions: ['latest', '0.21.10', '0.15.10'],
  node: '22.23.3',
  executables: ['@qwen-code/qwen-code/cli-entry.js', '.bin/qwen'],
  args: ['--approval-mode', 'default'],
  hides: true,
  prepare({ folders: { home }, api, options }) {
    writeFile(join(home, '.qwen', 'settings.json'), {
      security: {
        ...(!options.firstRun?.account && { auth: { selectedType: 'openai' } }),
        folderTrust: { enabled: options.firstRun?.folder ?? false },
      },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    });
    const account: Readonly<Record<string, string>> = {
      OPENAI_API_KEY: 'dummy-key',
      OPENAI_BASE_URL: `${api}/v1`,
      OPENAI_MODEL: 'stub',
    };
    return options.firstRun?.account ? {} : account;
  },
  scenarios: [
    ...shared({ retries: true }),
    unseen,
    ...questions(),
    several('[✓] 2.'),
    trust(),
    login(),
    modes('default', 'auto-edit', 'auto', 'yolo', 'plan'),
    // The title and a spinner show work until the page is open.
    slash('theme', 'Select Theme', ['thinking']),
    disguise(['CONTROL', 'C1', 'COMBINING']),
  ],
  variants: commonVariants,
  translateCall: ({ tool, input }: ToolCall): ToolCall => ({
    tool: names[tool] ?? tool,
    input: tool === 'Bash' ? { ...input, is_background: false } : input,
  }),
  isSideRequest: ({ text }: ModelRequest) => sideRequests.test(text),
  events: stubEvents,
};
