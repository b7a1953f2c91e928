import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { stopRecording } from '../recordings.ts';

export const stopSession = method({
  name: 'Recording.stopSession',
  summary: 'End a recording of a session, and hand it over.',
  needs: ['transcript.read'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.literal('asciicast-v2'),
    data: z.string(),
    duration: z.number().describe('In seconds.'),
    events: z.int(),
  }),
  handle: async ({ world }, { recordingId }) => {
    const { text, duration, events } = await stopRecording(world, recordingId, 'asciicast-v2');
    return { format: 'asciicast-v2' as const, data: text, duration, events };
  },
});
