/** Methods that record sessions and make videos of recordings. */
import { limits } from '#limits.ts';
import { requireRawPermission } from '#permissionCheck.ts';
import { z } from '#platform/schema.ts';
import type { Recording } from '#recording/recording.ts';
import { recordingFormats } from '#recording/recordingFile.ts';
import { videoFormatOf, videoFormats, writeRecordingVideo } from '#recording/videoFile.ts';
import type { VideoProgress } from '#recording/videoWorker.ts';
import { noRedaction } from '#redaction/policy.ts';
import { screenshotFields } from '#rendering/screenshot.ts';
import type { Call } from '#rpc/method.ts';
import { recordingProgress as progressEvent } from './events.ts';
import { DurationMs, method, Name, redactionParams, SessionRef } from './method.ts';

const RecordingRef = Name.describe('The id of a recording.');

const RecordingPath = z
  .string()
  .min(1)
  .describe('The file to write, on the machine of the server. Only its owner can read it.');

export const RecordingInfo = z
  .object({
    recording: z.string(),
    session: z.string(),
    path: z.string().nullable().describe('`null` if the recording is kept in memory.'),
    format: z.enum(recordingFormats),
    bytes: z.int().describe('Bytes that this recording has written so far.'),
    events: z.int().describe('Lines written so far, including a header.'),
    duration_ms: z.number(),
    ended: z
      .string()
      .nullable()
      .describe(
        '`null` while it continues; otherwise `exited`, `stopped`, `full`, `lost` with its host, or the error that ended the file, such as `ENOSPC`.',
      ),
  })
  .meta({ id: 'RecordingInfo' });

export const toRecordingInfo = (recording: Recording): z.input<typeof RecordingInfo> => ({
  recording: recording.id,
  session: recording.session.id,
  path: recording.path === null ? null : recording.session.redaction.text(recording.path),
  format: recording.format,
  bytes: recording.bytes,
  events: recording.events,
  duration_ms: Math.round(recording.durationMs),
  ended: recording.ended,
});

const rawDescription = '`false` writes secrets unredacted. It requires the permission `raw.write`.';

export const recordingStart = method({
  name: 'recording.start',
  summary: 'Start recording a session, from the current screen until its exit or `recording.stop`.',
  details:
    'The asciicasts contain output with its time, sizes, the exit, and a marker for each call and each transcript marker; they start with the current screen. `actions-json` contains the calls, one per line, from which `ptywright convert` makes a script: an action is placed where it started, a wait where it matched. `jsonl-frames` contains the text of the screen: all of it once per second, and the changed rows in between. Secrets are redacted before anything is written, including input at a password prompt. Text that may be the start of a secret is written with its original time when that is decided. Each line is passed to the system at once, so the file of a killed server can be read up to its last complete line. A recording that reaches `max_bytes` or fills the disk ends with a `session.warning`; the session continues. If all places are taken, a new recording replaces one in memory whose client has disconnected.',
  needs: ['file.write', 'transcript.read', 'screen.read'],
  throws: ['FileRefused', 'Busy', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    path: RecordingPath.optional().describe(
      'The file to write, on the machine of the server. Only its owner can read it. Without a path, the recording is kept in memory, up to 4 MiB, and `recording.stop` returns it.',
    ),
    format: z.enum(recordingFormats).default('asciicast-v2'),
    input: z.boolean().default(false).describe('Record input in an asciicast too.'),
    max_bytes: z
      .int()
      .min(1)
      .max(limits.recordingBytes)
      .default(limits.defaultRecordingBytes)
      .describe('The size at which the recording ends.'),
    append: z
      .boolean()
      .default(false)
      .describe(
        'Append to an existing recording of the same format. Without this, an existing file is refused. Not supported for asciicast-v2.',
      ),
    interval_ms: z
      .int()
      .min(1)
      .max(limits.timeoutMs)
      .default(limits.recordingFrameMs)
      .describe('Time between two frames of `jsonl-frames`, in milliseconds.'),
    redact: redactionParams.redact.describe(rawDescription),
    redaction: redactionParams.redaction,
  }),
  result: z.object({ recording: z.string() }),
  examples: [
    { title: 'kept in memory', program: 'prints-ready', send: {}, reply: { recording: 'r1' } },
    {
      title: 'a file in a missing directory',
      program: 'prints-ready',
      send: { path: '/nowhere/one.cast' },
      fault: 'FileRefused',
    },
    {
      title: 'an unknown format',
      program: 'prints-ready',
      send: { path: '/nowhere/one.gif', format: 'gif' },
      fault: 'Invalid',
    },
  ],
  handle: ({ world, caller }, { session: ref, path, format, input, append, redact, redaction, ...rest }) => {
    const session = world.sessions.get(ref);
    const hides = redact ? session.redactionForRead({ redact, redaction }, world) : noRedaction;
    const request = { path: path ?? null, format, input, append, redaction: hides };
    const bounds = { maxBytes: rest.max_bytes, intervalMs: rest.interval_ms };
    return { recording: world.recordings.start(session, { ...request, ...bounds }, caller).id };
  },
});

