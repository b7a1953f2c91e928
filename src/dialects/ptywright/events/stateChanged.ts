import { State } from '../../../core/adapter/state.ts';
import { z } from '../../../platform/schema.ts';
import { event } from '../../../rpc/event.ts';

export const stateChanged = event({
  name: 'adapter.state_changed',
  since: 1,
  summary:
    'The plugin says something new of the state of its program. What changes while the plugin is asked is told once.',
  params: z.object({ adapter: z.string(), session: z.string(), sequence: z.int(), state: State }),
  example: {
    adapter: 'e1',
    session: 's1',
    sequence: 3,
    state: {
      state: 'ready',
      confidence: 1,
      evidence: 'echo plugin',
      sequence: 3,
      last_intent: null,
      metadata: {},
      candidates: [],
      events: [],
    },
  },
});
