import { limits } from '../../../core/limits.ts';
import { permit } from '../../../core/permit.ts';
import { filmFile } from '../../../core/recording/filmFile.ts';
import { movieFormatOf, movieFormats } from '../../../core/recording/movieFile.ts';
import type { Progress } from '../../../core/recording/worker.ts';
import { Look } from '../../../core/render/screenshot.ts';
import { z } from '../../../platform/schema.ts';
import type { Call } from '../../../rpc/call.ts';
import { progress as progressEvent } from '../events/progress.ts';
import { method } from '../method.ts';
import { RecordingRef } from '../recordingShapes.ts';

export const film = method({
  name: 'recording.film',
  since: 1,
  summary: 'Make a film of a recording as it is now: a GIF, or with ffmpeg an mp4 or a webm.',
  details:
    'The recording is an asciicast that is in memory or in a file of its own; it may go on, and it is kept. The film shows no picture for longer than a minute and has no secrets that the recording has not. It is drawn beside everything else, two at a time; a cancelled call leaves nothing behind.',
  needs: ['file.write', 'transcript.read', 'screen.read'],
  throws: ['FileRefused', 'Unsupported', 'Busy', 'Cancelled', 'PermissionDenied'],
  params: z.strictObject({
    recording: RecordingRef,
    path: z
      .string()
      .min(1)
      .describe(
        'The file to make, on the machine of the server; it ends in `.gif`, `.mp4` or `.webm`. It appears when it is whole, for its owner only.',
      ),
    format: z
      .enum(movieFormats)
      .optional()
      .describe('What `path` ends in; where both are given they have to agree.'),
    fps: z
      .int()
      .min(1)
      .max(limits.filmFps)
      .default(10)
      .describe('Pictures in a second, at most; of a GIF 50.'),
    font_size: Look.font_size.describe('In pixels; less where the pictures would be too large.'),
    font: Look.font,
    theme: z.enum(['dark', 'light']).default('dark'),
    idle_ms: z.int().min(0).max(limits.timeoutMs).optional().describe('Shorten every pause to this.'),
    progress: z.boolean().default(false).describe('Tell by `recording.progress` how far it is.'),
  }),
  result: z.object({
    path: z.string(),
    frames: z.int().describe('Pictures; those of a GIF stay for as long as nothing changes.'),
    width: z.int().describe('In pixels.'),
    height: z.int(),
    bytes: z.int(),
    duration_ms: z
      .int()
      .describe(
        'How long it takes to be shown: the last picture stays until now, or until the recording ended.',
      ),
    cut: z
      .string()
      .nullable()
      .describe('The limit at which the film ends before the recording does, such as `filmFrames`.'),
  }),
  examples: [
    {
      title: 'an ending that is no film',
      send: { recording: 'r1', path: '/nowhere/one.avi' },
      fault: 'Invalid',
    },
    {
      title: 'an ending that is another format',
      send: { recording: 'r1', path: '/nowhere/one.mp4', format: 'gif' },
      fault: 'Invalid',
    },
    { title: 'no such recording', send: { recording: 'r99', path: '/nowhere/one.gif' }, fault: 'Invalid' },
  ],
  handle: async (call, { recording: id, path, fps, theme, font, ...how }) => {
    const { world, cancellation } = call;
    const format = movieFormatOf(path, how.format);
    const recording = world.recordings.get(id);
    if (recording.raw) permit('raw.write', world);
    const looks = { fps, theme, font, fontSize: how.font_size };
    const progress = how.progress ? teller(call, id, path) : undefined;
    const film = { path, looks, format, idleMs: how.idle_ms, cancellation, progress };
    const { ms, ...made } = await filmFile(world.films, recording, film);
    return { path, duration_ms: Math.round(ms), ...made };
  },
});

type Asked = Pick<Call<{ readonly clock: { now(): number } }>, 'caller' | 'world'>;

/** What a slow client has not taken yet is enough. */
function teller({ caller, world: { clock } }: Asked, recording: string, path: string) {
  let told = Number.NEGATIVE_INFINITY;
  return ({ atMs, ofMs, pictures }: Progress): void => {
    if (caller.clogged || clock.now() - told < limits.filmProgressMs) return;
    told = clock.now();
    const at_ms = Math.round(atMs);
    caller.notify(progressEvent.name, { recording, path, at_ms, of_ms: Math.round(ofMs), pictures });
  };
}
