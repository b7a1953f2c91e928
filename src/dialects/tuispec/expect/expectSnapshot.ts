import { difference } from '../../../core/baseline/difference.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Refusal } from '../refusal.ts';
import { Name } from '../view/dumpView.ts';
import { ansiOf } from '../view/keep.ts';

export const expectSnapshot = method({
  name: 'expectSnapshot',
  since: 1,
  summary: 'Compare the screen with what was kept as its baseline, styles included.',
  details:
    'With `updateSnapshots` the screen becomes the baseline. Without a baseline nothing is compared, and `ok` is false. A screen that is another one is an error, so that a batch ends there; its `data` has the same paths.',
  needs: ['screen.read', 'file.write'],
  throws: ['NoActiveSession', 'FileRefused', 'MethodFailed'],
  params: z.object({ name: Name }),
  result: z.object({
    ok: z.boolean(),
    actualPath: z.string(),
    baselinePath: z.string(),
    baselineExists: z.boolean(),
  }),
  examples: [
    {
      title: 'no baseline yet',
      program: 'prints-ready',
      send: { name: 'home' },
      reply: { ok: false, baselineExists: false },
    },
  ],
  handle: async ({ world }, { name }) => {
    const { folder, started } = world;
    const actual = await ansiOf(world);
    const actualPath = folder.write(world.snapshot(name, 'ansi.txt'), actual);
    const names = world.baseline(name);
    if (started.update) folder.write(names, actual);
    const baselinePath = folder.place(names);
    const baseline = folder.read(baselinePath);
    if (baseline === undefined) return { ok: false, actualPath, baselinePath, baselineExists: false };
    const { changes, summary } = difference(baseline, actual, 'styled');
    if (changes.length > 0) {
      const paths = { actualPath, baselinePath, baselineExists: true };
      throw new Refusal('MethodFailed', `the screen is not the baseline ${name}: ${summary}`, paths);
    }
    return { ok: true, actualPath, baselinePath, baselineExists: true };
  },
});
