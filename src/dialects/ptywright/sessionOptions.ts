/** The parameters that create a session, alone or for an adapter, and their conversion for the core. */
import type { Core } from '#core.ts';
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import { RedactionOptions } from '#redaction/policy.ts';
import type { Caller } from '#rpc/method.ts';
import type { Session } from '#session/session.ts';
import { widthRules } from '#terminal/unicodeWidth.ts';
import { Name } from './method.ts';

export const Program = z
  .string()
  .min(1)
  .describe('Executable name or path; a name is looked up in the PATH of the new program.');
export const Args = z.array(z.string()).max(limits.args);

/** The working directory and environment of the program. */
export const environmentParams = {
  cwd: z.string().min(1).optional().describe('Working directory; defaults to that of the server.'),
  env: z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z_][A-Za-z0-9_]*$/,
          'not a valid variable name: expected letters, digits and _, not starting with a digit',
        ),
      z.string(),
    )
    .default({})
    .describe(
      'Variables to set, in addition to the inherited ones. Variables of the server that describe another terminal (such as TMUX, KITTY_*, VTE_VERSION) are not inherited; TERM, COLORTERM, TERM_PROGRAM and TERM_PROGRAM_VERSION describe this one.',
    ),
  clear_env: z.boolean().default(false).describe('Start with an empty environment.'),
};

const EnvironmentParams = z.object(environmentParams);

export const toEnvironmentOptions = ({ cwd, env, clear_env }: z.output<typeof EnvironmentParams>) => ({
  cwd,
  env,
  clearEnv: clear_env,
});

/** What the session stores, and how it is reported. */
export const sessionParams = {
  name: z
    .string()
    .regex(/^[\w.:@/-]+$/, 'letters, digits and . : @ / _ - only')
    .max(limits.nameChars)
    .optional()
    .describe('A name that can be used in place of the session id.'),
  tags: z.array(Name).max(limits.tags).default([]),
  scrollback: z
    .int()
    .min(1)
    .max(limits.maxScrollback)
    .default(limits.defaultScrollback)
    .describe('Number of rows to keep in the scrollback.'),
  transcript_max_chars: z.int().min(1).max(limits.maxTranscriptChars).default(limits.defaultTranscriptChars),
  terminal_replies: z
    .boolean()
    .default(true)
    .describe('Answer the queries that the program sends to its terminal.'),
  widths: z
    .enum(widthRules)
    .optional()
    .describe(
      'How to count columns until the program sets mode 2027: `codepoint` counts as wcwidth does, `grapheme` counts by grapheme clusters. Defaults to `codepoint`, or for an adapter to what its manifest states for the version of the program.',
    ),
  redaction: RedactionOptions.optional().describe(
    'The redaction policy of the session: `enabled: false` disables redaction by default; the other fields add rules.',
  ),
  raw_transcript_path: z
    .string()
    .min(1)
    .optional()
    .describe('A file to which all output is written, unredacted.'),
  raw_transcript_append: z
    .boolean()
    .default(false)
    .describe('Append to an existing file. Without this, an existing file is refused.'),
  close_on_disconnect: z
    .boolean()
    .default(false)
    .describe('Close the session when the connection that creates it closes.'),
};

const SessionParams = z.object(sessionParams);

const HostName = Name.describe('The name of a host of the fleet.');
const Labels = z
  .record(z.string(), z.string())
  .describe('Labels that the host must have, such as `{"gpu": "yes"}`.');

/** Selects sessions and adapters of a list. */
export const listFilters = {
  host: HostName.optional(),
  labels: Labels.optional(),
  tag: z.string().optional().describe('A tag that the session must have.'),
};
const ListFilters = z.object(listFilters);

/** Where a fleet starts a program. */
export const Place = z
  .strictObject({ host: HostName.optional(), labels: Labels.optional() })
  .describe(
    'In a fleet, what the host must be. Of those hosts, a gateway chooses the one with the least load. Outside a fleet, no server has a host name or labels.',
  );
type Place = z.output<typeof Place>;

/** Whether this server is the host that is asked for. */
function isPlace({ fleet }: Core, { host, labels = {} }: Place): boolean {
  if (host !== undefined && host !== fleet?.host?.name) return false;
  return Object.entries(labels).every(([label, value]) => fleet?.host?.labels[label] === value);
}

/** Raises NoHost. */
export function requirePlace(world: Core, place: Place | undefined): void {
  if (place && !isPlace(world, place)) raise(fault.NoHost({ reason: 'no_match', hosts: [] }));
}

/** The sessions of this server that a list with these filters contains. */
export const matchesFilters =
  (world: Core, { tag, ...place }: z.output<typeof ListFilters>) =>
  ({ tags }: Session): boolean =>
    isPlace(world, place) && (tag === undefined || tags.includes(tag));

type SessionParamValues = z.output<typeof SessionParams>;

/** Raises Invalid. */
export const toSessionOptions = (params: SessionParamValues) => ({
  name: params.name,
  tags: params.tags,
  scrollback: params.scrollback,
  transcriptMaxChars: params.transcript_max_chars,
  terminalReplies: params.terminal_replies,
  widths: params.widths,
  redaction: params.redaction,
  rawTranscript: toRawTranscript(params),
});

function toRawTranscript({ raw_transcript_path: path, raw_transcript_append: append }: SessionParamValues) {
  if (path !== undefined) return { path, append };
  if (append) raise(fault.Invalid({ path: 'raw_transcript_append', reason: 'requires raw_transcript_path' }));
  return undefined;
}

export function closeOnDisconnect({ sessions }: Core, caller: Caller, session: Session): void {
  const left = caller.onClosed(() => void sessions.close(session));
  session.onUpdate((update) => update === 'closed' && left.dispose());
}
