/** Steps that save the screen, or compare it with a baseline. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { Baselines, compareModes } from '#rendering/baselines.ts';
import { defaultScreenshot, takeScreenshot } from '#rendering/screenshot.ts';
import { alsoHideUnfinished } from '#terminal/screenRedaction.ts';
import { defineStep, ScriptStepError, type StepContext } from './step.ts';

const ArtifactName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,99}$/,
    'expected lower-case letters, digits, and . _ - after the first character',
  )
  .describe('Name of a file in the artifact directory.');

const BaselineFields = z.strictObject({
  name: ArtifactName,
  mode: z.enum(compareModes).default('text'),
  update: z.boolean().default(false).describe('Whether to save the screen as the baseline.'),
});

const screenshotFormats = { png: 'png', svg: 'svg', ansi: 'ansi', json: 'json', txt: 'text' } as const;
const screenshotExtensions = Object.keys(screenshotFormats).join(', .');

export const artifactSteps = [
  defineStep({
    name: 'baseline',
    needsArtifacts: true,
    summary: 'Compare the screen with the baseline of this name. With --update, save it as the baseline.',
    shape: z.union([ArtifactName, BaselineFields]),
    example: { name: 'home', mode: 'styled' },
    describe: (value) => (typeof value === 'string' ? value : value.name),
    perform: (context, value) =>
      compareBaseline(
        context,
        typeof value === 'string' ? { name: value, mode: 'text', update: false } : value,
      ),
  }),
  defineStep({
    name: 'screenshot',
    needsArtifacts: true,
    summary: `Save a picture of the screen. The extension selects the format: .${screenshotExtensions}.`,
    shape: ArtifactName.refine(
      (name) => screenshotFormat(name) !== undefined,
      `expected a name that ends in .${screenshotExtensions}`,
    ),
    example: 'home.png',
    describe: String,
    perform: async (context, name) => {
      const { session, core, artifacts } = context;
      const redaction = alsoHideUnfinished(session.screen, session.redaction);
      const how = { ...defaultScreenshot(), format: screenshotFormat(name)!, redaction };
      const { data, format } = await takeScreenshot(session.screen, how, core.pngRenderer);
      const content = format === 'png' ? Buffer.from(data, 'base64') : data;
      return { path: artifacts.write(['screenshots', name], content) };
    },
  }),
  defineStep({
    name: 'mark',
    summary: 'Add a marker to the transcript and the recording.',
    shape: z.string().min(1).max(limits.nameChars),
    example: 'logged in',
    describe: String,
    perform: (context, label) => context.session.mark(label),
  }),
];

const screenshotFormat = (name: string) =>
  screenshotFormats[name.slice(name.lastIndexOf('.') + 1) as keyof typeof screenshotFormats];

function compareBaseline(
  context: StepContext,
  { name, mode, update }: z.output<typeof BaselineFields>,
): object {
  const { screen, redaction } = context.session;
  const baselines = new Baselines(context.core);
  if (update || context.updatesBaselines) return baselines.update(name, screen, redaction);
  const { changes, summary, baselinePath, screenPath } = baselines.compare(name, screen, redaction, mode);
  if (changes === undefined)
    throw new ScriptStepError(
      `${baselinePath}: ${summary}; to save the screen in ${screenPath} as the baseline, run with --update`,
    );
  const lines = changes.map(({ line, left, right }) => `  line ${line}\n  - ${left}\n  + ${right}`);
  if (changes.length > 0)
    throw new ScriptStepError(
      [`${baselinePath}: ${summary}`, ...lines.slice(0, limits.listedMatches)].join('\n'),
    );
  return { path: baselinePath };
}
