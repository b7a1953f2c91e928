/** The forms in which a session can be recorded. */
import type { Existing } from '../../platform/files.ts';

/** Each with the words that the first line of such a file holds. */
const heads = {
  'asciicast-v2': /^\{.*"version": ?2\b/,
  'asciicast-v3': /^\{.*"version": ?3\b/,
  'actions-json': /^\{.*"recording": ?"actions"/,
  'jsonl-frames': /^\{.*"direction": ?"/,
} as const;

export type RecordingFormat = keyof typeof heads;
export const recordingFormats = Object.keys(heads) as [RecordingFormat, ...RecordingFormat[]];

/** Why nothing may be added to a file: anything else in it would be damaged. */
export function refuseToAdd(format: RecordingFormat, { bytes, head, endsLine }: Existing): string | null {
  if (bytes === 0) return null;
  if (!heads[format].test(head)) return 'not_a_recording';
  return endsLine ? null : 'unfinished_line';
}
