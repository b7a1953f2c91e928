import { limits } from '../../../core/limits.ts';
import { readDeeds } from '../../../core/recording/readDeeds.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { ours, stopRecording } from '../recordings.ts';
import { callsOf, scriptFormats, scriptOf } from '../script.ts';

const Call = z.object({ time: z.number(), method: z.string(), params: z.record(z.string(), z.unknown()) });

export const stopActions = method({
  name: 'Recording.stopActions',
  summary: 'End a recording of what was done, and hand over the script.',
  details: 'A call that this dialect has no word for is left out.',
  needs: ['transcript.read'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.enum(scriptFormats),
    data: z.union([z.string(), z.array(Call)]),
    actions: z.int(),
    duration: z.number().describe('In seconds.'),
  }),
  handle: async ({ world }, { recordingId }) => {
    const format = world.scripts.get(world.core.recordings.get(recordingId, 'recordingId')) ?? 'json';
    const { text, duration } = await stopRecording(world, recordingId, 'actions-json');
    const calls = callsOf(readDeeds(text, ours).deeds);
    return { format, data: scriptOf(calls, format), actions: calls.length, duration };
  },
});
