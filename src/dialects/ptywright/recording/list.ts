import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { RecordingInfo, recordingInfo } from '../recordingShapes.ts';

export const list = method({
  name: 'recording.list',
  since: 1,
  summary: 'All recordings: those that go on, and the last of those that have ended.',
  details:
    'One in a file stays in the list when it is stopped, and can still be read, until another recording goes into that file. One in memory stays until it is stopped. `ended` tells why one has ended.',
  needs: ['screen.read'],
  throws: [],
  params: z.strictObject({}),
  result: z.object({ recordings: z.array(RecordingInfo) }),
  examples: [{ title: 'none', send: {}, reply: { recordings: [] } }],
  handle: ({ world }) => ({ recordings: world.recordings.all().map(recordingInfo) }),
});
