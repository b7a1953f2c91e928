import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { startRecording } from '../recordings.ts';
import { scriptFormats } from '../scriptText.ts';
import { inSession } from '../shapes.ts';

export const startActions = method({
  name: 'Recording.startActions',
  summary: 'Record what is done to a session, by whomever, to make a script of it.',
  needs: ['transcript.read'],
  throws: ['Busy'],
  params: z.object({
    ...inSession,
    format: z
      .enum(scriptFormats)
      .nullish()
      .transform((format) => format ?? 'python'),
  }),
  result: z.object({ recordingId: z.string() }),
  handle: (call, { sessionId, format }) => {
    const { world } = call;
    const recording = startRecording(call, world.session(sessionId), 'actions-json', false);
    world.scripts.set(recording, format);
    return { recordingId: recording.id };
  },
});
