import { Look, takeScreenshot } from '../../../core/render/screenshot.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';

const look = z.object(Look).parse({});

export const screenshot = method({
  name: 'screenshot',
  since: 1,
  summary: 'Draw the screen as a PNG, secrets hidden.',
  needs: ['screen.read'],
  throws: ['SessionClosed', 'Busy', 'Unsupported', 'Cancelled'],
  params: z.object({
    font: z
      .string()
      .optional()
      .describe('The family of a font of one width; where the server has it not, ours is taken.'),
    font_size: Look.font_size.removeDefault().default(14).describe('In pixels.'),
  }),
  result: z.string().describe('The PNG in base64.'),
  examples: [
    { title: 'larger than can be', program: 'asks-name', send: { font_size: 1000 }, fault: 'Invalid' },
  ],
  handle: async ({ world: { core, session } }, { font, font_size }) => {
    const { screen, redaction } = session;
    return (
      await takeScreenshot(screen, { ...look, font, anyFont: true, font_size, redaction }, core.painter)
    ).data;
  },
});
