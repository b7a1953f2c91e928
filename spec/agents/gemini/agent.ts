/** Gemini CLI of Google. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { writeFile } from '../program/folders.ts';
import { questions, several } from '../scenarios/features.ts';
import { disguise, unseen } from '../scenarios/hidden.ts';
import { login, modes, shared, slash, trust } from '../scenarios/shared.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { ToolCall } from '../stub/reply.ts';

const names: Readonly<Record<string, string>> = {
  Bash: 'run_shell_command',
  Write: 'write_file',
  Edit: 'replace',
  Read: 'read_file',
  AskUserQuestion: 'ask_user',
};

function translateCall({ tool, input }: ToolCall): ToolCall {
  const { questions, ...rest } = input as { questions?: readonly object[] };
  const typed = questions?.map((question) => ({ ...question, type: 'choice' }));
  return { tool: names[tool] ?? tool, input: typed ? { questions: typed } : rest };
}

export const gemini: Agent = {
  name: 'gemini',
  package: '@google/gemini-cli',
  versions: ['latest', '0.52.0', '0.41.2'],
  executables: ['.bin/gemini'],
  args: [],
  hides: true,
  prepare({ folders: { home }, api, options }) {
    writeFile(join(home, '.gemini', 'settings.json'), {
      security: {
        ...(!options.firstRun?.account && { auth: { selectedType: 'gemini-api-key' } }),
        folderTrust: { enabled: options.firstRun?.folder ?? false },
      },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
      // An answer that repeats a screen looks like a loop.
      model: { disableLoopDetection: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    });
    const account: Readonly<Record<string, string>> = {
      GEMINI_API_KEY: 'dummy-key',
      GOOGLE_GEMINI_BASE_URL: api,
    };
    return options.firstRun?.account ? {} : account;
  },
  scenarios: [
    ...shared({ retries: true }),
    unseen,
    ...questions().filter(({ name }) => name !== 'question-two'),
    several('[x]'),
    trust(),
    login(),
    modes('default', 'autoEdit', 'plan'),
    slash('theme', 'Select Theme'),
    disguise(['CONTROL', 'C1', 'RETURN', 'ZERO', 'RTL', 'COMBINING']),
  ],
  variants: commonVariants,
  translateCall,
  events: stubEvents,
};
