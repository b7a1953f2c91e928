/**
 * A value of Lua's becomes a plain value: JSON, as far as a script can make it. What is no JSON is refused with the
 * way to it. Metatables are not asked, so that reading runs nothing of the script's.
 */
import { limits } from '../../core/limits.ts';
import type { Links } from './links.ts';
import { lua, type State, types } from './machine.ts';
import { isLazy, jsonNull, type LazyFields, LuaList } from './marks.ts';
import { charge } from './memory.ts';
import { textOf } from './toLua.ts';

export class ShapeProblem extends Error {}

/** What an argument may be beside JSON: functions, and lazy tables as they were given. A result may not. */
export type ReadFunction = (L: State, at: number) => unknown;

/** Of a value beside its text, and what it takes here; many values are held before they are text. */
const valueBytes = 8;
const heldBytes = 200;

export class FromLua {
  readonly #links: Links;
  readonly #function: ReadFunction | undefined;
  readonly #path: (string | number)[] = [];
  readonly #open = new Set<object>();
  #bytes = 0;

  constructor(links: Links, readFunction?: ReadFunction) {
    this.#links = links;
    this.#function = readFunction;
  }

  read(L: State, at: number): unknown {
    this.#count(valueBytes);
    switch (lua.lua_type(L, at)) {
      case types.nil:
        return undefined;
      case types.boolean:
        return lua.lua_toboolean(L, at);
      case types.number:
        return this.#number(lua.lua_tonumber(L, at));
      case types.string:
        return this.#string(lua.lua_tostring(L, at));
      case types.table:
        return this.#table(L, lua.lua_absindex(L, at));
      case types.lightuserdata:
        if (lua.lua_touserdata(L, at) === jsonNull) return null;
        break;
      case types.function:
        if (this.#function) return this.#function(L, at);
    }
    const found = lua.lua_type(L, at) === types.function ? 'a function' : 'neither JSON nor a table';
    throw this.#problem(`is ${found}`);
  }

  #number(value: number): number {
    if (!Number.isFinite(value)) throw this.#problem('is a number that JSON does not have');
    return value;
  }

  #string(bytes: Uint8Array): string {
    this.#count(bytes.length);
    return textOf(bytes);
  }

  #table(L: State, at: number): unknown {
    const table = lua.lua_topointer(L, at)!;
    const lazy = this.#links.lazy.get(table);
    if (lazy) return this.#function ? lazy : this.#within(table, () => this.#plain(lazy));
    return this.#within(table, () => this.#fields(L, at));
  }

  #within<Value>(table: object, read: () => Value): Value {
    if (this.#open.has(table)) throw this.#problem('holds itself');
    if (this.#open.size >= limits.pluginDepth)
      throw this.#problem(`is nested deeper than ${limits.pluginDepth} levels`);
    this.#open.add(table);
    const value = read();
    this.#open.delete(table);
    return value;
  }

  #fields(L: State, at: number): unknown {
    if (!lua.lua_checkstack(L, 8)) throw this.#problem('is nested too deep');
    const named: [string, unknown][] = [];
    const listed: [number, unknown][] = [];
    let longest = 0;
    lua.lua_pushnil(L);
    while (lua.lua_next(L, at)) {
      const key = this.#key(L, -2);
      this.#path.push(key);
      const value = this.read(L, -1);
      this.#path.pop();
      if (typeof key === 'string') named.push([key, value]);
      else {
        listed.push([key, value]);
        longest = Math.max(longest, key);
      }
      lua.lua_pop(L, 1);
    }
    if (listed.length === 0) return named.length === 0 && this.#links.isList(L, at) ? [] : record(named);
    if (named.length > 0) throw this.#problem('has both names and positions');
    if (longest !== listed.length) throw this.#problem('is a list with holes in it');
    const list = new Array<unknown>(longest);
    for (const [position, value] of listed) list[position - 1] = value;
    return list;
  }

  #key(L: State, at: number): string | number {
    switch (lua.lua_type(L, at)) {
      case types.string:
        return this.#string(lua.lua_tostring(L, at));
      case types.number: {
        const position = lua.lua_tonumber(L, at);
        if (Number.isInteger(position) && position >= 1) return position;
      }
    }
    throw this.#problem('has a key that is neither a name nor a position');
  }

  /** A table that was never read in Lua, or in part: it is given back as it would be read. */
  #plain(value: unknown): unknown {
    this.#count(valueBytes);
    if (typeof value === 'string') this.#count(value.length);
    if (typeof value === 'function') throw this.#problem('is a function');
    if (value === jsonNull) return null;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof LuaList) return value.items.map((item) => this.#plain(item));
    if (Array.isArray(value)) return value.map((item) => this.#plain(item));
    const lazy = value as LazyFields;
    if (isLazy(value)) return record(lazy.keys.map((key) => [key, this.#plain(lazy.get(key))]));
    return record(Object.entries(value).map(([key, field]) => [key, this.#plain(field)]));
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    charge(bytes + heldBytes);
    if (this.#bytes > limits.pluginValueBytes)
      throw new ShapeProblem(`the value is larger than ${limits.pluginValueBytes} bytes`);
  }

  #problem(why: string): ShapeProblem {
    const way = this.#path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const shown = way.replace(/^\./, '').slice(0, longestWay);
    return new ShapeProblem(`${shown === '' ? 'the value' : shown} ${why}`);
  }
}

const longestWay = 200;

/** Without the one name that would change what the record is when it is copied carelessly. */
const record = (fields: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(fields.filter(([key, value]) => key !== '__proto__' && value !== undefined));
