/**
 * Methods that record sessions, inputs and videos. Recordings stay in memory, and are returned when they are stopped.
 */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { readActionsRecording } from '#recording/actionsRecording.ts';
import type { Recording, RecordingEndReason } from '#recording/recording.ts';
import { requireVideoEncoder, videoFormats, writeTemporaryVideo } from '#recording/videoFile.ts';
import type { Call } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { createError } from './errors.ts';
import { method, sessionParams, withDefault } from './method.ts';
import { renderPicture } from './screen.ts';
import { formatScript, isCall, scriptFormats, toScript } from './script.ts';
import type { WrighttyServerContext } from './serverContext.ts';

interface StoppedRecording {
  readonly text: string;
  /** In seconds. */
  readonly duration: number;
  /** Number of lines after the header. */
  readonly events: number;
  /** Why the recording ended early; null if it was stopped by request. */
  readonly ended: RecordingEndReason | null;
}

type RecordingKind = 'asciicast-v2' | 'actions-json';

function startRecording(
  { world, caller }: Call<WrighttyServerContext>,
  session: Session,
  format: RecordingKind,
  input: boolean,
): Recording {
  const bounds = { maxBytes: limits.recordingTextBytes, intervalMs: limits.recordingFrameMs };
  const { redaction } = session;
  const request = { path: null, format, input, append: false, redaction, ...bounds };
  return world.core.recordings.start(session, request, caller);
}

/** Options to read our own recordings, which are always valid. */
const readOptions = {
  torn: false,
  refuse: (line: number, why: string): never => {
    throw new Error(`line ${line} of the recording is invalid: ${why}`);
  },
};

/**
 * Raises Invalid for a recording of another kind. A video is kept as an asciicast until it is stopped, but cannot be
 * stopped as one.
 */
async function stopRecording(
  { core: { recordings }, videos }: WrighttyServerContext,
  id: string,
  format: RecordingKind,
): Promise<StoppedRecording> {
  const recording = recordings.get(id, 'recordingId');
  if (recording.format !== format || recording.path !== null || videos.has(recording))
    raise(
      fault.Invalid({
        path: 'recordingId',
        reason: 'the recording has another kind; stop it with its own method',
      }),
    );
  const stopped = await endRecording(recording);
  await recordings.stop(recording);
  return format === 'asciicast-v2' ? removeMarkers(stopped) : stopped;
}

/** Removes our markers of calls: the protocol document has only output and input. */
function removeMarkers(stopped: StoppedRecording): StoppedRecording {
  const lines = stopped.text.split('\n');
  const kept = lines.filter((line) => !/^\[[\d.e-]+, ?"m"/.test(line));
  return { ...stopped, text: kept.join('\n'), events: stopped.events - (lines.length - kept.length) };
}

/** Stops a recording without removing it from the registry. */
async function endRecording(recording: Recording): Promise<StoppedRecording> {
  const { ended } = recording;
  await recording.stop();
  return {
    text: recording.text,
    duration: Math.round(recording.durationMs) / 1000,
    events: recording.events - 1,
    ended: ended === 'stopped' ? null : ended,
  };
}

export const recordingStartSession = method({
  name: 'Recording.startSession',
  summary: 'Start recording output, and input if requested, from the current screen.',
  details: 'The recording ends at its size limit and with the program. It is kept until it is stopped.',
  needs: ['transcript.read'],
  throws: ['Busy'],
  params: z.object({ ...sessionParams, includeInput: z.boolean().nullish() }),
  result: z.object({ recordingId: z.string() }),
  examples: [{ title: 'output only', send: { includeInput: false }, reply: { recordingId: 'r1' } }],
  handle: (call, { sessionId, includeInput }) => ({
    recordingId: startRecording(call, call.world.session(sessionId), 'asciicast-v2', includeInput ?? false)
      .id,
  }),
});

export const recordingStopSession = method({
  name: 'Recording.stopSession',
  summary: 'Stop a recording of a session, and return it.',
  needs: ['transcript.read'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.literal('asciicast-v2'),
    data: z.string(),
    duration: z.number().describe('In seconds.'),
    events: z.int(),
  }),
  handle: async ({ world }, { recordingId }) => {
    const { text, duration, events } = await stopRecording(world, recordingId, 'asciicast-v2');
    return { format: 'asciicast-v2' as const, data: text, duration, events };
  },
});

export const recordingStartActions = method({
  name: 'Recording.startActions',
  summary: 'Start recording the actions of all clients on a session, to generate a script.',
  needs: ['transcript.read'],
  throws: ['Busy'],
  params: z.object({
    ...sessionParams,
    format: withDefault(z.enum(scriptFormats), 'python'),
  }),
  result: z.object({ recordingId: z.string() }),
  examples: [{ title: 'as JSON', send: { format: 'json' }, reply: { recordingId: 'r1' } }],
  handle: (call, { sessionId, format }) => {
    const { world } = call;
    const recording = startRecording(call, world.session(sessionId), 'actions-json', false);
    world.scripts.set(recording, format);
    return { recordingId: recording.id };
  },
});

const ScriptCallSchema = z.object({
  time: z.number(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
});

export const recordingStopActions = method({
  name: 'Recording.stopActions',
  summary: 'Stop recording actions, and return the script.',
  details:
    'Actions that this dialect or the script language cannot express become comments in the script; in JSON they are omitted. Palette changes are not recorded.',
  needs: ['transcript.read'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.enum(scriptFormats),
    data: z.union([z.string(), z.array(ScriptCallSchema)]),
    actions: z
      .int()
      .describe('Number of calls of this dialect, including those that are comments in the script.'),
    duration: z.number().describe('In seconds.'),
  }),
  handle: async ({ world }, { recordingId }) => {
    const format = world.scripts.get(world.core.recordings.get(recordingId, 'recordingId')) ?? 'json';
    const { text, duration } = await stopRecording(world, recordingId, 'actions-json');
    const script = toScript(readActionsRecording(text, readOptions).operations);
    return { format, data: formatScript(script, format), actions: script.filter(isCall).length, duration };
  },
});

