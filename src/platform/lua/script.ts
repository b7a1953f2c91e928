/** One script in one Lua state: its globals, its modules, and calls of the functions that its main file returns. */

import { limits } from '../../core/limits.ts';
import type { Clock } from '../clock.ts';
import { refuseLongStrings } from './bytes.ts';
import { toBytes } from './constants.ts';
import { FromLua, ShapeProblem } from './fromLua.ts';
import { LastSeen } from './lastSeen.ts';
import { openLibraries } from './libraries.ts';
import { Links } from './links.ts';
import { auxiliary, type Kept, lua, type Native, raiseInside, type State, types } from './machine.ts';
import type { Deed } from './marks.ts';
import { Modules } from './modules.ts';
import { callsOf, placeOf } from './places.ts';
import { ToLua, textOf } from './toLua.ts';
import { type End, Watch } from './watch.ts';

export type ScriptReason = 'error' | 'deadline' | 'shape';

export class ScriptError extends Error {
  readonly reason: ScriptReason;
  /** The calls that led there, one a line. */
  readonly calls: string;
  constructor(reason: ScriptReason, message: string, calls = '') {
    super(message);
    this.reason = reason;
    this.calls = calls;
  }
}

export interface ScriptOptions {
  /** By name: `main` is run first, the others when they are required. */
  readonly modules: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly print: (text: string) => void;
  /** Ends the thread: nothing of the script may run after it. */
  readonly end: End;
  /** Of `lastSeenSize`. */
  readonly lastSeen: SharedArrayBuffer | ArrayBuffer;
}

export class Script {
  readonly #L: State = auxiliary.luaL_newstate();
  readonly #links = new Links(this.#L);
  readonly #toLua = new ToLua(this.#links, (deed) => this.#bind(deed));
  readonly #modules: Modules;
  readonly #lastSeen: LastSeen;
  readonly #watch: Watch;
  readonly #exports = new Map<string, Kept>();
  #calls = '';

  constructor({ modules, clock, print, end, lastSeen }: ScriptOptions) {
    const L = this.#L;
    this.#lastSeen = new LastSeen(lastSeen);
    this.#modules = new Modules(modules, this.#lastSeen);
    openLibraries(L, { print, require: this.#modules.require, lastSeen: this.#lastSeen });
    this.#watch = new Watch(L, clock, end);
    lua.lua_atnativeerror(L, nativeError);
    refuseLongStrings(() => raiseInside(L, toBytes(placeOf(L) + tooLong)));
  }

  define(name: string, value: unknown): void {
    const L = this.#L;
    lua.lua_pushglobaltable(L);
    lua.lua_pushstring(L, toBytes(name));
    this.#toLua.push(L, value);
    lua.lua_rawset(L, -3);
    lua.lua_pop(L, 1);
  }

  /** Runs a chunk of ours with a global as its argument. */
  prepare(name: string, text: string, global: string): void {
    this.#guarded((L) => {
      this.#modules.push(L, name, text);
      lua.lua_pushglobaltable(L);
      lua.lua_pushstring(L, toBytes(global));
      lua.lua_rawget(L, -2);
      lua.lua_remove(L, -2);
      lua.lua_call(L, 1, 0);
      return 0;
    });
  }

  /** Runs the main file; the names of the functions in the table that it returns. */
  load(): readonly string[] {
    this.#guarded((L) => {
      this.#modules.pushMain(L);
      lua.lua_call(L, 0, 1);
      if (lua.lua_type(L, -1) !== types.table)
        throw new ShapeProblem('main.lua does not return a table of functions');
      this.#takeExports(L);
      return 0;
    });
    return [...this.#exports.keys()];
  }

  call(name: string, args: readonly unknown[]): unknown {
    const exported = this.#exports.get(name);
    if (!exported) throw new ScriptError('error', `the plugin exports no function ${name}`);
    let value: unknown;
    this.#guarded((L) => {
      exported(L);
      for (const one of args) this.#toLua.push(L, one);
      lua.lua_call(L, args.length, 1);
      value = new FromLua(this.#links).read(L, -1);
      return 0;
    });
    return value;
  }

  /** Runs something on an empty stack, against the clock; what goes wrong leaves as a ScriptError. */
  #guarded(work: Native): void {
    const L = this.#L;
    let shape: ShapeProblem | undefined;
    lua.lua_settop(L, 0);
    lua.lua_pushcfunction(L, this.#keepCalls);
    lua.lua_pushcfunction(L, (state) => {
      try {
        return work(state);
      } catch (problem) {
        if (problem instanceof ShapeProblem) shape = problem;
        throw problem;
      }
    });
    this.#calls = '';
    this.#lastSeen.forget();
    this.#watch.begin();
    const status = lua.lua_pcall(L, 0, 0, 1);
    const { late } = this.#watch;
    if (late) throw new ScriptError('deadline', late.message, late.calls);
    if (shape) throw new ScriptError('shape', shape.message);
    if (status !== lua.LUA_OK) throw new ScriptError('error', told(L), this.#calls);
  }

  readonly #keepCalls: Native = (L) => {
    this.#calls = callsOf(L, 1);
    return 1;
  };

  #takeExports(L: State): void {
    lua.lua_pushnil(L);
    while (lua.lua_next(L, -2)) {
      if (lua.lua_type(L, -2) === types.string && lua.lua_type(L, -1) === types.function)
        this.#exports.set(textOf(lua.lua_tostring(L, -2)), lua.lua_toproxy(L, -1));
      lua.lua_pop(L, 1);
    }
  }

  #bind(deed: Deed): Native {
    return (L) => {
      let result: unknown;
      try {
        result = deed(...this.#arguments(L));
      } catch (problem) {
        // Whatever else is thrown is Lua's own way out of a call.
        if (!(problem instanceof Error)) throw problem;
        lua.lua_pushstring(L, toBytes(placeOf(L, 1) + problem.message));
        return lua.lua_error(L);
      }
      this.#toLua.push(L, result);
      return 1;
    };
  }

  #arguments(L: State): unknown[] {
    const args: unknown[] = [];
    // All together are bounded as one value is.
    const reading = new FromLua(this.#links, (state, place) => this.#callable(state, place));
    const count = lua.lua_gettop(L);
    for (let at = 1; at <= count; at++) args.push(reading.read(L, at));
    return args;
  }

  /** A function of Lua's, to be called while the call lasts that it was given in. */
  #callable(L: State, at: number): Deed {
    const taken = lua.lua_toproxy(L, at);
    return (...args) => {
      taken(L);
      for (const one of args) this.#toLua.push(L, one);
      lua.lua_call(L, args.length, 1);
      const value = new FromLua(this.#links).read(L, -1);
      lua.lua_pop(L, 1);
      return value;
    };
  }
}

const tooLong = `a string of more than ${limits.pluginStringBytes} bytes`;

/** An error of JavaScript's, such as a stack that is full, as one that a script can handle. */
const nativeError: Native = (L) => {
  const problem = lua.lua_touserdata(L, 1);
  const message = problem instanceof RangeError ? 'stack overflow' : (problem as Error).message;
  lua.lua_pushstring(L, toBytes(placeOf(L, 1) + message));
  return 1;
};

/** Says what was thrown. A metatable is not asked: it could run on. */
function told(L: State): string {
  const type = lua.lua_type(L, -1);
  if (type === types.string || type === types.number) return textOf(lua.lua_tostring(L, -1));
  return `an error that is ${type === types.table ? 'a table' : 'no text'}`;
}
