/** One script in one Lua state: its globals, its modules, and calls of the functions that its main file returns. */

import { limits } from '#limits.ts';
import type { Clock } from '../clock.ts';
import type { CompiledFiles } from './compiledChunk.ts';
import {
  auxiliary,
  type CFunction,
  type LuaReference,
  type LuaState,
  lua,
  luaTypes,
  raiseInsideInstruction,
} from './fengari.ts';
import { ModuleLoader, openLibraries } from './globals.ts';
import type { HostCallback } from './hostValues.ts';
import { LastSeenPosition } from './lastSeenPosition.ts';
import { setStringTooLongHandler, toBytes } from './memory.ts';
import { currentPosition, formatCallStack, suspendedLine } from './stackTrace.ts';
import { decodeLuaString, LuaReader, LuaWriter, ShapeError, SpecialTables } from './values.ts';
import { type ScriptEndListener, Watchdog } from './watchdog.ts';

type ScriptReason = 'error' | 'deadline' | 'shape';

export class ScriptError extends Error {
  readonly reason: ScriptReason;
  /** The Lua stack, one call a line. */
  readonly calls: string;
  constructor(reason: ScriptReason, message: string, calls = '') {
    super(message);
    this.reason = reason;
    this.calls = calls;
  }
}

/** What a coroutine returned, or yielded when it is suspended. */
export interface Progress {
  readonly value: unknown;
  readonly suspended: boolean;
  /** The line of the script at which it is suspended, such as `main.lua:12`. */
  readonly line?: string | undefined;
}

interface ScriptOptions {
  /** By name. `main` is run first, the others when they are required. */
  readonly modules: Readonly<Record<string, string>>;
  /** What `takeCompiled` returned for a script with the same modules. */
  readonly compiled?: CompiledFiles;
  readonly clock: Clock;
  readonly print: (text: string) => void;
  /** Must terminate the thread, so that no Lua code runs after it. */
  readonly end: ScriptEndListener;
  /** Holds `lastSeenBytes` bytes. */
  readonly lastSeen: SharedArrayBuffer | ArrayBuffer;
}

export class Script {
  readonly #L: LuaState = auxiliary.luaL_newstate();
  readonly #tables = new SpecialTables(this.#L);
  readonly #toLua = new LuaWriter(this.#tables, (operation) => this.#bind(operation));
  readonly #modules: ModuleLoader;
  readonly #lastSeen: LastSeenPosition;
  readonly #watchdog: Watchdog;
  readonly #exports = new Map<string, LuaReference>();
  #callStack = '';
  /** The thread that runs now: the main thread or a coroutine. */
  #running: LuaState = this.#L;
  /** Calls the function that `start` was asked for. Set by `wrapCoroutines`. */
  #wrapper: LuaReference | undefined;
  #wrapperName = '';
  #suspended: LuaState | undefined;

  constructor({ modules, compiled = {}, clock, print, end, lastSeen }: ScriptOptions) {
    const L = this.#L;
    this.#lastSeen = new LastSeenPosition(lastSeen);
    this.#modules = new ModuleLoader(modules, compiled, this.#lastSeen);
    openLibraries(L, { print, require: this.#modules.require, lastSeen: this.#lastSeen });
    this.#watchdog = new Watchdog(L, clock, end, () => this.#running);
    lua.lua_atnativeerror(L, nativeError);
    setStringTooLongHandler(() =>
      raiseInsideInstruction(this.#running, toBytes(currentPosition(this.#running) + stringTooLong)),
    );
  }

  define(name: string, value: unknown): void {
    const L = this.#L;
    lua.lua_pushglobaltable(L);
    lua.lua_pushstring(L, toBytes(name));
    this.#toLua.push(L, value);
    lua.lua_rawset(L, -3);
    lua.lua_pop(L, 1);
  }

  /** Runs a trusted chunk with a global as its argument. */
  runChunk(name: string, text: string, global: string): void {
    this.#runGuarded((L) => {
      this.#modules.pushChunk(L, '(prelude)', name, text);
      lua.lua_pushglobaltable(L);
      lua.lua_pushstring(L, toBytes(global));
      lua.lua_rawget(L, -2);
      lua.lua_remove(L, -2);
      lua.lua_call(L, 1, 0);
      return 0;
    });
  }

  /** Runs the main file. Returns the names of the functions in the table that it returns. */
  load(): readonly string[] {
    this.#runGuarded((L) => {
      this.#modules.pushMain(L);
      lua.lua_call(L, 0, 1);
      if (lua.lua_type(L, -1) !== luaTypes.table)
        throw new ShapeError('main.lua does not return a table of functions');
      this.#readExports(L);
      return 0;
    }, limits.pluginStartMs);
    return [...this.#exports.keys()];
  }

  /** Returns the chunks and modules that were compiled so far, for another script with the same ones. */
  takeCompiled(): CompiledFiles {
    return this.#modules.takeCompiled();
  }

