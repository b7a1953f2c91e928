import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { RecordingInfo, recordingInfo } from '../recordingShapes.ts';

export const list = method({
  name: 'recording.list',
  since: 1,
  summary: 'All recordings: those that go on, and those that have ended by themselves and were not stopped.',
  needs: ['screen.read'],
  throws: [],
  params: z.strictObject({}),
  result: z.object({ recordings: z.array(RecordingInfo) }),
  examples: [{ title: 'none', send: {}, reply: { recordings: [] } }],
  handle: ({ world }) => ({ recordings: world.recordings.all().map(recordingInfo) }),
});
