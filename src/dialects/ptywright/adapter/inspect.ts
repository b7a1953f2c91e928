import { State } from '../../../core/adapter/state.ts';
import { limits } from '../../../core/limits.ts';
import { splitRows } from '../../../core/plugin/host/split.ts';
import { masked } from '../../../core/screen/masked.ts';
import { z } from '../../../platform/schema.ts';
import { AdapterRef, adapterFaults, byAdapter } from '../adapterShapes.ts';
import { method } from '../method.ts';
import { redactionParams } from '../shapes.ts';

export const inspect = method({
  name: 'adapter.inspect',
  since: 1,
  summary: 'Tell the state and what it was read from, cut into body and status as the plugin is shown it.',
  details:
    'The last rows are the status, three unless the manifest says otherwise; a screen of six rows or less is all body. Without the permission `transcript.read` the plugin has no transcript to show.',
  needs: ['screen.read'],
  grantor: byAdapter,
  throws: adapterFaults,
  params: z.strictObject({ adapter: AdapterRef, ...redactionParams }),
  result: z.object({
    adapter: z.string(),
    plugin: z.string(),
    state: State,
    plain_text: z.string(),
    body_text: z.string(),
    status_text: z.string(),
    transcript_tail: z.string(),
    sequence: z.int(),
  }),
  examples: [
    {
      title: 'an echo',
      plugin: 'echo',
      send: {},
      reply: { adapter: 'e1', plugin: 'echo', state: { state: 'ready' }, body_text: '', status_text: '' },
    },
  ],
  handle: async ({ world }, { adapter: wanted, ...how }) => {
    const { id, plugin, session, classifier } = world.adapters.get(wanted);
    const redaction = world.readRedaction(session, how);
    // All of it is read in the turn in which the plugin is shown the screen.
    const asked = classifier.ask();
    const { texts, text } = masked(session.screen, redaction);
    const { sequence } = session.screen;
    const { cursor } = session.transcript;
    const { body, status } = splitRows(texts, plugin.manifest.status_rows);
    const tail = session.transcript.read(redaction, Math.max(0, cursor - limits.inspectTailChars)).text;
    const { state } = await asked;
    return {
      adapter: id,
      plugin: plugin.name,
      state,
      plain_text: text,
      body_text: body.join('\n'),
      status_text: status.join('\n'),
      transcript_tail: plugin.permissions.has('transcript.read') ? tail : '',
      sequence,
    };
  },
});
