import { changedColors, readPalette } from '../../../core/screen/palette.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const Palette = z.object({
  colors: z
    .record(z.string(), z.string())
    .describe('As `#rrggbb`, by index from `0` to `255`, and `foreground`, `background` and `cursor`.'),
});

export const palette = method({
  name: 'session.palette',
  since: 1,
  summary: 'Read what the colours of a session are: as the program, or else a client, has set them.',
  needs: ['screen.read'],
  throws: ['SessionUnknown'],
  positional: ['session'],
  params: z.strictObject({ session: SessionRef }),
  result: Palette.extend({
    changed: z
      .array(z.string())
      .describe('Those that are not as they come: who shows the session in colours of its own shows these.'),
  }),
  examples: [
    {
      title: 'colours that nobody has changed',
      program: 'prints-red',
      send: {},
      reply: { colors: { 1: '#cd0000', foreground: '#e5e5e5' }, changed: [] },
    },
  ],
  handle: ({ world }, { session }) => {
    const { palette } = world.sessions.get(session).screen;
    return { colors: readPalette(palette), changed: changedColors(palette) };
  },
});
