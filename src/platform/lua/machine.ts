/** fengari, changed before it is loaded as the files beside this one say, and typed as far as it is used. */
import { core } from './core.ts';
import './tables.ts';
import lauxlib from 'fengari/src/lauxlib.js';
import ldebug from 'fengari/src/ldebug.js';
import ldo from 'fengari/src/ldo.js';
import lobject from 'fengari/src/lobject.js';
import lualib from 'fengari/src/lualib.js';

declare const stateBrand: unique symbol;
export interface State {
  readonly [stateBrand]: true;
}

/** What fengari calls: the arguments are on the stack, it returns how many results it has put there. */
export type Native = (state: State) => number;

/** Puts a value that was taken off a stack back on it. */
export type Kept = (state: State) => void;

export interface Place {
  readonly short_src: Uint8Array;
  readonly currentline: number;
  readonly linedefined: number;
  /** As its caller calls the function, and what that is: `local`, `field`, `global`. */
  readonly name: Uint8Array | null;
  readonly namewhat: Uint8Array | null;
}

interface Core {
  readonly LUA_MASKCOUNT: number;
  readonly LUA_OK: number;
  readonly LUA_MULTRET: number;
  readonly lua_Debug: new () => Place;
  lua_absindex(L: State, at: number): number;
  lua_atnativeerror(L: State, handler: Native): unknown;
  lua_call(L: State, args: number, results: number): void;
  lua_checkstack(L: State, slots: number): boolean;
  lua_createtable(L: State, items: number, fields: number): void;
  lua_error(L: State): never;
  lua_getinfo(L: State, what: Uint8Array, place: Place): number;
  lua_getmetatable(L: State, at: number): boolean;
  lua_getstack(L: State, level: number, place: Place): number;
  lua_gettop(L: State): number;
  lua_insert(L: State, at: number): void;
  lua_isinteger(L: State, at: number): boolean;
  lua_load(L: State, reader: unknown, data: unknown, name: Uint8Array, mode: Uint8Array): number;
  lua_next(L: State, at: number): number;
  lua_pcall(L: State, args: number, results: number, handler: number): number;
  lua_pop(L: State, count: number): void;
  lua_pushboolean(L: State, value: boolean): void;
  lua_pushcfunction(L: State, deed: Native): void;
  lua_pushglobaltable(L: State): void;
  lua_pushinteger(L: State, value: number): void;
  lua_pushlightuserdata(L: State, value: unknown): void;
  lua_pushnil(L: State): void;
  lua_pushnumber(L: State, value: number): void;
  lua_pushstring(L: State, bytes: Uint8Array): void;
  lua_pushvalue(L: State, at: number): void;
  lua_rawequal(L: State, one: number, other: number): boolean;
  lua_rawget(L: State, at: number): number;
  lua_rawgeti(L: State, at: number, index: number): number;
  lua_rawset(L: State, at: number): void;
  lua_rawseti(L: State, at: number, index: number): void;
  lua_remove(L: State, at: number): void;
  lua_sethook(L: State, hook: (L: State, place: Place) => void, mask: number, count: number): void;
  lua_setmetatable(L: State, at: number): void;
  lua_settop(L: State, top: number): void;
  lua_toboolean(L: State, at: number): boolean;
  lua_tonumber(L: State, at: number): number;
  lua_topointer(L: State, at: number): object | null;
  lua_toproxy(L: State, at: number): Kept;
  lua_tostring(L: State, at: number): Uint8Array;
  lua_touserdata(L: State, at: number): unknown;
  lua_type(L: State, at: number): number;
}

interface Auxiliary {
  luaL_loadbufferx(L: State, text: Uint8Array, size: number, name: Uint8Array, mode: Uint8Array): number;
  luaL_newstate(): State;
  luaL_requiref(L: State, name: Uint8Array, open: Native, global: number): void;
  luaL_tolstring(L: State, at: number): Uint8Array;
}

export const lua = core as Core;
export const auxiliary = lauxlib as Auxiliary;
const debug = ldebug as { luaG_errormsg(L: State): never };
const objects = lobject as { luaO_pushfstring(L: State, format: Uint8Array, text: Uint8Array): void };
const plainText = new TextEncoder().encode('%s');

/** An error of Lua's in the middle of an instruction, when the stack may have no room for what others push. */
export function raiseInside(L: State, message: Uint8Array): never {
  objects.luaO_pushfstring(L, plainText, message);
  return debug.luaG_errormsg(L);
}

/** Ends the innermost protected call with what is on top, and asks no handler. */
export const throwPast = (ldo as { luaD_throw(L: State, status: number): never }).luaD_throw;
export const runtimeError = 2;

const { luaopen_base, luaopen_string, luaopen_table, luaopen_math, luaopen_utf8 } = lualib as Record<
  'luaopen_base' | 'luaopen_string' | 'luaopen_table' | 'luaopen_math' | 'luaopen_utf8',
  Native
>;

/** By the global that each opens. */
export const libraries: Readonly<Record<string, Native>> = {
  _G: luaopen_base,
  string: luaopen_string,
  table: luaopen_table,
  math: luaopen_math,
  utf8: luaopen_utf8,
};

/** Of `lua_type`. */
export const types = {
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
