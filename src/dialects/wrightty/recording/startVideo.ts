import { limits } from '../../../core/limits.ts';
import { movieFormats, requireMaker } from '../../../core/recording/movieFile.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { startRecording } from '../recordings.ts';
import { inSession } from '../shapes.ts';

export const startVideo = method({
  name: 'Recording.startVideo',
  summary: 'Film a session: what its screen shows from now on, drawn when the film is stopped.',
  details:
    'An mp4 and a webm need ffmpeg on the machine of the server, a gif does not. It ends by itself at its bound and with the program, which is told when it is stopped.',
  needs: ['screen.read', 'file.write'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({
    ...inSession,
    fps: z
      .int()
      .min(1)
      .max(limits.filmFps)
      .nullish()
      .transform((fps) => fps ?? 30),
    format: z
      .enum(movieFormats)
      .nullish()
      .transform((format) => format ?? 'mp4'),
  }),
  result: z.object({ recordingId: z.string() }),
  handle: (call, { sessionId, fps, format }) => {
    const { world } = call;
    const session = world.session(sessionId);
    requireMaker(format);
    const recording = startRecording(call, session, 'asciicast-v2', false);
    world.films.set(recording, { fps, format });
    return { recordingId: recording.id };
  },
});
