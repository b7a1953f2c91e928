/** Methods that read the state of an adapter and the screen of its program. */

import { State } from '#adapters/classifier.ts';
import { splitRows } from '#adapters/screen/screenText.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { redactScreen } from '#terminal/screenRedaction.ts';
import { LastEventSeq, StateReply } from './adapterSchemas.ts';
import { AdapterRef, method, redactionParams } from './method.ts';
import { sessionSnapshot as ofSession } from './screen.ts';

export const adapterState = method({
  name: 'adapter.state',
  summary: 'Return the current state of the program, as the plugin classifies it.',
  details:
    'Returns also while a turn is pending. If the plugin fails, the state is `plugin_error`, and the next call starts a new instance of the plugin.',
  needs: ['screen.read'],
  positional: ['adapter'],
  params: z.strictObject({ adapter: AdapterRef, last_event_seq: LastEventSeq }),
  result: StateReply,
  examples: [
    {
      title: 'an echo adapter',
      plugin: 'echo',
      send: {},
      reply: { state: { state: 'ready', last_intent: null } },
    },
    { title: 'an unknown adapter', send: { adapter: 'e99' }, fault: 'AdapterUnknown' },
  ],
  handle: async ({ world }, { adapter, last_event_seq }) => {
    const requested = world.adapters.get(adapter).classifier.classify({ lastEventSeq: last_event_seq });
    return { state: (await requested).state };
  },
});

export const adapterInspect = method({
  name: 'adapter.inspect',
  summary: 'Return the state and the screen text that it was classified from, split into body and status.',
  details:
    'The status is the last rows: three, unless the manifest sets another number. A screen of six rows or fewer is all body. If the plugin does not have the permission `transcript.read`, `transcript_tail` is empty.',
  needs: ['screen.read'],
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
      title: 'an echo adapter',
      plugin: 'echo',
      send: {},
      reply: { adapter: 'e1', plugin: 'echo', state: { state: 'ready' }, body_text: '', status_text: '' },
    },
  ],
  handle: async ({ world }, { adapter, ...how }) => {
    const { id, plugin, session, classifier } = world.adapters.get(adapter);
    const redaction = world.redactionForRead(session, how);
    // Reads the texts in the same turn in which the plugin gets the screen, so that both match.
    const requested = classifier.classify();
    const { texts, text } = redactScreen(session.screen, redaction);
    const { sequence } = session.screen;
    const { cursor } = session.transcript;
    const { body, status } = splitRows(texts, plugin.manifest.status_rows);
    const tail = session.transcript.read(redaction, Math.max(0, cursor - limits.inspectTailChars)).text;
    const { state } = await requested;
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

const TracedRule = z.object({
  rule: z.string().describe('The name of the rule.'),
  matched: z.boolean(),
  rows: z.array(z.int()).describe('The rows of the screen that the rule is about, from 0.'),
  why: z.string().optional(),
});

export const adapterExplain = method({
  name: 'adapter.explain',
  summary: 'Return the state, each rule that the plugin tried to find it, and where an intent waits.',
  needs: ['screen.read'],
  positional: ['adapter'],
  params: z.strictObject({ adapter: AdapterRef }),
  result: z.object({
    state: State,
    rules: z.array(TracedRule).describe('In the order in which the plugin tried them.'),
    intent: z
      .object({
        intent: z.string(),
        step: z.int().describe('Counts from 0.'),
        line: z.string().optional().describe('The line of the plugin, such as `main.lua:12`.'),
        why: z.string().optional().describe('What the step waits for.'),
      })
      .optional()
      .describe('The intent that runs now, and where it waits.'),
  }),
  examples: [
    {
      title: 'a plugin without rules',
      plugin: 'echo',
      send: {},
      reply: { state: { state: 'ready' }, rules: [] },
    },
  ],
  handle: async ({ world }, { adapter }) => {
    const { classifier, progress } = world.adapters.get(adapter);
    const { state, rules } = await classifier.classify({ trace: true });
    const traced = rules.map(({ rows, ...rest }) => ({ ...rest, rows: [...rows] }));
    return { state, rules: traced, ...(progress && { intent: world.redaction.value(progress) }) };
  },
});

export const adapterSnapshot = method({
  name: 'adapter.snapshot',
  summary: "Return a snapshot of the program's screen, as `session.snapshot` does.",
  needs: ofSession.needs,
  params: ofSession.params.omit({ session: true }).extend({ adapter: AdapterRef }),
  result: ofSession.result,
  examples: [
    {
      title: 'an empty screen',
      plugin: 'echo',
      send: {},
      reply: { size: { rows: 40, cols: 120 }, plain_text: '' },
    },
  ],
  handle: (call, { adapter, ...how }) =>
    ofSession.handle(call, { ...how, session: call.world.adapters.get(adapter).session.id }),
});
