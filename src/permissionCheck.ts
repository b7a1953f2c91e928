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
  { grants }: Pick<PermissionContext, 'grants'>,
): void {
  if (!grants.has(permission)) raise(fault.PermissionDenied({ required_permission: permission }));
}

/** Raises PermissionDenied. For permissions of raw text, which a server can refuse in general. */
export function requireRawPermission(permission: Permission, granting: PermissionContext): void {
  if (granting.redactionEnforced)
    raise(fault.PermissionDenied({ required_permission: permission, reason: 'redaction_enforced' }));
  requirePermission(permission, granting);
}

/** Checks every write of unredacted text to a file. A file stays readable after the permission ends. */
export function requireFilePermission(
  { secrets }: { readonly secrets: object | undefined },
  granting: PermissionContext,
): void {
  if (!secrets) requireRawPermission('raw.write', granting);
}
