/** What is told about a recording. */

import { limits } from '../../core/limits.ts';
import { recordingFormats } from '../../core/recording/formats.ts';
import type { Recording } from '../../core/recording/recording.ts';
import { z } from '../../platform/schema.ts';

export const RecordingRef = z.string().min(1).max(limits.nameChars).describe('The id of a recording.');

export const RecordingPath = z
  .string()
  .min(1)
  .describe('The file to write, on the machine of the server; it is made for its owner only.');

export const RecordingInfo = z
  .object({
    recording: z.string(),
    session: z.string(),
    path: z.string().nullable().describe('`null` for one that is kept in memory.'),
    format: z.enum(recordingFormats),
    bytes: z.int().describe('Written so far, by this recording.'),
    events: z.int().describe('Lines written so far, the first one counted where it is a header.'),
    duration_ms: z.number(),
    ended: z
      .string()
      .nullable()
      .describe(
        '`null` while it goes on; `exited`, `stopped`, `full`, or why the file ended, such as `ENOSPC`.',
      ),
  })
  .meta({ id: 'RecordingInfo' });

export const recordingInfo = (recording: Recording): z.input<typeof RecordingInfo> => ({
  recording: recording.id,
  session: recording.session.id,
  path: recording.path === null ? null : recording.session.redaction.text(recording.path),
  format: recording.format,
  bytes: recording.bytes,
  events: recording.events,
  duration_ms: Math.round(recording.durationMs),
  ended: recording.ended,
});
