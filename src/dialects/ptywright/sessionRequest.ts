/** How one asks for a session, whether by itself or under an adapter: the shapes, and what the core makes of them. */
import { fault, raise } from '../../core/faults.ts';
import { limits } from '../../core/limits.ts';
import { RedactionOptions } from '../../core/redact/policy.ts';
import { z } from '../../platform/schema.ts';

export const Program = z
  .string()
  .min(1)
  .describe('Executable name or path; a name is looked up in the PATH of the new program.');
export const Args = z.array(z.string()).max(limits.args);

/** What the program finds round it. */
export const surroundingParams = {
  cwd: z.string().min(1).optional().describe("Working directory; the server's own if absent."),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a name of a variable'), z.string())
    .default({})
    .describe('Environment overrides.'),
  clear_env: z.boolean().default(false).describe("Start from an empty environment instead of the server's."),
};

const Surroundings = z.object(surroundingParams);

export const surroundingsOf = ({ cwd, env, clear_env }: z.output<typeof Surroundings>) => ({
  cwd,
  env,
  clearEnv: clear_env,
});

/** What is kept of it, and how it is told. */
export const keepingParams = {
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
};

const Keeping = z.object(keepingParams);

type Kept = z.output<typeof Keeping>;

/** Raises Invalid. */
export const keepingOf = (params: Kept) => ({
  name: params.name,
  tags: params.tags,
  scrollback: params.scrollback,
  transcriptMaxChars: params.transcript_max_chars,
  terminalReplies: params.terminal_replies,
  redaction: params.redaction,
  rawTranscript: rawTranscriptOf(params),
});

function rawTranscriptOf({ raw_transcript_path: path, raw_transcript_append: append }: Kept) {
  if (path !== undefined) return { path, append };
  if (append)
    raise(fault.Invalid({ path: 'raw_transcript_append', reason: 'raw_transcript_path is missing' }));
  return undefined;
}
