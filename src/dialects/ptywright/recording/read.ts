import { permit } from '../../../core/permit.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { RecordingInfo, RecordingRef, recordingInfo } from '../recordingShapes.ts';

export const read = method({
  name: 'recording.read',
  since: 1,
  summary: 'Read what a recording has written so far, also while it goes on.',
  details:
    'Secrets were hidden when it was written. One that was started with `redact: false` needs the permission `raw.read`; one that goes on with an older file is not read here, nor is another file that has the name of its own now.',
  needs: ['transcript.read', 'screen.read'],
  throws: ['FileRefused', 'Unsupported', 'PermissionDenied'],
  positional: ['recording'],
  params: z.strictObject({
    recording: RecordingRef,
    offset: z.int().min(0).default(0).describe('The byte to begin at: 0, or a `next` from before.'),
  }),
  result: RecordingInfo.extend({
    text: z.string().describe('Whole lines, a mebibyte at most; empty when there is nothing more yet.'),
    next: z.int().describe('Where to go on.'),
  }),
  examples: [{ title: 'no such recording', send: { recording: 'r99' }, fault: 'Invalid' }],
  handle: ({ world }, { recording: id, offset }) => {
    const recording = world.recordings.get(id);
    if (recording.raw) permit('raw.read', world);
    const part = recording.read(offset);
    return { ...recordingInfo(recording), text: part.toString('utf8'), next: offset + part.length };
  },
});
