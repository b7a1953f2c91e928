/** GitHub Copilot, with a model of its user at the stub. */
import { type Agent, stubEvents } from '../program/agent.ts';
import { shared } from '../scenarios/shared.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { Use } from '../stub/reply.ts';

export const copilot: Agent = {
  name: 'copilot',
  package: '@github/copilot',
  versions: ['latest'],
  executables: ['.bin/copilot'],
  args: [],
  prepare: ({ api }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${api}/v1`,
    COPILOT_PROVIDER_TYPE: 'openai',
    COPILOT_PROVIDER_API_KEY: 'dummy',
    COPILOT_MODEL: 'stub',
  }),
  scenarios: shared(),
  variants: commonVariants,
  calls: ({ tool, input }: Use): Use => ({ tool: tool.toLowerCase(), input }),
  events: stubEvents,
};
