/** Refuses what the server does not grant. Apart from the names, which the command line reads at every start. */
import { fault, raise } from './faults.ts';
import type { Permission } from './permissions.ts';

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
