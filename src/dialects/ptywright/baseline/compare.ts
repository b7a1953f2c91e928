import { Baselines } from '../../../core/baseline/baselines.ts';
import { compareModes } from '../../../core/baseline/difference.ts';
import { z } from '../../../platform/schema.ts';
import { BaselineName } from '../baselineShapes.ts';
import { method } from '../method.ts';
import { SessionRef } from '../shapes.ts';

export const compare = method({
  name: 'baseline.compare',
  since: 1,
  summary: 'Compare the screen with one that was kept, line by line.',
  details:
    'Baselines lie in the folder that the server was given by `--artifact-dir`, as text with escape sequences, secrets hidden. A screen that is not its baseline is written beside them, so that it can be looked at.',
  needs: ['screen.read', 'file.write'],
  throws: ['SessionUnknown', 'Unsupported', 'FileRefused', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    name: BaselineName,
    mode: z.enum(compareModes).default('text').describe('Whether colours and attributes count, too.'),
  }),
  result: z.object({
    matched: z.boolean(),
    exists: z.boolean().describe('Whether there is a baseline of that name.'),
    changes: z
      .array(z.object({ line: z.int(), baseline: z.string(), screen: z.string() }))
      .describe('The lines that differ, counted from 1, redacted.'),
    summary: z.string(),
    baseline_path: z.string(),
    screen_path: z.string().optional().describe('Where the screen was written that is not its baseline.'),
  }),
  examples: [
    {
      title: 'a server without a folder',
      program: 'prints-ready',
      send: { name: 'home' },
      fault: 'Unsupported',
    },
  ],
  handle: ({ world }, { session: wanted, name, mode }) => {
    const { screen, redaction } = world.sessions.get(wanted);
    const told = new Baselines(world).compare(name, screen, redaction, mode);
    const { changes, summary, baselinePath, screenPath } = told;
    return {
      matched: changes?.length === 0,
      exists: changes !== undefined,
      changes: (changes ?? []).map(({ line, left, right }) => ({ line, baseline: left, screen: right })),
      summary,
      baseline_path: baselinePath,
      ...(screenPath !== undefined && { screen_path: screenPath }),
    };
  },
});
