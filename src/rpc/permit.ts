/** The permission gate: what a method needs against what the server grants. */
import type { AnyMethod } from './method.ts';

export interface Grants {
  has(permission: string): boolean;
}

/** Somebody besides the server whose word is needed, and what to call them. */
export interface Grantor extends Grants {
  readonly title: string;
}

/** The first permission that is missing, if any. */
export const missingPermission = <World>(method: AnyMethod<World>, grants: Grants): string | undefined =>
  method.needs.find((permission) => !grants.has(permission));
