/** Codex of OpenAI: its own model provider at the stub, and no command without a question. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { put } from '../program/places.ts';
import { questions, steered, toolCalls } from '../scenarios/abilities.ts';
import { disguise } from '../scenarios/hidden.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { login, modes, shared, slash, trust } from '../scenarios/shared.ts';
import { intent, prompt, ready, thinks } from '../scenarios/steps.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { Use } from '../stub/reply.ts';

const alone = `check_for_update_on_startup = false

[analytics]
enabled = false
`;

const config = (api: string, more: string) => `model = "stub"
model_provider = "stub"
${alone}
[model_providers.stub]
name = "stub"
base_url = "${api}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 0
stream_max_retries = 0
${more}`;

/** The page with the question about the folder has a moving picture. */
const still = `
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

/** A sandbox without write permission makes each command ask. Questions are asked only in the plan mode. */
function calls({ tool, input }: Use): Use {
  if (tool === 'AskUserQuestion') {
    const requested = (input as { questions: readonly Question[] }).questions;
    const questions = requested.map(({ multiSelect, ...rest }) => ({ id: rest.header, ...rest }));
    return { tool: 'request_user_input', input: { questions } };
  }
  const { command, description } = input as { command?: string; description?: string };
  if (tool !== 'Bash') return { tool, input };
  const escalated = { sandbox_permissions: 'require_escalated', justification: description ?? 'As asked' };
  return { tool: 'exec_command', input: { cmd: command, ...escalated } };
}

const asksFirst = ['-a', 'on-request', '-s', 'read-only'];

const withoutTitle: Scenario = {
  name: 'no-title',
  about: 'an answer that comes slowly, without a title that shows it',
  args: ['-c', 'tui.terminal_title=[]', ...asksFirst],
  since: '0.169.0',
  steps: [
    ready,
    thinks({ do: prompt('SAY-SLOW') }),
    thinks({ do: { open: 'begin' }, sees: 'line 5 of' }),
    { do: { open: 'middle' }, state: 'completed_turn', truth: ['Stop'] },
  ],
};

export const codex: Agent = {
  name: 'codex',
  package: '@openai/codex',
  versions: ['latest', '0.144.4', '0.124.0'],
  executables: ['.bin/codex'],
  args: asksFirst,
  hides: true,
  prepare({ folders: { home, cwd }, api, options: { unknown } }) {
    const text = unknown?.account ? alone : config(api, unknown?.folder ? still : trusted(cwd));
    put(join(home, '.codex', 'config.toml'), text);
    return { STUB_KEY: 'dummy' };
  },
  scenarios: [
    ...shared(),
    { ...steered(false), since: '0.169.0' },
    { ...steered(true), until: '0.144.4' },
    toolCalls('shell'),
    // Later versions do not ask. None asks if the policies are given as arguments.
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
  calls,
  events: stubEvents,
};
