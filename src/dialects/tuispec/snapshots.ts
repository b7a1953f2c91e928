/** Methods that save screens to files and compare them. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { compareScreens } from '#rendering/baselines.ts';
import { takeScreenshot } from '#rendering/screenshot.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { createError, raiseMethodFailed } from './errors.ts';
import { method } from './method.ts';
import type { TuispecServerContext } from './serverContext.ts';

async function renderAnsi({ session, core }: TuispecServerContext): Promise<string> {
  const { screen } = session;
  const redaction = alsoHideUnfinished(screen, session.redaction);
  const how = { format: 'ansi', theme: 'dark', font_size: 15, cursor: false, scale: 1, redaction } as const;
  const { data } = await takeScreenshot(screen, how, core.pngRenderer);
  // CR LF as a program writes it: tools of tuispec feed the file to a terminal emulator.
  return data.replaceAll('\n', '\r\n');
}

const SnapshotName = z
  .string()
  .min(1)
  .max(limits.nameChars)
  .describe(
    'In the path, letters become lowercase and other characters except digits become dashes. Names with characters other than letters, digits, blanks and `. / _ -` also get a hash.',
  );

/** Themes are not checked against a list: the protocol document does not list any. */
export const themeDescription = 'A theme with `light` in its name is light; any other is dark.';

const pictureParams = {
  theme: z.string().optional().describe(themeDescription),
  font: z
    .string()
    .optional()
    .describe('A monospace font family. If the server does not have it, the built-in font is used.'),
  rows: z
    .int()
    .min(1)
    .max(limits.maxRows)
    .optional()
    .describe(
      'The rows of the picture, which is cut or padded at the bottom; defaults to the rows of the terminal.',
    ),
  cols: z
    .int()
    .min(1)
    .max(limits.maxCols)
    .optional()
    .describe(
      'The columns of the picture, which is cut or padded at the right; defaults to the columns of the terminal.',
    ),
};

const SavedSnapshot = z.object({
  snapshotPath: z.string(),
  metaPath: z.string(),
  artifactRoot: z.string(),
  pngPath: z.string().optional(),
});

async function saveSnapshot(
  run: TuispecServerContext,
  name: string,
  png: boolean,
  pictureOptions: Partial<z.output<z.ZodObject<typeof pictureParams>>> = {},
): Promise<z.input<typeof SavedSnapshot>> {
  const { session, folder, core } = run;
  await run.settling.settled;
  const { screen } = session;
  const redaction = alsoHideUnfinished(screen, session.redaction);
  const { rows, cols } = screen.size;
  const theme = (pictureOptions.theme ?? run.started.theme).includes('light') ? 'light' : 'dark';
  const canvas = { rows: pictureOptions.rows ?? rows, cols: pictureOptions.cols ?? cols };
  const pngOptions = { format: 'png', theme, font: pictureOptions.font, anyFont: true, canvas } as const;
  const how = { ...pngOptions, font_size: 15, cursor: true, scale: 1, redaction };
  const [ansi, picture] = await Promise.all([
    renderAnsi(run),
    png ? takeScreenshot(screen, how, core.pngRenderer) : undefined,
  ]);
  const snapshotPath = folder.write(run.snapshotPath(name, 'ansi.txt'), ansi);
  const meta = JSON.stringify({ name, rows, cols, theme, version: core.version });
  const metaPath = folder.write(run.snapshotPath(name, 'meta.json'), `${meta}\n`);
  const kept = { snapshotPath, metaPath, artifactRoot: run.artifactRoot };
  if (!picture) return kept;
  const bytes = Buffer.from(picture.data, 'base64');
  return { ...kept, pngPath: folder.write(run.snapshotPath(name, 'png'), bytes) };
}

export const dumpView = method({
  name: 'dumpView',
  summary: 'Save the redacted screen in files of the artifact folder.',
  needs: ['screen.read', 'file.write'],
  throws: ['NoActiveSession', 'FileRefused'],
  params: z.object({
    name: SnapshotName,
    format: z.enum(['ansi', 'png', 'both']).default('ansi'),
    ...pictureParams,
  }),
  result: SavedSnapshot,
  examples: [{ title: 'as text', program: 'prints-ready', send: { name: 'home' }, reply: {} }],
  handle: ({ world }, { name, format, ...how }) => saveSnapshot(world, name, format !== 'ansi', how),
});

