/** Where a script is: `main.lua:12: `, and the calls that led there. */
import { limits } from '../../core/limits.ts';
import { toBytes } from './constants.ts';
import { auxiliary, lua, type State } from './machine.ts';
import { textOf } from './toLua.ts';

const sourceAndLine = toBytes('Sl');

/** A function of ours that was called by another one of ours has the script two levels above it. */
const levels = 4;

/** The line of the script that runs, or called what runs; empty where there is none. */
export function placeOf(L: State, from = 0): string {
  const place = new lua.lua_Debug();
  for (let level = from; level < from + levels && lua.lua_getstack(L, level, place); level++) {
    lua.lua_getinfo(L, sourceAndLine, place);
    if (place.currentline > 0) return `${textOf(place.short_src)}:${place.currentline}: `;
  }
  return '';
}

/** The calls, the innermost first; those in the middle are left out when there are many. */
export function callsOf(L: State, from: number): string {
  if (!lua.lua_checkstack(L, 20)) return '';
  auxiliary.luaL_traceback(L, L, null, from);
  const calls = bounded(textOf(lua.lua_tostring(L, -1)));
  lua.lua_pop(L, 1);
  return calls.replace(/^stack traceback:\n/, '').replaceAll('\t', '  ');
}

export const bounded = (text: string, chars: number = limits.pluginMessageChars): string =>
  text.length <= chars ? text : `${text.slice(0, chars)}…`;