const CaptureFormat = z.enum(['svg', 'text', 'png']);

export const recordingCaptureScreen = method({
  name: 'Recording.captureScreen',
  summary: 'Render a picture of the screen, with a number and the time.',
  needs: ['screen.read'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({
    ...sessionParams,
    format: withDefault(CaptureFormat, 'svg'),
  }),
  result: z.object({
    frameId: z.int().describe('The number of the frame on this listener, from 0.'),
    timestamp: z.number(),
    format: CaptureFormat,
    data: z.string(),
  }),
  examples: [{ title: 'as SVG', send: { format: 'svg' }, reply: { frameId: 0, format: 'svg' } }],
  handle: async ({ world }, { sessionId, format }) => {
    const frame = { frameId: world.nextFrameId(), timestamp: world.core.clock.wall() };
    const session = world.session(sessionId);
    const redaction = alsoHideUnfinished(session.screen, session.redaction);
    const { data } = await renderPicture(world, session, { format, redaction });
    return { ...frame, format, data };
  },
});

export const recordingStartVideo = method({
  name: 'Recording.startVideo',
  summary:
    'Start filming a session: its screen is recorded from now on, and rendered when the film is stopped.',
  details:
    'An mp4 or webm requires ffmpeg on the machine of the server; a gif does not. The film ends at its limit and with the program; the reply of the stop call says so.',
  needs: ['screen.read', 'file.write'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({
    ...sessionParams,
    fps: withDefault(z.int().min(1).max(limits.filmFps), 30),
    format: withDefault(z.enum(videoFormats), 'mp4'),
  }),
  result: z.object({ recordingId: z.string() }),
  handle: (call, { sessionId, fps, format }) => {
    const { world } = call;
    const session = world.session(sessionId);
    requireVideoEncoder(format);
    const recording = startRecording(call, session, 'asciicast-v2', false);
    world.videos.set(recording, { fps, format });
    return { recordingId: recording.id };
  },
});

const videoFontSize = 15;

export const recordingStopVideo = method({
  name: 'Recording.stopVideo',
  summary: 'Stop a film, render it, and return the path of its file.',
  details:
    'The file is in a folder that only the user of the server can enter. The client must delete it. If the rendering fails, the film is kept and can be requested again.',
  needs: ['screen.read', 'file.write'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.enum(videoFormats),
    path: z.string(),
    duration: z
      .number()
      .describe(
        'Length of the film in seconds, from its start to its end. No picture is shown for longer than a minute.',
      ),
    frames: z.int().describe('Number of pictures. A picture of a gif stays until the screen changes.'),
    width: z.int(),
    height: z.int(),
    size: z.int().describe('In bytes.'),
    ended: z
      .string()
      .nullable()
      .describe(
        'Why the film ended before it was stopped: `full`, `exited`, or the limit that it reached, such as `filmFrames`.',
      ),
  }),
  handle: async ({ world, signal }, { recordingId }) => {
    const { fps, format } = world.getVideoOptions(recordingId);
    const { videoRenderer, recordings } = world.core;
    const recording = recordings.get(recordingId, 'recordingId');
    return world.rendering(recording, async () => {
      const { text, ended, duration } = await endRecording(recording);
      const style = { fps, fontSize: videoFontSize, theme: 'dark' } as const;
      const film = {
        ...readOptions,
        text,
        endMs: duration * 1000,
        style,
        hides: recording.hides,
        format,
        signal,
      };
      const { bytes, cut, ms, ...made } = await writeTemporaryVideo(
        videoRenderer,
        film,
        `wrightty-${recordingId}`,
      );
      await recordings.stop(recording);
      return { format, duration: Math.round(ms) / 1000, size: bytes, ended: cut ?? ended, ...made };
    });
  },
});

/** Videos as the released server makes them: an asciicast that is returned when the video is stopped. */
const recordingStartVideoShipped = method({
  name: 'Recording.startVideo',
  summary: 'Start recording a session as an asciicast.',
  details: 'All output is recorded when it arrives; `intervalMs` is accepted and ignored.',
  needs: ['screen.read'],
  throws: ['Busy'],
  params: z.object({ ...sessionParams, intervalMs: z.int().min(0).max(limits.timeoutMs).nullish() }),
  result: z.object({ recordingId: z.string() }),
  handle: (call, { sessionId }) => {
    const { id } = startRecording(call, call.world.session(sessionId), 'asciicast-v2', false);
    return { recordingId: id.replace(/^r/, 'vid-') };
  },
});

const recordingStopVideoShipped = method({
  name: 'Recording.stopVideo',
  summary: 'Stop a video and return its asciicast.',
  needs: ['screen.read'],
  throws: ['VideoUnknown'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({ data: z.string(), format: z.literal('asciicast'), frameCount: z.int() }),
  handle: async ({ world }, { recordingId }) => {
    const id = recordingId.replace(/^vid-/, 'r');
    if (id === recordingId || !world.core.recordings.all().some((one) => one.id === id))
      throw createError('VideoUnknown');
    const { text, events } = await stopRecording(world, id, 'asciicast-v2');
    return { data: text, format: 'asciicast' as const, frameCount: events };
  },
});

export const shippedMethods = [recordingStartVideoShipped, recordingStopVideoShipped];
