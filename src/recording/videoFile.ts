/** Renders recordings as video files, as a temporary file or at a given path. */
import { extname } from 'node:path';
import { fault, raise } from '#faults.ts';
import { nextTurn } from '#platform/eventLoop.ts';
import { ffmpegMissing, hasFfmpeg } from '#platform/ffmpeg.ts';
import { formatSystemError } from '#platform/systemErrors.ts';
import {
  createTemporaryPath,
  fileSize,
  removeParentFolder,
  writeAtomically,
} from '#platform/temporaryFile.ts';
import { findFont } from '#rendering/fontMetrics.ts';
import type { Recording } from './recording.ts';
import type { VideoJob, VideoRenderer } from './videoRenderer.ts';
import type { Video } from './videoWorker.ts';

export const videoFormats = ['mp4', 'webm', 'gif'] as const;
export type VideoFormat = (typeof videoFormats)[number];

interface TemporaryVideo extends Video {
  /** The reader must remove the file. */
  readonly path: string;
  readonly bytes: number;
}

const videoExtensions = videoFormats.map((format) => `.${format}`);

/** The format of a file name's extension, as in `ptywright convert`. Raises Invalid, also if `given` differs. */
export function videoFormatOf(path: string, given?: VideoFormat): VideoFormat {
  const ending = extname(path).toLowerCase();
  const said = videoFormats.find((format) => `.${format}` === ending);
  if (said !== undefined && (given ?? said) === said) return said;
  const reason =
    said === undefined
      ? `the file extension of a video must be one of ${videoExtensions.join(', ')}`
      : `${ending} does not match the format ${given}; the extensions of videos are ${videoExtensions.join(', ')}`;
  return raise(fault.Invalid({ path: 'path', reason, got: path }, `path: ${reason}`));
}

/** Checks for the encoder before work starts. Raises Unsupported. */
export function requireVideoEncoder(format: VideoFormat): void {
  if (format !== 'gif' && !hasFfmpeg()) raise(fault.Unsupported({ reason: ffmpegMissing }, ffmpegMissing));
}

/** `name` is the file name without extension. Raises Busy, Cancelled and Unsupported. */
export async function writeTemporaryVideo(
  films: VideoRenderer,
  film: VideoJob,
  name: string,
): Promise<TemporaryVideo> {
  const path = await createTemporaryPath(`${name}.${film.format}`);
  try {
    const video = await films.render(film, path);
    return { ...video, path, bytes: await fileSize(path) };
  } catch (problem) {
    await removeParentFolder(path);
    throw problem;
  }
}

type RecordingVideoRequest = Omit<VideoJob, 'text' | 'endMs' | 'torn' | 'refuse'> & {
  readonly path: string;
};

interface VideoFile extends Video {
  readonly bytes: number;
}

/**
 * Renders a recording in its current state. The file is written atomically. Raises Invalid, FileRefused, Unsupported,
 * Busy and Cancelled.
 */
export async function writeRecordingVideo(
  films: VideoRenderer,
  recording: Recording,
  { path, ...how }: RecordingVideoRequest,
): Promise<VideoFile> {
  if (!recording.format.startsWith('asciicast'))
    raise(invalidRecording('a video needs an asciicast; this format has no timed output', recording.format));
  requireVideoEncoder(how.format);
  await findFont(how.style.font, false);
  const refuse = (line: number, reason: string): never => raise(invalidRecording(`line ${line}: ${reason}`));
  const { hides, durationMs } = recording;
  const film = { ...how, hides, endMs: durationMs, text: await readParts(recording), torn: false, refuse };
  const make = async (made: string) => ({ ...(await films.render(film, made)), bytes: await fileSize(made) });
  try {
    return await writeAtomically(path, false, make);
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException;
    if (code === undefined) throw problem;
    return raise(
      fault.FileRefused(
        { path: 'path', file: path, reason: code },
        formatSystemError('film', `The file ${path}`, code),
      ),
    );
  }
}

const invalidRecording = (reason: string, got?: string) =>
  fault.Invalid({ path: 'recording', reason, ...(got !== undefined && { got }) });

/** Reads the recording up to its current end. Yields to other work between parts. */
async function readParts(recording: Recording): Promise<readonly Uint8Array[]> {
  const parts: Uint8Array[] = [];
  const end = recording.bytes;
  await recording.whenReadable();
  for (let at = 0; at < end; ) {
    const part = recording.read(at).subarray(0, end - at);
    if (part.length === 0) break;
    parts.push(part);
    at += part.length;
    await nextTurn();
  }
  return parts;
}
