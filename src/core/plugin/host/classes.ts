/** Tables that the host functions take and give, by the names that the stubs have for them. */
import type { LuaClass } from './declaration.ts';
import { groups } from './groups.ts';
import { shapes } from './shapes.ts';

export const classes: Readonly<Record<string, LuaClass>> = Object.assign(
  {},
  shapes,
  ...groups.map((group) => group.classes ?? {}),
);
