/** The globals of a script before its host adds to them: what cannot reach outside, hold memory or outlive a call. */
import { limits } from '../../core/limits.ts';
import { toBytes } from './constants.ts';
import type { LastSeen } from './lastSeen.ts';
import { auxiliary, libraries, lua, type Native, type State } from './machine.ts';
import { textOf } from './toLua.ts';

/** They load code, read files or know the machine; `print` and `require` are replaced. */
const removed: Readonly<Record<string, readonly string[]>> = {
  _G: ['collectgarbage', 'dofile', 'load', 'loadfile', 'print'],
  string: ['dump'],
};

/** They may take as long as they like, and no hook looks in on them. */
const long: Readonly<Record<string, readonly string[]>> = {
  string: ['find', 'format', 'gmatch', 'gsub', 'match', 'rep'],
  table: ['concat', 'insert', 'move', 'remove', 'sort'],
};

export interface Offered {
  readonly print: (text: string) => void;
  readonly require: Native;
  readonly lastSeen: LastSeen;
}

export function openLibraries(L: State, { print, require, lastSeen }: Offered): void {
  for (const [global, open] of Object.entries(libraries)) {
    auxiliary.luaL_requiref(L, toBytes(global), open, 1);
    for (const field of removed[global] ?? []) setField(L, field, () => lua.lua_pushnil(L));
    for (const field of long[global] ?? []) noteCalls(L, field, lastSeen);
    lua.lua_pop(L, 1);
  }
  lua.lua_pushglobaltable(L);
  setField(L, 'print', () => lua.lua_pushcfunction(L, printing(print)));
  setField(L, 'require', () => lua.lua_pushcfunction(L, require));
  lua.lua_pop(L, 1);
  protectStrings(L);
}

/** Of the table on top. */
function setField(L: State, name: string, push: () => void): void {
  lua.lua_pushstring(L, toBytes(name));
  push();
  lua.lua_rawset(L, -3);
}

function noteCalls(L: State, name: string, lastSeen: LastSeen): void {
  lua.lua_pushstring(L, toBytes(name));
  lua.lua_rawget(L, -2);
  const native = lua.lua_topointer(L, -1) as unknown as Native;
  lua.lua_pop(L, 1);
  setField(L, name, () => lua.lua_pushcfunction(L, lastSeen.noting(native)));
}

/** All strings share one metatable: nobody gets hold of it. */
function protectStrings(L: State): void {
  lua.lua_pushstring(L, toBytes(''));
  lua.lua_getmetatable(L, -1);
  setField(L, '__metatable', () => lua.lua_pushboolean(L, false));
  lua.lua_pop(L, 2);
}

const printing =
  (print: (text: string) => void): Native =>
  (L) => {
    const words: string[] = [];
    const count = lua.lua_gettop(L);
    let left: number = limits.pluginMessageChars;
    for (let at = 1; at <= count && left > 0; at++) {
      const word = textOf(auxiliary.luaL_tolstring(L, at).subarray(0, left));
      lua.lua_pop(L, 1);
      words.push(word);
      left -= word.length + 1;
    }
    print(words.join('\t'));
    return 0;
  };
