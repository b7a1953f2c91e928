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
  /** What the stubs say in place of `type`, where that is only what is checked. */
  readonly lua?: LuaType;
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
  run?(host: Host, ...args: any[]): unknown;
  /**
   * For what takes functions, or has to run in Lua: a chunk that returns the function. Where there is a `run` as well,
   * the chunk finds it under its name in `ptywright`, and the arguments are its own affair.
   */
  readonly lua?: string;
}

export interface LuaClass {
  readonly text: string;
  readonly fields: readonly Param[];
  /** Whether fields that are not declared may be there. */
  readonly open?: true;
  /** The class that it adds its fields to. */
  readonly extends?: string;
}

/** One subject of the host table: its functions, and the tables that these take and give. */
export interface HostGroup {
  readonly title: string;
  readonly text: string;
  readonly functions: readonly HostFunction[];
  readonly classes?: Readonly<Record<string, LuaClass>>;
}
