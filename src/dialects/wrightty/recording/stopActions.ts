import { limits } from '../../../core/limits.ts';
import { readDeeds } from '../../../core/recording/readDeeds.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { ours, stopRecording } from '../recordings.ts';
import { callsOf } from '../script.ts';
import { isCall, scriptFormats, scriptOf } from '../scriptText.ts';

const Call = z.object({ time: z.number(), method: z.string(), params: z.record(z.string(), z.unknown()) });

export const stopActions = method({
  name: 'Recording.stopActions',
  summary: 'End a recording of what was done, and hand over the script.',
  details:
    'What this dialect, or the language of the script, has no word for is a comment there; in JSON it is left out. A palette that somebody has set is not recorded.',
  needs: ['transcript.read'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.enum(scriptFormats),
    data: z.union([z.string(), z.array(Call)]),
    actions: z.int().describe('Calls of this dialect, also those that are comments in the script.'),
    duration: z.number().describe('In seconds.'),
  }),
  handle: async ({ world }, { recordingId }) => {
    const format = world.scripts.get(world.core.recordings.get(recordingId, 'recordingId')) ?? 'json';
    const { text, duration } = await stopRecording(world, recordingId, 'actions-json');
    const script = callsOf(readDeeds(text, ours).deeds);
    return { format, data: scriptOf(script, format), actions: script.filter(isCall).length, duration };
  },
});
