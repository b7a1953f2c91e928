/** From what a caller asked for to a session's options: policy, raw file, and what is let go when it cannot start. */
import { fault, raise } from '../faults.ts';
import type { Permission } from '../permissions.ts';
import { permit } from '../permit.ts';
import { defaultPolicy, policyOf, type RedactionOptions, type RedactionPolicy } from '../redact/policy.ts';
import type { Redaction } from '../redact/redaction.ts';
import { openRawTranscript, type RawTranscriptRequest } from './rawTranscript.ts';
import type { Registry } from './registry.ts';
import type { Session, SessionOptions } from './session.ts';

export interface SessionRequest extends Omit<SessionOptions, 'policy' | 'rawTranscript'> {
  readonly redaction?: RedactionOptions;
  readonly rawTranscript?: RawTranscriptRequest;
}

/** What the server grants, which decides what may be asked for raw. */
export interface OpeningRules {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
  /** The default policy. */
  readonly redaction: Redaction;
}

export function openSession(
  sessions: Registry,
  { redaction, rawTranscript, ...rest }: SessionRequest,
  rules: OpeningRules,
): Session {
  const policy = sessionPolicy(redaction, rules);
  if (rawTranscript) permit('raw.write', rules);
  refuseSecrets(rest.name, rest.tags, rules);
  sessions.admit(rest.name);
  const raw = rawTranscript && openRawTranscript(rawTranscript);
  try {
    return sessions.create({ ...rest, policy, rawTranscript: raw });
  } catch (problem) {
    raw?.file.discard();
    throw problem;
  }
}

function sessionPolicy(options: RedactionOptions | undefined, rules: OpeningRules): RedactionPolicy {
  if (!options) return defaultPolicy;
  if (!options.enabled) permit('raw.read', rules);
  return policyOf(options, 'redaction');
}

/** A name is told to everybody as it is, or it would be of no use: it must not be a secret. */
export function refuseSecrets(
  name: string | undefined,
  tags: readonly string[],
  { redaction }: OpeningRules,
): void {
  const labels = [['name', name ?? ''], ...tags.map((tag, at) => [`tags.${at}`, tag])] as const;
  for (const [path, label] of labels)
    if (redaction.spans(label!).length > 0)
      raise(fault.Invalid({ path: path!, reason: 'looks like a secret' }));
}
