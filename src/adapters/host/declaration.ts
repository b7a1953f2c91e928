/**
 * Types that declare the Lua global `ptywright`: name, LuaLS types, prose, an executed example and the implementation.
 * An implementation gets arguments that fit the declared types, and returns plain values.
 */

import type { ScreenContext } from '#matchers/sessionView.ts';
import type { ScreenText } from '../screen/screenText.ts';

/** A LuaLS type: `integer`, `string[]`, `ptywright.Found`, `string|integer`. */
export type LuaType = string;

export interface HostParam {
  readonly name: string;
  readonly type: LuaType;
  /** The type in the stubs, when it is more precise than the checked `type`. */
  readonly lua?: LuaType;
  readonly text: string;
  readonly optional?: true;
}

interface HostResult {
  readonly type: LuaType;
  readonly text: string;
}

/** Lua with asserts, executed by a spec against this screen. */
export interface HostExample {
  readonly screen?: string;
  readonly lua: string;
}

/** What an implementation gets besides its arguments. */
export interface HostCall {
  readonly context: HostContext;
  /** The screen of the running call. Raises HostError when the call has no screen. */
  screen(): ScreenText;
}

export interface HostFunction {
  /** Dotted path below `ptywright`. */
  readonly name: string;
  readonly params: readonly HostParam[];
  readonly result?: HostResult;
  /** Without this permission the function is nil. */
  readonly needs?: string;
  readonly text: string;
  readonly example: HostExample;
  // biome-ignore lint/suspicious/noExplicitAny: the arguments fit `params`, which is checked before.
  run?(host: HostCall, ...args: any[]): unknown;
  /**
   * A chunk that returns the function, for functions that take functions or must run in Lua. With a `run` as well, the
   * chunk finds that under the same name in `ptywright`, and its arguments are not checked.
   */
  readonly lua?: string;
}

export interface LuaClass {
  readonly text: string;
  readonly fields: readonly HostParam[];
  /** Whether undeclared fields are accepted. */
  readonly open?: true;
  /** The class that this class extends. */
  readonly extends?: string;
}

/** One subject of the host table: its functions and their Lua classes. */
export interface HostGroup {
  readonly title: string;
  readonly text: string;
  readonly functions: readonly HostFunction[];
  readonly classes?: Readonly<Record<string, LuaClass>>;
}

/** One call of a plugin function. It is sent from the server to the worker. */
export interface PluginCall {
  /** The name of an exported function. */
  readonly function: string;
  /** The arguments, in this order. */
  readonly args: 'context' | 'params' | 'params, context';
  readonly screenContext?: ScreenContext;
  /** JSON. */
  readonly params?: unknown;
  /** JSON. Each entry becomes a field of the context. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Whether to collect rule traces. */
  readonly trace?: boolean;
  /** Starts the function as a coroutine, or continues the suspended one with `answer`. Otherwise it is called plainly. */
  readonly coroutine?: 'start' | 'resume';
  /** JSON. The result of the step for which the coroutine is suspended. */
  readonly answer?: unknown;
}

/** A rule that was tried: whether it matched, the rows that it read, and why. */
export interface RuleTrace {
  readonly rule: string;
  readonly matched: boolean;
  readonly rows: readonly number[];
  readonly why?: string;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Names of the actions and matchers of the core. A worker does not load their declarations. */
export interface HostVocabulary {
  readonly actions: readonly { readonly name: string; readonly needs: string }[];
  readonly matchers: readonly string[];
}

export interface HostContext {
  readonly plugin: string;
  readonly version: string;
  readonly permissions: ReadonlySet<string>;
  readonly vocabulary: HostVocabulary;
  /** Undefined while the files of the plugin are loaded. */
  current(): PluginCall | undefined;
  log(level: LogLevel, text: string): void;
  trace(entry: RuleTrace): void;
}

/** A mistake of a plugin in a call. The message is for the author of the plugin; the engine adds the position. */
export class HostError extends Error {}
