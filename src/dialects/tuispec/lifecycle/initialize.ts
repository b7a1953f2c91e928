import { limits } from '../../../core/limits.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Ambiguity } from '../shapes.ts';
import { themes } from '../view/dumpView.ts';

export const initialize = method({
  name: 'initialize',
  since: 1,
  summary: 'Begin the one session of this server.',
  needs: [],
  throws: ['AlreadyStarted'],
  params: z.object({
    name: z.string().min(1).max(limits.nameChars).default('session'),
    timeoutSeconds: z
      .number()
      .min(0)
      .max(limits.timeoutMs / 1000)
      .optional(),
    terminalCols: z.int().min(limits.minCols).max(limits.maxCols).optional(),
    terminalRows: z.int().min(limits.minRows).max(limits.maxRows).optional(),
    ambiguityMode: Ambiguity.optional(),
    snapshotTheme: z.string().optional().describe(themes),
    updateSnapshots: z.boolean().optional(),
  }),
  result: z.object({
    sessionName: z.string(),
    artifactRoot: z.string(),
    rows: z.int(),
    cols: z.int(),
    version: z.string(),
  }),
  examples: [{ title: 'a session', send: { name: 'demo' }, reply: { sessionName: 'demo' } }],
  handle: ({ world }, { name, timeoutSeconds, terminalCols, terminalRows, ...more }) => {
    const { ambiguityMode, snapshotTheme, updateSnapshots } = more;
    const { rows, cols } = world.initialize(name, {
      ...(timeoutSeconds !== undefined && { timeoutMs: timeoutSeconds * 1000 }),
      ...(terminalCols !== undefined && { cols: terminalCols }),
      ...(terminalRows !== undefined && { rows: terminalRows }),
      ...(ambiguityMode && { ambiguity: ambiguityMode }),
      ...(snapshotTheme !== undefined && { theme: snapshotTheme }),
      ...(updateSnapshots !== undefined && { update: updateSnapshots }),
    });
    return {
      sessionName: name,
      artifactRoot: world.folder.root,
      rows,
      cols,
      version: world.core.version,
    };
  },
});
