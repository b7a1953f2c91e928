/**
 * The globals of a script, before its host adds more. They cannot reach the outside, hold memory, or outlive a call.
 */

import { limits } from '#limits.ts';
import { type CompiledFiles, writeChunk } from './compiledChunk.ts';
import {
  auxiliary,
  type CFunction,
  type LuaReference,
  type LuaState,
  libraryOpeners,
  lua,
  luaTypes,
} from './fengari.ts';
import type { LastSeenPosition } from './lastSeenPosition.ts';
import { toBytes } from './memory.ts';
import { currentPosition } from './stackTrace.ts';
import { decodeLuaString } from './values.ts';

/** These load code, read files or expose the VM. `print` and `require` are replaced. */
const removedFunctions: Readonly<Record<string, readonly string[]>> = {
  _G: ['collectgarbage', 'dofile', 'load', 'loadfile', 'print'],
  string: ['dump'],
};

/** These can run for a long time without a hook. */
const slowFunctions: Readonly<Record<string, readonly string[]>> = {
  string: ['find', 'format', 'gmatch', 'gsub', 'match', 'rep'],
  table: ['concat', 'insert', 'move', 'remove', 'sort'],
};

interface LibraryOptions {
  readonly print: (text: string) => void;
  readonly require: CFunction;
  readonly lastSeen: LastSeenPosition;
}

export function openLibraries(L: LuaState, { print, require, lastSeen }: LibraryOptions): void {
  for (const [global, open] of Object.entries(libraryOpeners)) {
    auxiliary.luaL_requiref(L, toBytes(global), open, 1);
    for (const field of removedFunctions[global] ?? []) setField(L, field, () => lua.lua_pushnil(L));
    for (const field of slowFunctions[global] ?? []) trackSlowFunction(L, field, lastSeen);
    lua.lua_pop(L, 1);
  }
  lua.lua_pushglobaltable(L);
  setField(L, 'print', () => lua.lua_pushcfunction(L, createPrint(print)));
  setField(L, 'require', () => lua.lua_pushcfunction(L, require));
  lua.lua_pop(L, 1);
  protectStrings(L);
}

/** Sets a field of the table on top of the stack. */
function setField(L: LuaState, name: string, push: () => void): void {
  lua.lua_pushstring(L, toBytes(name));
  push();
  lua.lua_rawset(L, -3);
}

function trackSlowFunction(L: LuaState, name: string, lastSeen: LastSeenPosition): void {
  lua.lua_pushstring(L, toBytes(name));
  lua.lua_rawget(L, -2);
  const native = lua.lua_topointer(L, -1) as unknown as CFunction;
  lua.lua_pop(L, 1);
  const fast = name === 'find' ? findPlainly(native) : native;
  setField(L, name, () => lua.lua_pushcfunction(L, lastSeen.trackCalls(fast)));
}

/** `string.find` of fengari takes a millisecond for a plain text in a long one that often shows its first byte. */
const findPlainly =
  (native: CFunction): CFunction =>
  (L) => {
    const { string, nil } = luaTypes;
    const isPlain = lua.lua_type(L, 1) === string && lua.lua_type(L, 2) === string && lua.lua_toboolean(L, 4);
    const from = lua.lua_type(L, 3) === nil ? 1 : lua.lua_isinteger(L, 3) ? lua.lua_tonumber(L, 3) : 0;
    if (!isPlain || from < 1) return native(L);
    const [text, part] = [lua.lua_tostring(L, 1), lua.lua_tostring(L, 2)];
    if (part.length === 0 || from > text.length) return native(L);
    const at = Buffer.from(text.buffer, text.byteOffset, text.length).indexOf(part, from - 1);
    if (at < 0) {
      lua.lua_pushnil(L);
      return 1;
    }
    lua.lua_pushinteger(L, at + 1);
    lua.lua_pushinteger(L, at + part.length);
    return 2;
  };

/** All strings share one metatable. This hides it from scripts. */
function protectStrings(L: LuaState): void {
  lua.lua_pushstring(L, toBytes(''));
  lua.lua_getmetatable(L, -1);
  setField(L, '__metatable', () => lua.lua_pushboolean(L, false));
  lua.lua_pop(L, 2);
}

