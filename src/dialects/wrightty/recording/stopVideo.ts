import { limits } from '../../../core/limits.ts';
import { movieFile, movieFormats } from '../../../core/recording/movieFile.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { endRecording, ours } from '../recordings.ts';

const fontSize = 15;

export const stopVideo = method({
  name: 'Recording.stopVideo',
  summary: 'End a film, draw it, and tell where its file is.',
  details:
    'The file stands in a folder that only the user of the server can enter. It is the client that removes it. A film that could not be drawn is kept, and can be asked for again.',
  needs: ['screen.read', 'file.write'],
  throws: ['Busy', 'Unsupported'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.enum(movieFormats),
    path: z.string(),
    duration: z
      .number()
      .describe(
        'In seconds: of the film, from its start to its end, in which no picture stays for longer than a minute.',
      ),
    frames: z.int().describe('Pictures; those of a gif stay for as long as nothing changes.'),
    width: z.int(),
    height: z.int(),
    size: z.int().describe('In bytes.'),
    ended: z
      .string()
      .nullable()
      .describe(
        'Why the film ended before it was stopped: `full`, `exited`, or the limit that it has reached, such as `filmFrames`.',
      ),
  }),
  handle: async ({ world, cancellation }, { recordingId }) => {
    const { fps, format } = world.filmOf(recordingId);
    const { films, recordings } = world.core;
    const recording = recordings.get(recordingId, 'recordingId');
    return world.drawing(recording, async () => {
      const { text, ended, duration } = await endRecording(recording);
      const looks = { fps, fontSize, theme: 'dark' } as const;
      const film = {
        ...ours,
        text,
        endMs: duration * 1000,
        looks,
        hides: recording.hides,
        format,
        cancellation,
      };
      const { bytes, cut, ms, ...made } = await movieFile(films, film, `wrightty-${recordingId}`);
      await recordings.stop(recording);
      return { format, duration: Math.round(ms) / 1000, size: bytes, ended: cut ?? ended, ...made };
    });
  },
});
