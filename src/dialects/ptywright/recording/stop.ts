import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { RecordingInfo, RecordingRef, recordingInfo } from '../recordingShapes.ts';

export const stop = method({
  name: 'recording.stop',
  since: 1,
  summary:
    'End a recording, or ask about one that has ended; one in memory is forgotten with that. The answer comes when the file is whole.',
  needs: ['file.write'],
  throws: [],
  positional: ['recording'],
  params: z.strictObject({ recording: RecordingRef }),
  result: RecordingInfo.extend({
    text: z.string().optional().describe('What was recorded, if it was kept in memory.'),
  }),
  examples: [{ title: 'no such recording', send: { recording: 'r99' }, fault: 'Invalid' }],
  handle: async ({ world }, { recording: id }) => {
    const recording = world.recordings.get(id);
    await world.recordings.stop(recording);
    return { ...recordingInfo(recording), ...(recording.path === null && { text: recording.text }) };
  },
});
