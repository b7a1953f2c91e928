/** What the server says of itself: read off the declarations, so that it cannot be wrong about them. */
import { faultNames } from '../../core/faults.ts';
import { actions } from '../../core/input/index.ts';
import { matchers } from '../../core/matcher/index.ts';
import type { World } from '../../core/world.ts';
import { z } from '../../platform/schema.ts';
import { codes } from './codes.ts';
import { ptywright } from './index.ts';
import { level } from './level.ts';

const Names = z.array(z.string());

export const Capabilities = z
  .object({
    name: z.literal('ptywright'),
    version: z.string(),
    level: z
      .int()
      .describe('The protocol level: it grows when something is added, and nothing is taken back.'),
    framing: z.array(z.enum(['ndjson', 'lsp'])),
    methods: Names,
    notifications: Names,
    matchers: Names,
    actions: Names,
    permissions: Names.describe('What this server grants.'),
    faults: z.record(z.string(), z.int()).describe('The number of each fault.'),
    redaction: z.enum(['default', 'enforced']),
  })
  .meta({ id: 'Capabilities' });

export const capabilitiesOf = (world: World): z.input<typeof Capabilities> => ({
  name: 'ptywright',
  version: world.version,
  level,
  framing: ['ndjson', 'lsp'],
  methods: [...ptywright.methods.keys()],
  notifications: [...ptywright.events.keys()],
  matchers: [...matchers.keys()],
  actions: Object.keys(actions),
  permissions: [...world.grants],
  faults: Object.fromEntries(faultNames.map((name) => [name, codes[name]])),
  redaction: world.redactionEnforced ? 'enforced' : 'default',
});
