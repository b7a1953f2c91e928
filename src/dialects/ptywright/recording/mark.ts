import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { RecordingRef } from '../recordingShapes.ts';

export const mark = method({
  name: 'recording.mark',
  since: 1,
  summary: 'Put a marker into a recording, such as the name of a chapter. One that has ended takes none.',
  needs: ['file.write'],
  throws: [],
  params: z.strictObject({ recording: RecordingRef, label: z.string().min(1).max(limits.nameChars) }),
  result: z.object({ marked: z.literal(true) }),
  examples: [{ title: 'no such recording', send: { recording: 'r99', label: 'here' }, fault: 'Invalid' }],
  handle: ({ world }, { recording, label }) => {
    world.recordings.get(recording).mark(label);
    return { marked: true as const };
  },
});
