import { readText } from '../../../core/screen/readText.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { areaOf, inSession, Region } from '../shapes.ts';

export const getText = method({
  name: 'Screen.getText',
  summary:
    'Read the text of the screen. Blank rows at its end are left out with the blanks at the end of rows.',
  needs: ['screen.read'],
  params: z.object({
    ...inSession,
    region: Region,
    trimTrailingWhitespace: z
      .boolean()
      .nullish()
      .transform((trim) => trim ?? true),
  }),
  result: z.object({ text: z.string() }),
  handle: ({ world }, { sessionId, region, trimTrailingWhitespace: trim }) => {
    const { screen, redaction } = world.session(sessionId);
    return { text: readText(screen, { redaction, region: areaOf(region), trim }) };
  },
});
