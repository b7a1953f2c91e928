/** Qwen Code, which began as a copy of Gemini CLI. It needs a later Node, and starts in a mode that does not ask. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { put } from '../program/places.ts';
import { questions, several } from '../scenarios/abilities.ts';
import { disguise, unseen } from '../scenarios/hidden.ts';
import { login, modes, shared, slash, trust } from '../scenarios/shared.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { ModelRequest } from '../stub/dialect.ts';
import type { Use } from '../stub/reply.ts';

const names: Readonly<Record<string, string>> = {
  Bash: 'run_shell_command',
  Write: 'write_file',
  Edit: 'edit',
  Read: 'read_file',
  AskUserQuestion: 'ask_user_question',
};

/** After a turn, it looks for what to remember, and for the next prompt to suggest. */
const asides = /Existing memory files|Reply with ONLY the suggestion/;

export const qwen: Agent = {
  name: 'qwen',
  package: '@qwen-code/qwen-code',
  versions: ['latest', '0.21.10', '0.15.10'],
  node: '22.23.3',
  executables: ['@qwen-code/qwen-code/cli-entry.js', '.bin/qwen'],
  args: ['--approval-mode', 'default'],
  hides: true,
  prepare({ folders: { home }, api, options }) {
    put(join(home, '.qwen', 'settings.json'), {
      security: {
        ...(!options.unknown?.account && { auth: { selectedType: 'openai' } }),
        folderTrust: { enabled: options.unknown?.folder ?? false },
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
    return options.unknown?.account ? {} : account;
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
  calls: ({ tool, input }: Use): Use => ({
    tool: names[tool] ?? tool,
    input: tool === 'Bash' ? { ...input, is_background: false } : input,
  }),
  isAside: ({ text }: ModelRequest) => asides.test(text),
  events: stubEvents,
};
