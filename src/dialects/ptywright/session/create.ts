import { limits } from '../../../core/limits.ts';
import { RedactionOptions } from '../../../core/redact/policy.ts';
import { z } from '../../../platform/schema.ts';
import { method } from '../method.ts';
import { Cols, Pixels, Rows } from '../shapes.ts';

const Params = z.strictObject({
  program: z
    .string()
    .min(1)
    .describe('Executable name or path; a name is looked up in the PATH of the new program.'),
  args: z.array(z.string()).max(limits.args).default([]),
  cwd: z.string().min(1).optional().describe("Working directory; the server's own if absent."),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a name of a variable'), z.string())
    .default({})
    .describe('Environment overrides.'),
  clear_env: z.boolean().default(false).describe("Start from an empty environment instead of the server's."),
  rows: Rows.default(24),
  cols: Cols.default(80),
  pixel_width: Pixels.default(0),
  pixel_height: Pixels.default(0),
  name: z
    .string()
    .regex(/^[\w.:@/-]+$/, 'letters, digits and . : @ / _ - only')
    .max(limits.nameChars)
    .optional()
    .describe('A name to call the session by instead of its id.'),
  tags: z.array(z.string().min(1).max(limits.nameChars)).max(limits.tags).default([]),
  scrollback: z
    .int()
    .min(1)
    .max(limits.maxScrollback)
    .default(limits.defaultScrollback)
    .describe('Rows kept above the screen.'),
  transcript_max_chars: z.int().min(1).max(limits.maxTranscriptChars).default(limits.defaultTranscriptChars),
  terminal_replies: z.boolean().default(true).describe('Answer what the program asks its terminal.'),
  redaction: RedactionOptions.optional().describe(
    "The session's own policy: `enabled: false` turns redaction off by default, the rest adds rules.",
  ),
  raw_transcript_path: z
    .string()
    .min(1)
    .optional()
    .describe('A file that gets every byte of output, unredacted.'),
  raw_transcript_append: z
    .boolean()
    .default(false)
    .describe('Append to that file if it exists, instead of refusing.'),
});

export const create = method({
  name: 'session.create',
  since: 1,
  summary: 'Start a program on a terminal of its own.',
  needs: ['session.spawn'],
  throws: ['SpawnFailed', 'FileRefused', 'Busy', 'PermissionDenied'],
  params: Params,
  result: z.object({ session: z.string() }),
  examples: [
    {
      title: 'a shell command',
      send: { program: '/bin/sh', args: ['-lc', 'printf ready'], rows: 24, cols: 80 },
      reply: { session: 's1' },
    },
    { title: 'a program that is not there', send: { program: 'no-such-program' }, fault: 'SpawnFailed' },
    { title: 'a size that cannot be', send: { program: 'sh', rows: 0 }, fault: 'Invalid' },
  ],
  handle: ({ world }, params) => ({
    session: world.open({
      spawn: {
        program: params.program,
        args: params.args,
        cwd: params.cwd,
        env: params.env,
        clearEnv: params.clear_env,
        size: {
          rows: params.rows,
          cols: params.cols,
          pixelWidth: params.pixel_width,
          pixelHeight: params.pixel_height,
        },
      },
      name: params.name,
      tags: params.tags,
      scrollback: params.scrollback,
      transcriptMaxChars: params.transcript_max_chars,
      terminalReplies: params.terminal_replies,
      redaction: params.redaction,
      rawTranscript:
        params.raw_transcript_path === undefined
          ? undefined
          : { path: params.raw_transcript_path, append: params.raw_transcript_append },
    }).id,
  }),
});
