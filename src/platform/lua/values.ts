/** Converts values between JavaScript and Lua. Lists and lazy tables keep their identity on the way. */
import { limits } from '#limits.ts';
import { type CFunction, type LuaReference, type LuaState, lua, luaTypes } from './fengari.ts';
import { type HostCallback, isLazy, jsonNull, type LazyFields, LuaList } from './hostValues.ts';
import { chargeMemory, toBytes } from './memory.ts';

/** Marked lists and lazy tables of one Lua state. */
export class SpecialTables {
  /** Maps a Lua table to the fields behind it. */
  readonly lazyTables = new WeakMap<object, LazyFields>();
  readonly #listMetatable: LuaReference;
  readonly #listPointer: object;

  constructor(L: LuaState) {
    lua.lua_createtable(L, 0, 1);
    lua.lua_pushstring(L, toBytes('__metatable'));
    lua.lua_pushstring(L, toBytes('list'));
    lua.lua_rawset(L, -3);
    this.#listMetatable = lua.lua_toproxy(L, -1);
    this.#listPointer = lua.lua_topointer(L, -1)!;
    lua.lua_pop(L, 1);
  }

  /** Marks the table on top of the stack as a list. */
  markList(L: LuaState): void {
    this.#listMetatable(L);
    lua.lua_setmetatable(L, -2);
  }

  isList(L: LuaState, at: number): boolean {
    if (!lua.lua_getmetatable(L, at)) return false;
    const marked = lua.lua_topointer(L, -1) === this.#listPointer;
    lua.lua_pop(L, 1);
    return marked;
  }
}

/** Wraps a JavaScript function so that Lua can call it. */
type CallbackBinder = (operation: HostCallback) => CFunction;

export class LuaWriter {
  readonly #tables: SpecialTables;
  readonly #bind: CallbackBinder;

  constructor(links: SpecialTables, bind: CallbackBinder) {
    this.#tables = links;
    this.#bind = bind;
  }

  push(L: LuaState, value: unknown, depth = 0): void {
    switch (typeof value) {
      case 'boolean':
        return lua.lua_pushboolean(L, value);
      case 'number':
        return pushNumber(L, value);
      case 'string':
        return lua.lua_pushliteral(L, value);
      case 'function':
        return lua.lua_pushcfunction(L, this.#bind(value as HostCallback));
      case 'object':
        return value === null ? lua.lua_pushnil(L) : this.#pushObject(L, value, depth);
      default:
        return value === jsonNull ? lua.lua_pushlightuserdata(L, jsonNull) : lua.lua_pushnil(L);
    }
  }

  #pushObject(L: LuaState, value: object, depth: number): void {
    if (depth >= limits.pluginDepth)
      throw new Error(`a value is nested deeper than ${limits.pluginDepth} levels`);
    if (!lua.lua_checkstack(L, 8)) throw new Error('stack overflow');
    if (Array.isArray(value)) return this.#pushList(L, value, depth);
    if (value instanceof LuaList) return this.#pushList(L, value.items, depth, true);
    return isLazy(value) ? this.#pushLazy(L, value) : this.#pushRecord(L, value, depth);
  }

  /** An empty list is marked, because otherwise it would be read back as an empty object. */
  #pushList(L: LuaState, items: readonly unknown[], depth: number, marked = items.length === 0): void {
    lua.lua_createtable(L, items.length, 0);
    for (const [at, item] of items.entries()) {
      this.push(L, item, depth + 1);
      lua.lua_rawseti(L, -2, at + 1);
    }
    if (marked) this.#tables.markList(L);
  }

  #pushRecord(L: LuaState, record: object, depth: number): void {
    lua.lua_createtable(L, 0, 0);
    for (const [key, field] of Object.entries(record)) {
      lua.lua_pushliteral(L, key);
      this.push(L, field, depth + 1);
      lua.lua_rawset(L, -3);
    }
  }

  #pushLazy(L: LuaState, fields: LazyFields): void {
    lua.lua_createtable(L, 0, 0);
    this.#tables.lazyTables.set(lua.lua_topointer(L, -1)!, fields);
    lua.lua_createtable(L, 0, 3);
    this.#setNative(L, '__index', (state) => this.#readField(state, fields));
    this.#setNative(L, '__pairs', (state) => this.#startPairs(state, fields));
    lua.lua_pushstring(L, toBytes('__metatable'));
    lua.lua_pushstring(L, toBytes('context'));
    lua.lua_rawset(L, -3);
    lua.lua_setmetatable(L, -2);
  }

  #setNative(L: LuaState, name: string, native: CFunction): void {
    lua.lua_pushstring(L, toBytes(name));
    lua.lua_pushcfunction(L, native);
    lua.lua_rawset(L, -3);
  }

  /** Reads a field and stores it in the table, so that it is computed once. */
  #readField(L: LuaState, fields: LazyFields): number {
    const key = lua.lua_type(L, 2) === stringType ? decodeLuaString(lua.lua_tostring(L, 2)) : undefined;
    this.push(L, key === undefined ? undefined : fields.get(key));
    if (lua.lua_type(L, -1) === nilType || lua.lua_topointer(L, 1) === null) return 1;
    if (this.#tables.lazyTables.get(lua.lua_topointer(L, 1)!) !== fields) return 1;
    lua.lua_pushvalue(L, 2);
    lua.lua_pushvalue(L, -2);
    lua.lua_rawset(L, 1);
    return 1;
  }

  /** Reads the remaining fields, then iterates as `pairs` does. */
  #startPairs(L: LuaState, fields: LazyFields): number {
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

/** Decodes UTF-8. Invalid bytes become U+FFFD. */
export const decodeLuaString = (bytes: Uint8Array): string => decoder.decode(bytes);

