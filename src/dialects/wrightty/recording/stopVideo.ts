import { limits } from '../../../core/limits.ts';
import { movieFile, movieFormats } from '../../../core/recording/movieFile.ts';
import { readCast } from '../../../core/recording/readCast.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { ours, stopRecording } from '../recordings.ts';

const fontSize = 15;

export const stopVideo = method({
  name: 'Recording.stopVideo',
  summary: 'End a film, draw it, and tell where its file is.',
  details:
    'The file stands in a folder that only the user of the server can enter. It is the client that removes it.',
  needs: ['screen.read', 'file.write'],
  throws: ['Unsupported'],
  params: z.object({ recordingId: z.string().max(limits.nameChars) }),
  result: z.object({
    format: z.enum(movieFormats),
    path: z.string(),
    duration: z.number().describe('In seconds.'),
    frames: z.int().describe('Pictures; those of a gif stay for as long as nothing changes.'),
    width: z.int(),
    height: z.int(),
    size: z.int().describe('In bytes.'),
  }),
  handle: async ({ world }, { recordingId }) => {
    const { fps, format } = world.filmOf(recordingId);
    const { text, duration } = await stopRecording(world, recordingId, 'asciicast-v2', 'film');
    const looks = { fps, fontSize, theme: 'dark' } as const;
    const { bytes, ...made } = await movieFile(
      readCast(text, ours),
      format,
      looks,
      `wrightty-${recordingId}`,
    );
    return { format, duration, size: bytes, ...made };
  },
});
