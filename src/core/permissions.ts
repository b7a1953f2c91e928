/** What a server or a plugin may be allowed to do. The first seven are those that a plugin's manifest can name. */
import { fault, raise } from './faults.ts';

export const permissions = {
  'session.spawn': 'start programs',
  'session.kill': 'signal, kill and close sessions',
  'session.resize': 'change the size of a terminal',
  'screen.read': 'read screens, scrollback and what a session is',
  'transcript.read': 'read transcripts and follow output',
  'input.write': 'send input',
  'matcher.wait': 'wait for matchers',
  'raw.read': 'read without redaction',
  'raw.write': 'write raw transcripts, and unredacted recordings and baselines, to files',
  'file.write': 'write recordings to files',
} as const;

export type Permission = keyof typeof permissions;
export const permissionNames = Object.keys(permissions) as readonly Permission[];

/** What the server grants, which decides what may be asked for raw. */
export interface Granting {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
}

/** Raises PermissionDenied. */
export function permit(permission: Permission, { redactionEnforced, grants }: Granting): void {
  if (redactionEnforced)
    raise(fault.PermissionDenied({ required_permission: permission, reason: 'redaction_enforced' }));
  if (!grants.has(permission)) raise(fault.PermissionDenied({ required_permission: permission }));
}

/** What is kept in a file outlives whoever may read it: every way into one that hides nothing asks here. */
export function permitFile({ secrets }: { readonly secrets: object | undefined }, granting: Granting): void {
  if (!secrets) permit('raw.write', granting);
}
