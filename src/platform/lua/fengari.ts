/**
 * Loads fengari, the Lua VM, after its definitions and strings are patched, and patches its tables and closures. Also
 * types for it, as far as it is used here. Its modules import each other in circles, and only `lua.js` loads them in a
 * valid order.
 */

import './patchStrings.ts';
import 'fengari/src/lua.js';
import lauxlib from 'fengari/src/lauxlib.js';
import ldebug from 'fengari/src/ldebug.js';
import ldo from 'fengari/src/ldo.js';
import lobject from 'fengari/src/lobject.js';
import ltable from 'fengari/src/ltable.js';
import core from 'fengari/src/lua.js';
import lualib from 'fengari/src/lualib.js';
import { chargeMemory } from './memory.ts';

declare const stateBrand: unique symbol;
export interface LuaState {
  readonly [stateBrand]: true;
}

/** A native function: its arguments are on the stack, and it returns how many results it pushed. */
export type CFunction = (state: LuaState) => number;

/** Pushes a stored value on the stack again. */
export type LuaReference = (state: LuaState) => void;

export interface DebugInfo {
  readonly short_src: Uint8Array;
  readonly currentline: number;
  readonly linedefined: number;
  /** The name by which the function was called, and its kind: `local`, `field`, `global`. */
  readonly name: Uint8Array | null;
  readonly namewhat: Uint8Array | null;
}

interface LuaApi {
  readonly LUA_MASKCOUNT: number;
  readonly LUA_OK: number;
  readonly LUA_YIELD: number;
  readonly lua_Debug: new () => DebugInfo;
  lua_absindex(L: LuaState, at: number): number;
  lua_atnativeerror(L: LuaState, handler: CFunction): unknown;
  lua_call(L: LuaState, args: number, results: number): void;
  lua_checkstack(L: LuaState, slots: number): boolean;
  lua_createtable(L: LuaState, items: number, fields: number): void;
  lua_error(L: LuaState): never;
  lua_getinfo(L: LuaState, what: Uint8Array, place: DebugInfo): number;
  lua_getmetatable(L: LuaState, at: number): boolean;
  lua_getstack(L: LuaState, level: number, place: DebugInfo): number;
  lua_gettop(L: LuaState): number;
  lua_isinteger(L: LuaState, at: number): boolean;
  lua_newthread(L: LuaState): LuaState;
  lua_next(L: LuaState, at: number): number;
  lua_pcall(L: LuaState, args: number, results: number, handler: number): number;
  lua_pop(L: LuaState, count: number): void;
  lua_pushboolean(L: LuaState, value: boolean): void;
  lua_pushcfunction(L: LuaState, operation: CFunction): void;
  lua_pushglobaltable(L: LuaState): void;
  lua_pushinteger(L: LuaState, value: number): void;
  lua_pushlightuserdata(L: LuaState, value: unknown): void;
  /** Pushes a JavaScript string. */
  lua_pushliteral(L: LuaState, text: string): void;
  lua_pushnil(L: LuaState): void;
  lua_pushnumber(L: LuaState, value: number): void;
  lua_pushstring(L: LuaState, bytes: Uint8Array): void;
  lua_pushvalue(L: LuaState, at: number): void;
  lua_rawget(L: LuaState, at: number): number;
  lua_rawset(L: LuaState, at: number): void;
  lua_rawseti(L: LuaState, at: number, index: number): void;
  lua_remove(L: LuaState, at: number): void;
  lua_resume(L: LuaState, from: LuaState, args: number): number;
  lua_sethook(L: LuaState, hook: (L: LuaState, place: DebugInfo) => void, mask: number, count: number): void;
  lua_setmetatable(L: LuaState, at: number): void;
  lua_settop(L: LuaState, top: number): void;
  lua_toboolean(L: LuaState, at: number): boolean;
  lua_tonumber(L: LuaState, at: number): number;
  lua_topointer(L: LuaState, at: number): object | null;
  lua_toproxy(L: LuaState, at: number): LuaReference;
  lua_tostring(L: LuaState, at: number): Uint8Array;
  lua_touserdata(L: LuaState, at: number): unknown;
  lua_type(L: LuaState, at: number): number;
  lua_yield(L: LuaState, results: number): number;
}

interface LuaAuxiliaryApi {
  luaL_loadbufferx(L: LuaState, text: Uint8Array, size: number, name: Uint8Array, mode: Uint8Array): number;
  luaL_newstate(): LuaState;
  luaL_requiref(L: LuaState, name: Uint8Array, open: CFunction, global: number): void;
  luaL_tolstring(L: LuaState, at: number): Uint8Array;
}

/*
 * Below, tables and closures are patched to charge the memory account as they grow. The sizes are estimates.
 */

/** A table entry: key and value. */
const entryBytes = 160;
const tableBytes = 400;
const closureBytes = 120;
const upvalueBytes = 8;

type TableFunction = (...args: readonly unknown[]) => unknown;

const tables = ltable as Record<'luaH_new' | 'luaH_setint' | 'luaH_setfrom', TableFunction>;
const { luaH_new, luaH_setint, luaH_setfrom } = tables;

tables.luaH_new = (state) => {
  chargeMemory(tableBytes);
  return luaH_new(state);
};
tables.luaH_setint = (table, key, value) => {
  chargeMemory(entryBytes);
  return luaH_setint(table, key, value);
};
tables.luaH_setfrom = (state, table, key, value) => {
  chargeMemory(entryBytes);
  return luaH_setfrom(state, table, key, value);
};

type ClosureConstructor = new (state: unknown, upvalues: number) => object;

const objects = lobject as {
  LClosure: ClosureConstructor;
  luaO_pushfstring(L: LuaState, format: Uint8Array, text: Uint8Array): void;
};

objects.LClosure = class extends objects.LClosure {
  constructor(state: unknown, upvalues: number) {
    chargeMemory(closureBytes + upvalues * upvalueBytes);
    super(state, upvalues);
  }
};

export const lua = core as LuaApi;
export const auxiliary = lauxlib as LuaAuxiliaryApi;
const debug = ldebug as { luaG_errormsg(L: LuaState): never };
const textFormat = new TextEncoder().encode('%s');

/** Raises a Lua error inside an instruction, where the stack may have no room for an ordinary push. */
export function raiseInsideInstruction(L: LuaState, message: Uint8Array): never {
  objects.luaO_pushfstring(L, textFormat, message);
  return debug.luaG_errormsg(L);
}

/** Ends the innermost protected call with the value on top of the stack. Skips message handlers. */
export const throwStatus = (ldo as { luaD_throw(L: LuaState, status: number): never }).luaD_throw;
export const runtimeError = 2;

const { luaopen_base, luaopen_string, luaopen_table, luaopen_math, luaopen_utf8 } = lualib as Record<
  'luaopen_base' | 'luaopen_string' | 'luaopen_table' | 'luaopen_math' | 'luaopen_utf8',
  CFunction
>;

/** By the name of the global that each opens. */
export const libraryOpeners: Readonly<Record<string, CFunction>> = {
  _G: luaopen_base,
  string: luaopen_string,
  table: luaopen_table,
  math: luaopen_math,
  utf8: luaopen_utf8,
};

/** Return values of `lua_type`. */
export const luaTypes = {
  nil: 0,
  boolean: 1,
  lightuserdata: 2,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
  userdata: 7,
  thread: 8,
} as const;
