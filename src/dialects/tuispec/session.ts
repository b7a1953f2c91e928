/** Methods that initialize the session and launch its program. */
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { AmbiguityMode, method, SelectorParam } from './method.ts';
import { themeDescription } from './snapshots.ts';
import { waitForSelector } from './waits.ts';

export const initialize = method({
  name: 'initialize',
  summary: 'Initialize the one session of this server.',
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
    ambiguityMode: AmbiguityMode.optional(),
    snapshotTheme: z.string().optional().describe(themeDescription),
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
      artifactRoot: world.artifactRoot,
      rows,
      cols,
      version: world.core.version,
    };
  },
});

const Ms = z.int().min(0).max(limits.timeoutMs);

export const launch = method({
  name: 'launch',
  summary: 'Start a program; a program that runs already is ended first.',
  needs: ['session.spawn'],
  throws: ['NoActiveSession', 'SpawnFailed', 'MethodFailed', 'Busy'],
  params: z.object({
    command: z.string().min(1),
    args: z.array(z.string()).max(limits.args).default([]),
    env: z
      .record(z.string(), z.union([z.string(), z.null()]))
      .default({})
      .describe('Null removes an inherited variable.'),
    cwd: z.string().optional(),
    readySelector: SelectorParam.optional(),
    readyTimeoutMs: Ms.optional(),
    readyPollIntervalMs: Ms.optional(),
  }),
  examples: [
    { title: 'before initialize', send: { command: 'sh' }, fault: 'NoActiveSession' },
    {
      title: 'another program',
      program: 'prints-ready',
      send: {
        command: 'sh',
        args: ['-c', 'echo again; exec cat'],
        readySelector: { type: 'exact', text: 'again' },
      },
      reply: { ok: true },
    },
  ],
  handle: async (call, { command, args, env, cwd, readySelector, readyTimeoutMs }) => {
    const entries = Object.entries(env);
    await call.world.launch({
      program: command,
      args,
      cwd,
      env: Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null)),
      unset: entries.filter(([, value]) => value === null).map(([name]) => name),
    });
    if (readySelector) await waitForSelector(call, readySelector, { timeoutMs: readyTimeoutMs });
  },
});