const nextPair: CFunction = (L) => {
  lua.lua_settop(L, 2);
  if (lua.lua_next(L, 1)) return 2;
  lua.lua_pushnil(L);
  return 1;
};

/** fengari integers have 32 bits. A larger number becomes a float with the same value. */
function pushNumber(L: LuaState, value: number): void {
  if ((value | 0) === value && !Object.is(value, -0)) lua.lua_pushinteger(L, value);
  else lua.lua_pushnumber(L, value);
}

/** A Lua value that has no JSON form. The message contains the path to it. */
export class ShapeError extends Error {}

/** Reads a function argument. Results may not contain functions. */
type FunctionReader = (L: LuaState, at: number) => unknown;

/** The size that is counted for a value besides its text, and the memory that it takes in JavaScript. */
const valueBytes = 8;
const valueOverheadBytes = 200;

export class LuaReader {
  readonly #tables: SpecialTables;
  readonly #function: FunctionReader | undefined;
  readonly #path: (string | number)[] = [];
  readonly #openTables = new Set<object>();
  #bytes = 0;

  constructor(links: SpecialTables, readFunction?: FunctionReader) {
    this.#tables = links;
    this.#function = readFunction;
  }

  read(L: LuaState, at: number): unknown {
    this.#charge(valueBytes);
    switch (lua.lua_type(L, at)) {
      case luaTypes.nil:
        return undefined;
      case luaTypes.boolean:
        return lua.lua_toboolean(L, at);
      case luaTypes.number:
        return this.#readNumber(lua.lua_tonumber(L, at));
      case luaTypes.string:
        return this.#readString(lua.lua_tostring(L, at));
      case luaTypes.table:
        return this.#readTable(L, lua.lua_absindex(L, at));
      case luaTypes.lightuserdata:
        if (lua.lua_touserdata(L, at) === jsonNull) return null;
        break;
      case luaTypes.function:
        if (this.#function) return this.#function(L, at);
    }
    const found = lua.lua_type(L, at) === luaTypes.function ? 'a function' : 'neither JSON nor a table';
    throw this.#shapeError(`is ${found}`);
  }

  #readNumber(value: number): number {
    if (!Number.isFinite(value)) throw this.#shapeError('is a number that JSON cannot represent');
    return value;
  }

  #readString(bytes: Uint8Array): string {
    this.#charge(bytes.length);
    return decodeLuaString(bytes);
  }

  #readTable(L: LuaState, at: number): unknown {
    const table = lua.lua_topointer(L, at)!;
    const lazy = this.#tables.lazyTables.get(table);
    if (lazy) return this.#function ? lazy : this.#within(table, () => this.#readPlain(lazy));
    return this.#within(table, () => this.#readFields(L, at));
  }

  #within<Value>(table: object, read: () => Value): Value {
    if (this.#openTables.has(table)) throw this.#shapeError('contains itself');
    if (this.#openTables.size >= limits.pluginDepth)
      throw this.#shapeError(`is nested deeper than ${limits.pluginDepth} levels`);
    this.#openTables.add(table);
    const value = read();
    this.#openTables.delete(table);
    return value;
  }

  #readFields(L: LuaState, at: number): unknown {
    if (!lua.lua_checkstack(L, 8)) throw this.#shapeError('is nested too deep');
    const named: [string, unknown][] = [];
    const listed: [number, unknown][] = [];
    let longest = 0;
    lua.lua_pushnil(L);
    while (lua.lua_next(L, at)) {
      const key = this.#readKey(L, -2);
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
    if (listed.length === 0) return named.length === 0 && this.#tables.isList(L, at) ? [] : toRecord(named);
    if (named.length > 0) throw this.#shapeError('has both named fields and positions');
    if (longest !== listed.length) throw this.#shapeError('is a list with gaps');
    const list = new Array<unknown>(longest);
    for (const [position, value] of listed) list[position - 1] = value;
    return list;
  }

  #readKey(L: LuaState, at: number): string | number {
    switch (lua.lua_type(L, at)) {
      case luaTypes.string:
        return this.#readString(lua.lua_tostring(L, at));
      case luaTypes.number: {
        const position = lua.lua_tonumber(L, at);
        if (Number.isInteger(position) && position >= 1) return position;
      }
    }
    throw this.#shapeError('has a key that is neither a string nor a position');
  }

  /** Reads a lazy table that Lua read in part or not at all, in the form in which Lua would return it. */
  #readPlain(value: unknown): unknown {
    this.#charge(valueBytes);
    if (typeof value === 'string') this.#charge(value.length);
    if (typeof value === 'function') throw this.#shapeError('is a function');
    if (value === jsonNull) return null;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof LuaList) return value.items.map((item) => this.#readPlain(item));
    if (Array.isArray(value)) return value.map((item) => this.#readPlain(item));
    const lazy = value as LazyFields;
    if (isLazy(value)) return toRecord(lazy.keys.map((key) => [key, this.#readPlain(lazy.get(key))]));
    return toRecord(Object.entries(value).map(([key, field]) => [key, this.#readPlain(field)]));
  }

  #charge(bytes: number): void {
    this.#bytes += bytes;
    chargeMemory(bytes + valueOverheadBytes);
    if (this.#bytes > limits.pluginValueBytes)
      throw new ShapeError(`the value is larger than ${limits.pluginValueBytes} bytes`);
  }

  #shapeError(why: string): ShapeError {
    const way = this.#path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const path = way.replace(/^\./, '').slice(0, maxPathChars);
    return new ShapeError(`${path === '' ? 'the value' : path} ${why}`);
  }
}

const maxPathChars = 200;

/** Omits `__proto__`, which would change the prototype when the record is copied carelessly. */
const toRecord = (fields: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(fields.filter(([key, value]) => key !== '__proto__' && value !== undefined));