export const recordingMark = method({
  name: 'recording.mark',
  summary:
    'Add a marker to a recording, such as the title of a chapter. A recording that has ended refuses it.',
  needs: ['file.write'],
  params: z.strictObject({ recording: RecordingRef, label: Name }),
  result: z.object({ marked: z.literal(true) }),
  examples: [{ title: 'an unknown recording', send: { recording: 'r99', label: 'here' }, fault: 'Invalid' }],
  handle: ({ world }, { recording, label }) => {
    world.recordings.get(recording).mark(label);
    return { marked: true as const };
  },
});

export const recordingStop = method({
  name: 'recording.stop',
  summary:
    'Stop a recording, or return the result of one that has ended. A recording in memory is removed. The reply is sent when the file is complete.',
  needs: ['file.write'],
  positional: ['recording'],
  params: z.strictObject({ recording: RecordingRef }),
  result: RecordingInfo.extend({
    text: z.string().optional().describe('The recording, if it was kept in memory.'),
  }),
  examples: [{ title: 'an unknown recording', send: { recording: 'r99' }, fault: 'Invalid' }],
  handle: async ({ world }, { recording: id }) => {
    const recording = world.recordings.get(id);
    await world.recordings.stop(recording);
    return { ...toRecordingInfo(recording), ...(recording.path === null && { text: recording.text }) };
  },
});

export const recordingList = method({
  name: 'recording.list',
  summary: 'List the recordings that are running, and the most recent ones that have ended.',
  details:
    'A stopped recording in a file stays in the list and can still be read, until another recording is written to that file. A recording in memory stays until it is stopped. `ended` says why a recording ended.',
  needs: ['screen.read'],
  result: z.object({ recordings: z.array(RecordingInfo) }),
  examples: [{ title: 'none', send: {}, reply: { recordings: [] } }],
  handle: ({ world }) => ({ recordings: world.recordings.all().map(toRecordingInfo) }),
});

export const recordingRead = method({
  name: 'recording.read',
  summary: 'Read what a recording has written so far, also while it runs.',
  details:
    'Recordings are redacted when they are written. One that was started with `redact: false` requires the permission `raw.read`. A recording that was appended to an older file cannot be read here, and neither can a file that replaced the file of the recording.',
  needs: ['transcript.read', 'screen.read'],
  throws: ['FileRefused', 'Unsupported', 'PermissionDenied'],
  positional: ['recording'],
  params: z.strictObject({
    recording: RecordingRef,
    offset: z
      .int()
      .min(0)
      .default(0)
      .describe('The byte at which to start: 0, or `next` of a previous reply.'),
  }),
  result: RecordingInfo.extend({
    text: z.string().describe('Complete lines, at most one MiB; empty if there is nothing new.'),
    next: z.int().describe('The offset for the next call.'),
    lost: z
      .literal(true)
      .optional()
      .describe(
        'At a gateway of a fleet: the host of the recording is lost. The text is what was kept of the recording.',
      ),
    dropped: z
      .literal(true)
      .optional()
      .describe('With `lost`: lines from `offset` on are no longer kept. The text has the lines after them.'),
  }),
  examples: [{ title: 'an unknown recording', send: { recording: 'r99' }, fault: 'Invalid' }],
  handle: ({ world }, { recording: id, offset }) => {
    const recording = world.recordings.get(id);
    if (recording.raw) requireRawPermission('raw.read', world);
    const part = recording.read(offset);
    return { ...toRecordingInfo(recording), text: part.toString('utf8'), next: offset + part.length };
  },
});

