/** Codex of OpenAI: its own model provider at the stub, and no command without a question. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { put } from '../program/places.ts';
import { shared } from '../scenarios/shared.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { Use } from '../stub/reply.ts';

const config = (api: string, trusted: string) => `model = "stub"
model_provider = "stub"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.stub]
name = "stub"
base_url = "${api}/v1"
wire_api = "responses"
env_key = "STUB_KEY"
request_max_retries = 0
stream_max_retries = 0
${trusted}`;

const trust = (folder: string) => `
[projects."${folder}"]
trust_level = "trusted"
`;

/** Commands are the only tool. A sandbox without write permission makes each of them ask. */
function calls({ tool, input }: Use): Use {
  const { command, description } = input as { command?: string; description?: string };
  if (tool !== 'Bash') return { tool, input };
  const escalated = { sandbox_permissions: 'require_escalated', justification: description ?? 'As asked' };
  return { tool: 'exec_command', input: { cmd: command, ...escalated } };
}

export const codex: Agent = {
  name: 'codex',
  package: '@openai/codex',
  versions: ['latest'],
  executables: ['.bin/codex'],
  args: ['-a', 'on-request', '-s', 'read-only'],
  prepare({ folders: { home, cwd }, api, wishes }) {
    put(join(home, '.codex', 'config.toml'), config(api, wishes.unknown?.folder ? '' : trust(cwd)));
    return { STUB_KEY: 'dummy' };
  },
  scenarios: shared(),
  variants: commonVariants,
  calls,
  events: stubEvents,
};
