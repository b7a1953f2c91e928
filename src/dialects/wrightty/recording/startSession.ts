import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { startRecording } from '../recordings.ts';
import { inSession } from '../shapes.ts';

export const startSession = method({
  name: 'Recording.startSession',
  summary: 'Record output, and input where that is asked for, from what the screen shows now.',
  details:
    'It ends by itself at its bound and with the program; what was recorded is kept until it is stopped.',
  needs: ['transcript.read'],
  throws: ['Busy'],
  params: z.object({ ...inSession, includeInput: z.boolean().nullish() }),
  result: z.object({ recordingId: z.string() }),
  handle: (call, { sessionId, includeInput }) => ({
    recordingId: startRecording(call, call.world.session(sessionId), 'asciicast-v2', includeInput ?? false)
      .id,
  }),
});