  /**
   * Runs a trusted chunk, whose argument is the function `yield`. It returns the function that each coroutine runs, with
   * the requested function and its arguments.
   */
  wrapCoroutines(name: string, text: string): void {
    this.#wrapperName = name;
    this.#runGuarded((L) => {
      this.#modules.pushChunk(L, '(coroutines)', name, text);
      lua.lua_pushcfunction(L, (thread) => lua.lua_yield(thread, lua.lua_gettop(thread)));
      lua.lua_call(L, 1, 1);
      this.#wrapper = lua.lua_toproxy(L, -1);
      return 0;
    });
  }

  /** Calls an exported function as a coroutine. It replaces a coroutine that is suspended. */
  start(name: string, args: readonly unknown[]): Progress {
    const exported = this.#export(name);
    const thread = lua.lua_newthread(this.#L);
    this.#wrapper!(thread);
    exported(thread);
    return this.#advance(thread, args, 1);
  }

  /** Continues the suspended coroutine. The arguments are the results of `yield`. */
  resume(args: readonly unknown[]): Progress {
    const thread = this.#suspended;
    if (!thread) throw new ScriptError('error', 'the plugin was restarted while the function was suspended');
    return this.#advance(thread, args, 0);
  }

  /** `pushed` is the number of arguments that are already on the stack of the coroutine. */
  #advance(thread: LuaState, args: readonly unknown[], pushed: number): Progress {
    this.#suspended = undefined;
    let status = lua.LUA_OK;
    let value: unknown;
    this.#runGuarded((L) => {
      for (const one of args) this.#toLua.push(thread, one);
      this.#running = thread;
      status = lua.lua_resume(thread, L, pushed + args.length);
      this.#running = L;
      if (status !== lua.LUA_OK && status !== lua.LUA_YIELD) return 0;
      if (lua.lua_gettop(thread) > 0) value = new LuaReader(this.#tables).read(thread, 1);
      lua.lua_settop(thread, 0);
      return 0;
    });
    const suspended = status === lua.LUA_YIELD;
    if (!suspended && status !== lua.LUA_OK)
      throw new ScriptError('error', formatError(thread), formatCallStack(thread, 0));
    if (!suspended) return { value, suspended };
    this.#suspended = thread;
    return { value, suspended, line: suspendedLine(thread, this.#wrapperName) };
  }

  #export(name: string): LuaReference {
    const exported = this.#exports.get(name);
    if (!exported) throw new ScriptError('error', `the plugin exports no function ${name}`);
    return exported;
  }

  call(name: string, args: readonly unknown[]): unknown {
    const exported = this.#export(name);
    let value: unknown;
    this.#runGuarded((L) => {
      exported(L);
      for (const one of args) this.#toLua.push(L, one);
      lua.lua_call(L, args.length, 1);
      value = new LuaReader(this.#tables).read(L, -1);
      return 0;
    });
    return value;
  }

  /** Runs a function on an empty stack with the watchdog active. Failures become ScriptError. */
  #runGuarded(work: CFunction, mostMs: number = limits.pluginWaitMs): void {
    const L = this.#L;
    let shape: ShapeError | undefined;
    lua.lua_settop(L, 0);
    lua.lua_pushcfunction(L, this.#saveCallStack);
    lua.lua_pushcfunction(L, (state) => {
      try {
        return work(state);
      } catch (problem) {
        if (problem instanceof ShapeError) shape = problem;
        throw problem;
      }
    });
    this.#callStack = '';
    this.#lastSeen.clear();
    this.#watchdog.start(mostMs);
    const status = lua.lua_pcall(L, 0, 0, 1);
    const { late } = this.#watchdog;
    if (late) throw new ScriptError('deadline', late.message, late.calls);
    if (shape) throw new ScriptError('shape', shape.message);
    if (status !== lua.LUA_OK) throw new ScriptError('error', formatError(L), this.#callStack);
  }

  readonly #saveCallStack: CFunction = (L) => {
    this.#callStack = formatCallStack(L, 1);
    return 1;
  };

  #readExports(L: LuaState): void {
    lua.lua_pushnil(L);
    while (lua.lua_next(L, -2)) {
      if (lua.lua_type(L, -2) === luaTypes.string && lua.lua_type(L, -1) === luaTypes.function)
        this.#exports.set(decodeLuaString(lua.lua_tostring(L, -2)), lua.lua_toproxy(L, -1));
      lua.lua_pop(L, 1);
    }
  }

  #bind(operation: HostCallback): CFunction {
    return (L) => {
      let result: unknown;
      try {
        result = operation(...this.#readArguments(L));
      } catch (problem) {
        // fengari unwinds calls with values that are not instances of Error.
        if (!(problem instanceof Error)) throw problem;
        lua.lua_pushstring(L, toBytes(currentPosition(L, 1) + problem.message));
        return lua.lua_error(L);
      }
      this.#toLua.push(L, result);
      return 1;
    };
  }

  #readArguments(L: LuaState): unknown[] {
    const args: unknown[] = [];
    // One reader for all arguments, so that the size limit applies to their sum.
    const reading = new LuaReader(this.#tables, (state, place) => this.#createCallback(state, place));
    const count = lua.lua_gettop(L);
    for (let at = 1; at <= count; at++) args.push(reading.read(L, at));
    return args;
  }

  /** Wraps a Lua function. It may be called only during the call that passed it. */
  #createCallback(L: LuaState, at: number): HostCallback {
    const taken = lua.lua_toproxy(L, at);
    return (...args) => {
      taken(L);
      for (const one of args) this.#toLua.push(L, one);
      lua.lua_call(L, args.length, 1);
      const value = new LuaReader(this.#tables).read(L, -1);
      lua.lua_pop(L, 1);
      return value;
    };
  }
}

const stringTooLong = `a string of more than ${limits.pluginStringBytes} bytes`;

/** Converts a JavaScript error, such as a full stack, to a Lua error that a script can handle. */
const nativeError: CFunction = (L) => {
  const problem = lua.lua_touserdata(L, 1);
  const message = problem instanceof RangeError ? 'stack overflow' : (problem as Error).message;
  lua.lua_pushstring(L, toBytes(currentPosition(L, 1) + message));
  return 1;
};

/** Formats the thrown value. Ignores metatables, whose code could run without end. */
function formatError(L: LuaState): string {
  const type = lua.lua_type(L, -1);
  if (type === luaTypes.string || type === luaTypes.number) return decodeLuaString(lua.lua_tostring(L, -1));
  return `an error that is ${type === luaTypes.table ? 'a table' : 'not a string'}`;
}
