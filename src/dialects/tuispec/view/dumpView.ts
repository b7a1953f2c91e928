import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { keep } from './keep.ts';

export const Name = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe(
    'In the path its letters are small, and whatever is no letter or digit becomes a dash; other signs than blanks and `. / _ -` are told apart by a hash behind it.',
  );

/** There is no list of them to hold a name against. */
export const themes = 'A theme with `light` in its name is light, any other is dark.';

export const looks = {
  theme: z.string().optional().describe(themes),
  font: z
    .string()
    .optional()
    .describe('The family of a font of one width; where the server has it not, pictures are drawn in ours.'),
  rows: z
    .int()
    .min(1)
    .max(limits.maxRows)
    .optional()
    .describe('Of a picture, which is cut off or blank below; otherwise those of the terminal.'),
  cols: z
    .int()
    .min(1)
    .max(limits.maxCols)
    .optional()
    .describe('Of a picture, which is cut off or blank at its right; otherwise those of the terminal.'),
};

export const dumpView = method({
  name: 'dumpView',
  since: 1,
  summary: 'Keep the screen in files of the artifact folder, secrets hidden.',
  needs: ['screen.read', 'file.write'],
  throws: ['NoActiveSession', 'FileRefused'],
  params: z.object({ name: Name, format: z.enum(['ansi', 'png', 'both']).default('ansi'), ...looks }),
  result: z.object({
    snapshotPath: z.string(),
    metaPath: z.string(),
    artifactRoot: z.string(),
    pngPath: z.string().optional(),
  }),
  examples: [{ title: 'as text', program: 'prints-ready', send: { name: 'home' }, reply: {} }],
  handle: ({ world }, { name, format, ...how }) => keep(world, name, format !== 'ansi', how),
});