const createPrint =
  (print: (text: string) => void): CFunction =>
  (L) => {
    const words: string[] = [];
    const count = lua.lua_gettop(L);
    let left: number = limits.pluginMessageChars;
    for (let at = 1; at <= count && left > 0; at++) {
      const word = decodeLuaString(auxiliary.luaL_tolstring(L, at).subarray(0, left));
      lua.lua_pop(L, 1);
      words.push(word);
      left -= word.length + 1;
    }
    print(words.join('\t'));
    return 0;
  };

const textMode = toBytes('t');
const compiledMode = toBytes('b');

/** Loads the files of a script. A text is never taken for a compiled file. Each file is run once. */

export class ModuleLoader {
  readonly #texts: Readonly<Record<string, string>>;
  readonly #compiled: CompiledFiles;
  readonly #lastSeen: LastSeenPosition;
  #newlyCompiled: Record<string, Uint8Array> | undefined = {};
  readonly #loaded = new Map<string, LuaReference | 'running'>([['main', 'running']]);

  constructor(texts: Readonly<Record<string, string>>, compiled: CompiledFiles, lastSeen: LastSeenPosition) {
    this.#texts = texts;
    this.#compiled = compiled;
    this.#lastSeen = lastSeen;
  }

  pushMain(L: LuaState): void {
    const main = this.#text('main');
    if (main === undefined) throw new Error('the plugin has no main.lua');
    this.#pushModule(L, 'main', main);
  }

  /** Returns the files that were compiled so far. Those that are compiled later are not kept. */
  takeCompiled(): CompiledFiles {
    const compiled = this.#newlyCompiled ?? {};
    this.#newlyCompiled = undefined;
    return compiled;
  }

  /** Pushes a chunk as a function, compiled if necessary. Error messages name it `file`. */
  pushChunk(L: LuaState, key: string, file: string, text: string): void {
    const compiled = Object.hasOwn(this.#compiled, key) ? this.#compiled[key] : undefined;
    const bytes = compiled ?? toBytes(text);
    const mode = compiled ? compiledMode : textMode;
    const status = auxiliary.luaL_loadbufferx(L, bytes, bytes.length, toBytes(`=${file}`), mode);
    if (status !== lua.LUA_OK) this.#raiseSyntaxError(L, file);
    if (!compiled && this.#newlyCompiled) this.#newlyCompiled[key] = writeChunk(L);
  }

  /** The global `require`. */
  readonly require: CFunction = (L) => {
    const name = lua.lua_type(L, 1) === luaTypes.string ? decodeLuaString(lua.lua_tostring(L, 1)) : undefined;
    if (name === undefined) return raiseAtCaller(L, "bad argument #1 to 'require' (string expected)");
    const loaded = this.#loaded.get(name);
    if (loaded === 'running') return raiseAtCaller(L, `circular require: ${name}.lua is still being loaded`);
    if (loaded) loaded(L);
    else this.#load(L, name);
    return 1;
  };

  #load(L: LuaState, name: string): void {
    const text = this.#text(name);
    if (text === undefined)
      raiseAtCaller(
        L,
        `no ${name.slice(0, maxModuleName)}.lua found: require takes the name of a file beside main.lua, or lib/NAME`,
      );
    this.#loaded.set(name, 'running');
    try {
      this.#pushModule(L, name, text!);
      lua.lua_pushvalue(L, 1);
      lua.lua_call(L, 1, 1);
    } catch (problem) {
      this.#loaded.delete(name);
      throw problem;
    }
    if (lua.lua_type(L, -1) === luaTypes.nil) {
      lua.lua_pop(L, 1);
      lua.lua_pushboolean(L, true);
    }
    this.#loaded.set(name, lua.lua_toproxy(L, -1));
  }

  #pushModule(L: LuaState, name: string, text: string): void {
    this.pushChunk(L, name, `${name}.lua`, text);
    this.#lastSeen.addModule(L, Object.keys(this.#texts).indexOf(name));
  }

  #text(name: string): string | undefined {
    return Object.hasOwn(this.#texts, name) ? this.#texts[name] : undefined;
  }

  /** Parser messages begin with the position, except for bytecode. Adds the file name there. */
  #raiseSyntaxError(L: LuaState, file: string): never {
    const message = decodeLuaString(lua.lua_tostring(L, -1));
    lua.lua_pushstring(L, toBytes(message.startsWith(`${file}:`) ? message : `${file}: ${message}`));
    return lua.lua_error(L);
  }
}

const maxModuleName = 64;

function raiseAtCaller(L: LuaState, message: string): never {
  lua.lua_pushstring(L, toBytes(currentPosition(L, 1) + message));
  return lua.lua_error(L);
}
