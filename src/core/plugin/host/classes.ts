/** Tables that the host functions take and give, by the names that the stubs have for them. */
import type { Param } from './declaration.ts';

export interface LuaClass {
  readonly text: string;
  readonly fields: readonly Param[];
  /** Whether fields that are not declared may be there. */
  readonly open?: true;
}

export const classes: Readonly<Record<string, LuaClass>> = {};
