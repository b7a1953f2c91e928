/** Values of JavaScript's become values of Lua's, on top of the stack. */
import { limits } from '../../core/limits.ts';
import { toBytes } from './constants.ts';
import type { Links } from './links.ts';
import { lua, type Native, type State } from './machine.ts';
import { type Deed, isLazy, jsonNull, type LazyFields, LuaList } from './marks.ts';

/** How a function of JavaScript's is called from Lua. */
export type Bind = (deed: Deed) => Native;

export class ToLua {
  readonly #links: Links;
  readonly #bind: Bind;

  constructor(links: Links, bind: Bind) {
    this.#links = links;
    this.#bind = bind;
  }

  push(L: State, value: unknown, depth = 0): void {
    switch (typeof value) {
      case 'boolean':
        return lua.lua_pushboolean(L, value);
      case 'number':
        return pushNumber(L, value);
      case 'string':
        return lua.lua_pushstring(L, toBytes(value));
      case 'function':
        return lua.lua_pushcfunction(L, this.#bind(value as Deed));
      case 'object':
        return value === null ? lua.lua_pushnil(L) : this.#pushObject(L, value, depth);
      default:
        return value === jsonNull ? lua.lua_pushlightuserdata(L, jsonNull) : lua.lua_pushnil(L);
    }
  }

  #pushObject(L: State, value: object, depth: number): void {
    if (depth >= limits.pluginDepth)
      throw new Error(`a value is nested deeper than ${limits.pluginDepth} levels`);
    if (!lua.lua_checkstack(L, 8)) throw new Error('stack overflow');
    if (Array.isArray(value)) return this.#pushList(L, value, depth);
    if (value instanceof LuaList) return this.#pushList(L, value.items, depth, true);
    return isLazy(value) ? this.#pushLazy(L, value) : this.#pushRecord(L, value, depth);
  }

  /** An empty list is marked, or it would come back as an empty table of names. */
  #pushList(L: State, items: readonly unknown[], depth: number, marked = items.length === 0): void {
    lua.lua_createtable(L, items.length, 0);
    for (const [at, item] of items.entries()) {
      this.push(L, item, depth + 1);
      lua.lua_rawseti(L, -2, at + 1);
    }
    if (marked) this.#links.markList(L);
  }

  #pushRecord(L: State, record: object, depth: number): void {
    lua.lua_createtable(L, 0, 0);
    for (const [key, field] of Object.entries(record)) {
      lua.lua_pushstring(L, toBytes(key));
      this.push(L, field, depth + 1);
      lua.lua_rawset(L, -3);
    }
  }

  #pushLazy(L: State, fields: LazyFields): void {
    lua.lua_createtable(L, 0, 0);
    this.#links.lazy.set(lua.lua_topointer(L, -1)!, fields);
    lua.lua_createtable(L, 0, 3);
    this.#setNative(L, '__index', (state) => this.#readField(state, fields));
    this.#setNative(L, '__pairs', (state) => this.#pairs(state, fields));
    lua.lua_pushstring(L, toBytes('__metatable'));
    lua.lua_pushstring(L, toBytes('context'));
    lua.lua_rawset(L, -3);
    lua.lua_setmetatable(L, -2);
  }

  #setNative(L: State, name: string, native: Native): void {
    lua.lua_pushstring(L, toBytes(name));
    lua.lua_pushcfunction(L, native);
    lua.lua_rawset(L, -3);
  }

  /** Kept in the table, so that it is asked for once. */
  #readField(L: State, fields: LazyFields): number {
    const key = lua.lua_type(L, 2) === stringType ? textOf(lua.lua_tostring(L, 2)) : undefined;
    this.push(L, key === undefined ? undefined : fields.get(key));
    if (lua.lua_type(L, -1) === nilType || lua.lua_topointer(L, 1) === null) return 1;
    if (this.#links.lazy.get(lua.lua_topointer(L, 1)!) !== fields) return 1;
    lua.lua_pushvalue(L, 2);
    lua.lua_pushvalue(L, -2);
    lua.lua_rawset(L, 1);
    return 1;
  }

  /** Reads whatever has not been read, and goes on as `pairs` does over any table. */
  #pairs(L: State, fields: LazyFields): number {
    lua.lua_settop(L, 1);
    for (const key of fields.keys) {
      lua.lua_pushstring(L, toBytes(key));
      lua.lua_pushvalue(L, -1);
      if (lua.lua_rawget(L, 1) === nilType) {
        lua.lua_pop(L, 1);
        this.push(L, fields.get(key));
        lua.lua_rawset(L, 1);
      } else lua.lua_pop(L, 2);
    }
    lua.lua_pushcfunction(L, nextPair);
    lua.lua_pushvalue(L, 1);
    lua.lua_pushnil(L);
    return 3;
  }
}

const nilType = 0;
const stringType = 4;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that are no text become U+FFFD. */
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

const nextPair: Native = (L) => {
  lua.lua_settop(L, 2);
  if (lua.lua_next(L, 1)) return 2;
  lua.lua_pushnil(L);
  return 1;
};

/** Integers of this Lua have 32 bits; a number that is larger is a float, and comes back as the same number. */
function pushNumber(L: State, value: number): void {
  if ((value | 0) === value && !Object.is(value, -0)) lua.lua_pushinteger(L, value);
  else lua.lua_pushnumber(L, value);
}
