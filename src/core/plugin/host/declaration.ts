/**
 * The declaration of what Lua finds in the global `ptywright`: a name, types as LuaLS writes them, prose, an example
 * that a spec runs, and the deed. The deed gets plain values that fit the declared types, and returns plain values.
 */
import type { HostContext } from './context.ts';
import type { ScreenText } from './screen/screenText.ts';

/** A type as the Lua language server writes it: `integer`, `string[]`, `ptywright.Found`, `string|integer`. */
export type LuaType = string;

export interface Param {
  readonly name: string;
  readonly type: LuaType;
  readonly text: string;
  readonly optional?: true;
}

export interface Result {
  readonly type: LuaType;
  readonly text: string;
}

/** Lua that a spec runs, with its `assert`s; it sees this screen. */
export interface HostExample {
  readonly screen?: string;
  readonly lua: string;
}

/** What a host function has beside its arguments. */
export interface Host {
  readonly context: HostContext;
  /** The screen of the running call. Raises where there is none. */
  screen(): ScreenText;
}

export interface HostFunction {
  /** Below `ptywright`, with dots. */
  readonly name: string;
  readonly params: readonly Param[];
  readonly result?: Result;
  /** Without this permission the field is nil. */
  readonly needs?: string;
  readonly text: string;
  readonly example: HostExample;
  // biome-ignore lint/suspicious/noExplicitAny: the arguments fit `params`, which is checked before.
  run(host: Host, ...args: any[]): unknown;
}

export const hostFunction = (declaration: HostFunction): HostFunction => declaration;
