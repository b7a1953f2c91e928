/**
 * Opens a session from a request: resolves the redaction policy, checks labels, and opens the raw transcript. The raw
 * transcript is a file with every output byte, unredacted; a client must request it explicitly.
 */
import { fault, raise } from '#faults.ts';
import { limits } from '#limits.ts';
import { requirePermission } from '#permissionCheck.ts';
import type { Permission } from '#permissions.ts';
import type { Size } from '#platform/pty/size.ts';
import { openRawFile, type RawFile } from '#platform/rawFile.ts';
import { defaultPolicy, type RedactionOptions, type RedactionPolicy, toPolicy } from '#redaction/policy.ts';
import type { Redaction } from '#redaction/redaction.ts';
import type { SpawnRequest } from './process.ts';
import type { SessionRegistry } from './registry.ts';
import type { Session, SessionOptions } from './session.ts';

interface RawTranscriptRequest {
  readonly path: string;
  readonly append: boolean;
}

export interface RawTranscript {
  readonly file: RawFile;
  /** Reports why the file ended, also if it ended before the listener was set. */
  onFailure(listener: (reason: string) => void): void;
}

function openRawTranscript({ path, append }: RawTranscriptRequest): RawTranscript {
  let failed: string | undefined;
  let tell: (reason: string) => void = () => {};
  const file = openRawFile(path, { append }, ({ reason }) => {
    failed = reason;
    tell(reason);
  });
  return {
    file,
    onFailure: (listener) => {
      tell = listener;
      if (failed !== undefined) listener(failed);
    },
  };
}

/** A client's request for a session. What is absent has the default of `session.create`. */
export interface SessionRequest extends Partial<Omit<SessionOptions, 'spawn' | 'policy' | 'rawTranscript'>> {
  readonly spawn: Omit<SpawnRequest, 'env' | 'clearEnv' | 'size'> &
    Partial<Pick<SpawnRequest, 'env' | 'clearEnv'>> & { readonly size: TerminalSizeRequest };
  readonly redaction?: RedactionOptions;
  readonly rawTranscript?: RawTranscriptRequest;
}

type TerminalSizeRequest = Pick<Size, 'rows' | 'cols'> & Partial<Size>;

/** The server's grants. They decide whether raw output may be requested. */
interface OpenSessionContext {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  /** The redaction of the default policy. */
  readonly redaction: Redaction;
}

export function openSession(
  sessions: SessionRegistry,
  { redaction, rawTranscript, ...request }: SessionRequest,
  context: OpenSessionContext,
): Session {
  const rest = {
    tags: [],
    scrollback: limits.defaultScrollback,
    transcriptMaxChars: limits.defaultTranscriptChars,
    terminalReplies: true,
    ...request,
    spawn: {
      env: {},
      clearEnv: false,
      ...request.spawn,
      size: { pixelWidth: 0, pixelHeight: 0, ...request.spawn.size },
    },
  };
  const policy = resolvePolicy(redaction, context);
  if (rawTranscript) requirePermission('raw.write', context);
  requireNoSecrets(rest.name, rest.tags, context);
  sessions.requireCapacity(rest.name);
  const raw = rawTranscript && openRawTranscript(rawTranscript);
  try {
    return sessions.create({ ...rest, policy, rawTranscript: raw });
  } catch (problem) {
    raw?.file.discard();
    throw problem;
  }
}

function resolvePolicy(options: RedactionOptions | undefined, context: OpenSessionContext): RedactionPolicy {
  if (!options) return defaultPolicy;
  if (!options.enabled) requirePermission('raw.read', context);
  return toPolicy(options, 'redaction');
}

/** Names and tags are sent to all clients unredacted, so they must not contain secrets. */
export function requireNoSecrets(
  name: string | undefined,
  tags: readonly string[],
  { redaction }: OpenSessionContext,
): void {
  const labels = [['name', name ?? ''], ...tags.map((tag, at) => [`tags.${at}`, tag])] as const;
  for (const [path, label] of labels)
    if (redaction.spans(label!).length > 0)
      raise(fault.Invalid({ path: path!, reason: 'looks like a secret' }));
}
