/** Codex of OpenAI, with a model provider at the stub. Every command needs a permission. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { writeFile } from '../program/folders.ts';
import { questions, steered, toolCalls } from '../scenarios/features.ts';
import { disguise } from '../scenarios/hidden.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { login, modes, shared, slash, trust } from '../scenarios/shared.ts';
import { intent, prompt, ready, thinking } from '../scenarios/steps.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { ToolCall } from '../stub/reply.ts';

const baseConfig = `check_for_update_on_startup = false

[analytics]
enabled = false
`;

const config = (api: string, more: string) => `model = "stub"
model_provider = "stub"
${baseConfig}
[model_providers.stub]
name = "stub"
base_url = "${api}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 0
stream_max_retries = 0
${more}`;

/** The trust dialog has an animation. */
const noAnimations = `
[tui]
animations = false
`;

const trusted = (folder: string) => `
[projects."${folder}"]
trust_level = "trusted"
`;

interface Question {
  readonly header: string;
  readonly multiSelect: boolean;
}

/** In a sandbox without write permission, each command asks. The model can ask questions only in the plan mode. */
function translateCall({ tool, input }: ToolCall): ToolCall {
  if (tool === 'AskUserQuestion') {
    const requested = (input as { questions: readonly Question[] }).questions;
    const questions = requested.map(({ multiSelect, ...rest }) => ({ id: rest.header, ...rest }));
    return { tool: 'request_user_input', input: { questions } };
  }
  const { command, description } = input as { command?: string; description?: string };
  if (tool !== 'Bash') return { tool, input };
  const escalated = {
    sandbox_permissions: 'require_escalated',
    justification: description ?? 'As requested',
  };
  return { tool: 'exec_command', input: { cmd: command, ...escalated } };
}

const asksFirst = ['-a', 'on-request', '-s', 'read-only'];

const withoutTitle: Scenario = {
  name: 'no-title',
  description: 'a slow answer, without a terminal title that shows the running turn',
  args: ['-c', 'tui.terminal_title=[]', ...asksFirst],
  since: '0.169.0',
  steps: [
    ready,
    thinking({ do: prompt('SAY-SLOW') }),
    thinking({ do: { openGate: 'begin' }, screenText: 'line 5 of' }),
    { do: { openGate: 'middle' }, state: 'completed_turn', hooks: ['Stop'] },
  ],
};

export const codex: Agent = {
  name: 'codex',
  package: '@openai/codex',
  versions: ['latest', '0.144.4', '0.124.0'],
  executables: ['.bin/codex'],
  args: asksFirst,
  hides: true,
  prepare({ folders: { home, cwd }, api, options: { firstRun } }) {
    const text = firstRun?.account ? baseConfig : config(api, firstRun?.folder ? noAnimations : trusted(cwd));
    writeFile(join(home, '.codex', 'config.toml'), text);
    return { STUB_KEY: 'dummy' };
  },
  scenarios: [
    ...shared(),
    { ...steered(false), since: '0.169.0' },
    { ...steered(true), until: '0.144.4' },
    toolCalls('shell'),
    // Later versions have no trust dialog. No version has one if the policies are given as arguments.
    trust({ args: [], until: '0.144.4' }),
    login(),
    withoutTitle,
    modes('default', 'plan'),
    slash('permissions', 'Update Model Permissions'),
    ...questions([{ do: intent('set_mode', { mode: 'plan' }), state: 'ready' }]).map((one) => ({
      ...one,
      since: '0.169.0',
    })),
    disguise(['CONTROL', 'C1', 'RETURN', 'ZERO', 'RTL', 'COMBINING']),
  ],
  variants: commonVariants,
  translateCall,
  events: stubEvents,
};
