/** What one Lua state keeps of the values that are more than their fields: marked lists and lazy tables. */
import { toBytes } from './constants.ts';
import { type Kept, lua, type State } from './machine.ts';
import type { LazyFields } from './marks.ts';

export class Links {
  /** From a table of Lua's to what it shows. */
  readonly lazy = new WeakMap<object, LazyFields>();
  readonly #listMetatable: Kept;
  readonly #listPointer: object;

  constructor(L: State) {
    lua.lua_createtable(L, 0, 1);
    lua.lua_pushstring(L, toBytes('__metatable'));
    lua.lua_pushstring(L, toBytes('list'));
    lua.lua_rawset(L, -3);
    this.#listMetatable = lua.lua_toproxy(L, -1);
    this.#listPointer = lua.lua_topointer(L, -1)!;
    lua.lua_pop(L, 1);
  }

  /** Of the table on top. */
  markList(L: State): void {
    this.#listMetatable(L);
    lua.lua_setmetatable(L, -2);
  }

  isList(L: State, at: number): boolean {
    if (!lua.lua_getmetatable(L, at)) return false;
    const marked = lua.lua_topointer(L, -1) === this.#listPointer;
    lua.lua_pop(L, 1);
    return marked;
  }
}
