import { choosePalette, readPalette } from '../../../core/screen/palette.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';
import { Palette } from './palette.ts';

export const setPalette = method({
  name: 'session.set_palette',
  since: 1,
  summary: 'Say what the colours of a session are, wherever its program does not say it itself.',
  needs: ['input.write'],
  throws: ['SessionUnknown'],
  params: z.strictObject({
    session: SessionRef,
    colors: z
      .record(
        z
          .string()
          .regex(/^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5]|foreground|background|cursor)$/, 'not a colour'),
        z
          .string()
          .regex(/^#[0-9a-f]{6}$/, 'expected #rrggbb')
          .nullable(),
      )
      .describe('By their names in `session.palette`; null takes back what was chosen.'),
  }),
  result: Palette,
  examples: [
    {
      title: 'another red',
      program: 'prints-red',
      send: { colors: { 1: '#ff5555' } },
      reply: { colors: { 1: '#ff5555', 2: '#00cd00' } },
    },
    { title: 'no colour', program: 'prints-red', send: { colors: { 256: '#ff5555' } }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session, colors }) => {
    const { screen, viewers } = world.sessions.get(session);
    const { palette } = screen;
    choosePalette(palette, colors);
    viewers.renew();
    return { colors: readPalette(palette) };
  },
});