export const renderView = method({
  name: 'renderView',
  summary: 'Save the screen as text with styles and as a picture.',
  needs: ['screen.read', 'file.write'],
  throws: ['NoActiveSession', 'FileRefused'],
  params: z.object({ name: SnapshotName, ...pictureParams }),
  result: z.object({
    snapshotPath: z.string(),
    metaPath: z.string(),
    pngPath: z.string(),
    artifactRoot: z.string(),
  }),
  examples: [{ title: 'as a picture', program: 'prints-ready', send: { name: 'home' }, reply: {} }],
  handle: async ({ world }, { name, ...how }) => {
    const { pngPath, ...kept } = await saveSnapshot(world, name, true, how);
    return { ...kept, pngPath: pngPath! };
  },
});

export const diffView = method({
  name: 'diffView',
  summary: 'Compare two saved screens of the artifact folder.',
  needs: ['screen.read'],
  throws: ['NoActiveSession', 'FileRefused', 'MethodFailed'],
  params: z.object({
    leftPath: z.string().min(1),
    rightPath: z.string().min(1),
    mode: z.enum(['text', 'styled']).default('text'),
  }),
  result: z.object({
    changed: z.boolean(),
    changedLines: z.int().describe('Number of lines that differ.'),
    summary: z.string(),
  }),
  examples: [
    {
      title: 'screens that were not saved',
      program: 'prints-ready',
      send: { leftPath: 'a', rightPath: 'b' },
      fault: 'MethodFailed',
    },
  ],
  handle: ({ world }, { leftPath, rightPath, mode }) => {
    const { changes, summary } = compareScreens(
      readSnapshotFile(world, leftPath, 'leftPath'),
      readSnapshotFile(world, rightPath, 'rightPath'),
      mode,
    );
    return { changed: changes.length > 0, changedLines: changes.length, summary };
  },
});

function readSnapshotFile(
  { folder, started }: TuispecServerContext,
  path: string,
  parameter: string,
): string {
  return started && (folder.read(path, parameter) ?? raiseMethodFailed(`${path}: file not found`));
}

export const expectSnapshot = method({
  name: 'expectSnapshot',
  summary: 'Compare the screen with its baseline, including styles.',
  details:
    'With `updateSnapshots`, the screen becomes the baseline. Without a baseline, nothing is compared and `ok` is false. A difference is an error, so that it ends a batch; its `data` contains the same paths.',
  needs: ['screen.read', 'file.write'],
  throws: ['NoActiveSession', 'FileRefused', 'MethodFailed'],
  params: z.object({ name: SnapshotName }),
  result: z.object({
    ok: z.boolean(),
    actualPath: z.string(),
    baselinePath: z.string(),
    baselineExists: z.boolean(),
  }),
  examples: [
    {
      title: 'a missing baseline',
      program: 'prints-ready',
      send: { name: 'home' },
      reply: { ok: false, baselineExists: false },
    },
  ],
  handle: async ({ world }, { name }) => {
    const { folder, started } = world;
    await world.settling.settled;
    const actual = await renderAnsi(world);
    const actualPath = folder.write(world.snapshotPath(name, 'ansi.txt'), actual);
    const names = world.baselinePath(name);
    if (started.update) folder.write(names, actual);
    const baselinePath = folder.pathTo(names);
    const baseline = folder.read(baselinePath);
    if (baseline === undefined) return { ok: false, actualPath, baselinePath, baselineExists: false };
    const { changes, summary } = compareScreens(baseline, actual, 'styled');
    if (changes.length > 0) {
      const paths = { actualPath, baselinePath, baselineExists: true };
      throw createError('MethodFailed', `the screen differs from the baseline ${name}: ${summary}`, paths);
    }
    return { ok: true, actualPath, baselinePath, baselineExists: true };
  },
});
