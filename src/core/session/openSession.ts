/** From what a caller asked for to a session's options: policy, raw file, and what is let go when it cannot start. */
import { fault, raise } from '../faults.ts';
import type { Permission } from '../permissions.ts';
import { createRedaction, defaultPolicy, policyOf, type RedactionOptions } from '../redact/policy.ts';
import type { Redaction } from '../redact/redaction.ts';
import { openRawTranscript, type RawTranscriptRequest } from './rawTranscript.ts';
import type { Registry } from './registry.ts';
import type { Session, SessionOptions } from './session.ts';

export interface SessionRequest extends Omit<SessionOptions, 'redaction' | 'rawTranscript'> {
  readonly redaction?: RedactionOptions;
  readonly rawTranscript?: RawTranscriptRequest;
}

export interface OpeningRules {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
}

export function openSession(sessions: Registry, { redaction, rawTranscript, ...rest }: SessionRequest, rules: OpeningRules): Session {
  const policy = sessionRedaction(redaction, rules);
  if (rawTranscript) permitRaw(rules);
  sessions.admit(rest.name);
  const raw = rawTranscript && openRawTranscript(rawTranscript);
  try {
    return sessions.create({ ...rest, redaction: policy, rawTranscript: raw });
  } catch (problem) {
    raw?.discard();
    throw problem;
  }
}

function sessionRedaction(options: RedactionOptions | undefined, { redactionEnforced }: OpeningRules): Redaction {
  if (!options) return createRedaction(defaultPolicy);
  if (!options.enabled && redactionEnforced) raise(fault.PermissionDenied({ required_permission: 'raw.read', reason: 'redaction_enforced' }));
  return createRedaction(policyOf(options, 'redaction'));
}

function permitRaw({ redactionEnforced, grants }: OpeningRules): void {
  if (redactionEnforced) raise(fault.PermissionDenied({ required_permission: 'raw.write', reason: 'redaction_enforced' }));
  if (!grants.has('raw.write')) raise(fault.PermissionDenied({ required_permission: 'raw.write' }));
}
