/** GitHub Copilot, with a model of its user at the stub. */
import { join } from 'node:path';
import { type Agent, stubEvents } from '../program/agent.ts';
import { put } from '../program/places.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { shared } from '../scenarios/shared.ts';
import { intent, turn } from '../scenarios/steps.ts';
import { commonVariants } from '../scenarios/variants.ts';
import type { Use } from '../stub/reply.ts';

const trust: Scenario = {
  name: 'trust',
  about: 'the question about an unknown folder is answered with a plain yes',
  wishes: { unknown: { folder: true } },
  variants: ['80x24'],
  steps: [
    { state: 'waiting_for_trust', through: ['starting'], picture: 'dialog' },
    { do: intent('approve'), refused: 'nothing is to be approved', state: 'waiting_for_trust' },
    { do: intent('approve_trust'), state: 'ready', through: ['starting'] },
    turn('SAY-HELLO'),
  ],
};

export const copilot: Agent = {
  name: 'copilot',
  package: '@github/copilot',
  versions: ['latest'],
  executables: ['.bin/copilot'],
  args: [],
  prepare({ folders: { home, cwd }, api, wishes }) {
    if (!wishes.unknown?.folder) put(join(home, '.copilot', 'config.json'), { trusted_folders: [cwd] });
    return {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: `${api}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'dummy',
      COPILOT_MODEL: 'stub',
    };
  },
  scenarios: [...shared(), trust],
  // Without colors, it draws another composer.
  variants: commonVariants.filter((name) => name !== 'no-color'),
  calls: ({ tool, input }: Use): Use => ({ tool: tool.toLowerCase(), input }),
  events: stubEvents,
};
