import { limits } from '../../../core/limits.ts';
import { recordingFormats } from '../../../core/recording/formats.ts';
import { noRedaction } from '../../../core/redact/policy.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { RecordingPath } from '../recordingShapes.ts';
import { redactionParams, SessionRef } from '../shapes.ts';

const raw = 'With `false`, which needs the permission `raw.write`, secrets are written as they are.';

export const start = method({
  name: 'recording.start',
  since: 1,
  summary: 'Record a session into a file, from what its screen shows now to its exit or to `recording.stop`.',
  details:
    'The asciicasts hold output at the time at which it came, sizes, the exit, and a marker for each call and each transcript marker; they begin with the screen as it is. `actions-json` holds what was done, one call a line, for `ptywright convert` to make a script of: an act stands where it was begun, a wait where it was satisfied. `jsonl-frames` holds the text of the screen, whole once a second and as the rows that changed in between. Secrets are hidden before anything is written, also what is typed at a question for a password; what may be the beginning of one is written once that is decided, with its own time. Each line is handed to the system as soon as it is known, so that a file whose server was killed can be read up to its last whole line. A recording that reaches its bound, or whose disk is full, ends there with a `session.warning`; the session goes on. One in memory whose client has gone gives its place away when there is no other.',
  needs: ['file.write', 'transcript.read', 'screen.read'],
  throws: ['SessionUnknown', 'FileRefused', 'Busy', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    path: RecordingPath.optional().describe(
      'The file to write, on the machine of the server; it is made for its owner only. Without one it is kept in memory, up to 4 MiB, and `recording.stop` tells it.',
    ),
    format: z.enum(recordingFormats).default('asciicast-v2'),
    input: z.boolean().default(false).describe('Keep in an asciicast what is typed, too.'),
    max_bytes: z
      .int()
      .min(1)
      .max(limits.recordingBytes)
      .default(limits.defaultRecordingBytes)
      .describe('Where the recording ends at the latest.'),
    append: z
      .boolean()
      .default(false)
      .describe(
        'Go on with a recording of the same format that is there, instead of refusing; not with asciicast-v2.',
      ),
    interval_ms: z
      .int()
      .min(1)
      .max(limits.timeoutMs)
      .default(limits.recordingFrameMs)
      .describe('Between two frames of `jsonl-frames`.'),
    redact: redactionParams.redact.describe(raw),
    redaction: redactionParams.redaction,
  }),
  result: z.object({ recording: z.string() }),
  examples: [
    { title: 'kept in memory', program: 'prints-ready', send: {}, reply: { recording: 'r1' } },
    {
      title: 'a file in a directory that is not there',
      program: 'prints-ready',
      send: { path: '/nowhere/one.cast' },
      fault: 'FileRefused',
    },
    {
      title: 'a form that is none',
      program: 'prints-ready',
      send: { path: '/nowhere/one.gif', format: 'gif' },
      fault: 'Invalid',
    },
  ],
  handle: (
    { world, caller },
    { session: wanted, path, format, input, append, redact, redaction, ...rest },
  ) => {
    const session = world.sessions.get(wanted);
    const hides = redact ? world.readRedaction(session, { redact, redaction }) : noRedaction;
    const request = { path: path ?? null, format, input, append, redaction: hides };
    const bounds = { maxBytes: rest.max_bytes, intervalMs: rest.interval_ms };
    return { recording: world.recordings.start(session, { ...request, ...bounds }, caller).id };
  },
});