export const recordingFilm = method({
  name: 'recording.film',
  summary: 'Render a recording as a film: a GIF, or with ffmpeg an mp4 or webm.',
  details:
    'The recording must be an asciicast, in memory or in a file that it started. It may still be running, and it is kept. The film shows no picture for longer than a minute, and shows no secrets that the recording does not contain. Two films at most are rendered at the same time, in the background. A cancelled call leaves no file.',
  needs: ['file.write', 'transcript.read', 'screen.read'],
  throws: ['FileRefused', 'Unsupported', 'Busy', 'Cancelled', 'PermissionDenied'],
  params: z.strictObject({
    recording: RecordingRef,
    path: z
      .string()
      .min(1)
      .describe(
        'The file to write, on the machine of the server. It ends in `.gif`, `.mp4` or `.webm`. It appears when it is complete, and only its owner can read it.',
      ),
    format: z
      .enum(videoFormats)
      .optional()
      .describe('Must agree with the extension of `path` if both are given.'),
    fps: z
      .int()
      .min(1)
      .max(limits.filmFps)
      .default(10)
      .describe('Maximum number of pictures per second; for a GIF at most 50.'),
    font_size: screenshotFields.font_size.describe('In pixels; reduced if the pictures would be too large.'),
    font: screenshotFields.font,
    theme: z.enum(['dark', 'light']).default('dark'),
    idle_ms: DurationMs.optional().describe('Shorten each pause to this, in milliseconds.'),
    progress: z.boolean().default(false).describe('Send `recording.progress` events.'),
  }),
  result: z.object({
    path: z.string(),
    frames: z.int().describe('Number of pictures. A picture of a GIF stays until the screen changes.'),
    width: z.int().describe('In pixels.'),
    height: z.int(),
    bytes: z.int(),
    duration_ms: z
      .int()
      .describe('The length of the film. The last picture is shown until now, or until the recording ended.'),
    cut: z
      .string()
      .nullable()
      .describe('The limit that ended the film before the end of the recording, such as `filmFrames`.'),
  }),
  examples: [
    {
      title: 'an unsupported file extension',
      send: { recording: 'r1', path: '/nowhere/one.avi' },
      fault: 'Invalid',
    },
    {
      title: 'a file extension that differs from the format',
      send: { recording: 'r1', path: '/nowhere/one.mp4', format: 'gif' },
      fault: 'Invalid',
    },
    { title: 'an unknown recording', send: { recording: 'r99', path: '/nowhere/one.gif' }, fault: 'Invalid' },
  ],
  handle: async (call, { recording: id, path, fps, theme, font, ...how }) => {
    const { world, signal } = call;
    const format = videoFormatOf(path, how.format);
    const recording = world.recordings.get(id);
    if (recording.raw) requireRawPermission('raw.write', world);
    const style = { fps, theme, font, fontSize: how.font_size };
    const progress = how.progress ? createProgressReporter(call, id, path) : undefined;
    const film = { path, style, format, idleMs: how.idle_ms, signal, progress };
    const { ms, ...made } = await writeRecordingVideo(world.videoRenderer, recording, film);
    return { path, duration_ms: Math.round(ms), ...made };
  },
});

type ProgressContext = Pick<Call<{ readonly clock: { now(): number } }>, 'caller' | 'world'>;

/** Skips a report while the client is slow to read, or soon after the last report. */
function createProgressReporter(
  { caller, world: { clock } }: ProgressContext,
  recording: string,
  path: string,
) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return ({ atMs, ofMs, pictures }: VideoProgress): void => {
    if (caller.clogged || clock.now() - reportedAt < limits.filmProgressMs) return;
    reportedAt = clock.now();
    const at_ms = Math.round(atMs);
    caller.notify(progressEvent.name, { recording, path, at_ms, of_ms: Math.round(ofMs), pictures });
  };
}
