/** Permission checks. Separate from the names, which the command line loads at every start. */
import { fault, raise } from './faults.ts';
import type { Permission } from './permissions.ts';

/** The grants of the server, and whether raw access is disabled. */
export interface PermissionContext {
  readonly redactionEnforced: boolean;
  readonly grants: ReadonlySet<Permission>;
}

/** Raises PermissionDenied. */
export function requirePermission(
  permission: Permission,
  { redactionEnforced, grants }: PermissionContext,
): void {
  if (redactionEnforced)
    raise(fault.PermissionDenied({ required_permission: permission, reason: 'redaction_enforced' }));
  if (!grants.has(permission)) raise(fault.PermissionDenied({ required_permission: permission }));
}

/** Checks every write of unredacted text to a file. A file stays readable after the permission ends. */
export function requireFilePermission(
  { secrets }: { readonly secrets: object | undefined },
  granting: PermissionContext,
): void {
  if (!secrets) requirePermission('raw.write', granting);
}
