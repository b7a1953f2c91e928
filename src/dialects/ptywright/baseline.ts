/** Methods that compare screens with baselines, and update and list baselines. */
import { z } from '#platform/schema.ts';
import { Baselines, compareModes } from '#rendering/baselines.ts';
import { method, SessionRef } from './method.ts';

const BaselineName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,99}$/, 'expected lowercase letters and digits, with . _ - only between them')
  .describe('Lowercase letters and digits, with `.` `_` `-` between them. It becomes a part of a file path.');

const withoutFolder = {
  title: 'a server without --artifact-dir',
  program: 'prints-ready',
  send: { name: 'home' },
  fault: 'Unsupported',
};

export const baselineCompare = method({
  name: 'baseline.compare',
  summary: 'Compare the screen with a saved baseline, line by line.',
  details:
    'Baselines are stored in the folder given by `--artifact-dir`, as redacted text with escape sequences. If the screen differs from its baseline, it is saved in a file beside the baselines.',
  needs: ['screen.read', 'file.write'],
  throws: ['Unsupported', 'FileRefused', 'PermissionDenied'],
  params: z.strictObject({
    session: SessionRef,
    name: BaselineName,
    mode: z
      .enum(compareModes)
      .default('text')
      .describe('Whether the comparison includes colors and attributes.'),
  }),
  result: z.object({
    matched: z.boolean(),
    exists: z.boolean().describe('Whether a baseline with this name exists.'),
    changes: z
      .array(z.object({ line: z.int(), baseline: z.string(), screen: z.string() }))
      .describe('The lines that differ, numbered from 1, redacted.'),
    summary: z.string(),
    baseline_path: z.string(),
    screen_path: z.string().optional().describe('The file with the screen that differs from its baseline.'),
  }),
  examples: [withoutFolder],
  handle: ({ world }, { session, name, mode }) => {
    const { screen, redaction } = world.sessions.get(session);
    const comparison = new Baselines(world).compare(name, screen, redaction, mode);
    const { changes, summary, baselinePath, screenPath } = comparison;
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

export const baselineUpdate = method({
  name: 'baseline.update',
  summary: 'Save the screen as a baseline, redacted; replaces an existing baseline with this name.',
  details:
    'If redaction is off for the session, this requires the permission `raw.write`, and so does a comparison.',
  needs: ['screen.read', 'file.write'],
  throws: ['Unsupported', 'FileRefused', 'PermissionDenied'],
  params: z.strictObject({ session: SessionRef, name: BaselineName }),
  result: z.object({ path: z.string(), replaced: z.boolean() }),
  examples: [
    withoutFolder,
    { title: 'a path as the name', program: 'prints-ready', send: { name: '../home' }, fault: 'Invalid' },
  ],
  handle: ({ world }, { session, name }) => {
    const { screen, redaction } = world.sessions.get(session);
    return new Baselines(world).update(name, screen, redaction);
  },
});

export const baselineList = method({
  name: 'baseline.list',
  summary: 'List the names of the saved baselines.',
  needs: ['screen.read'],
  throws: ['Unsupported'],
  result: z.object({ names: z.array(z.string()) }),
  examples: [{ title: 'a server without --artifact-dir', send: {}, fault: 'Unsupported' }],
  handle: ({ world }) => ({ names: [...new Baselines(world).names()] }),
});
