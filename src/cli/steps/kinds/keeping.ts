/** Steps that keep something, or hold the screen against what was kept. */
import { Baselines } from '../../../core/baseline/baselines.ts';
import { compareModes } from '../../../core/baseline/difference.ts';
import { limits } from '../../../core/limits.ts';
import { takeScreenshot } from '../../../core/render/screenshot.ts';
import { hidingUnfinishedToo } from '../../../core/viewer/unfinished.ts';
import { z } from '../../../platform/schema.ts';
import { kind, StepFailure } from '../kind.ts';
import type { Stage } from '../stage.ts';

const Name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'letters in small, digits, and . _ - between them')
  .describe('The name of a file in the folder of artifacts.');

const Compared = z.strictObject({
  name: Name,
  mode: z.enum(compareModes).default('text'),
  update: z.boolean().default(false).describe('Whether the screen becomes the baseline.'),
});

const looks = { font_size: 15, theme: 'dark', cursor: true, scale: 1 } as const;
const formats = { png: 'png', svg: 'svg', ansi: 'ansi', json: 'json', txt: 'text' } as const;
const endings = Object.keys(formats).join(', .');

export const keepingKinds = [
  kind({
    name: 'baseline',
    keeps: true,
    summary: 'Holds the screen against the one that was kept under a name; --update keeps it.',
    shape: z.union([Name, Compared]),
    example: { name: 'home', mode: 'styled' },
    told: (value) => (typeof value === 'string' ? value : value.name),
    perform: (stage, value) =>
      compared(stage, typeof value === 'string' ? { name: value, mode: 'text', update: false } : value),
  }),
  kind({
    name: 'screenshot',
    keeps: true,
    summary: `Keeps a picture of the screen, in the form that its ending says: .${endings}.`,
    shape: Name.refine((name) => formatOf(name) !== undefined, `expected a name that ends in .${endings}`),
    example: 'home.png',
    told: String,
    perform: async (stage, name) => {
      const { session, world, artifacts } = stage;
      const redaction = hidingUnfinishedToo(session.screen, session.redaction);
      const how = { ...looks, format: formatOf(name)!, redaction };
      const { data, format } = await takeScreenshot(session.screen, how, world.painter);
      const content = format === 'png' ? Buffer.from(data, 'base64') : data;
      return { path: artifacts.write(['screenshots', name], content) };
    },
  }),
  kind({
    name: 'mark',
    summary: 'Puts a marker into the transcript and the recording.',
    shape: z.string().min(1).max(limits.nameChars),
    example: 'logged in',
    told: String,
    perform: (stage, label) => stage.session.mark(label),
  }),
];

const formatOf = (name: string) => formats[name.slice(name.lastIndexOf('.') + 1) as keyof typeof formats];

function compared(stage: Stage, { name, mode, update }: z.output<typeof Compared>): object {
  const { screen, redaction } = stage.session;
  const baselines = new Baselines(stage.world);
  if (update || stage.updates) return baselines.update(name, screen, redaction);
  const { changes, summary, baselinePath, screenPath } = baselines.compare(name, screen, redaction, mode);
  if (changes === undefined)
    throw new StepFailure(`${baselinePath}: ${summary}; run with --update to keep what is in ${screenPath}`);
  const shown = changes.map(({ line, left, right }) => `  line ${line}\n  - ${left}\n  + ${right}`);
  if (changes.length > 0)
    throw new StepFailure(
      [`${baselinePath}: ${summary}`, ...shown.slice(0, limits.ambiguousTold)].join('\n'),
    );
  return { path: baselinePath };
}
