/** The position of a script, such as `main.lua:12: `, and its call stack. Needs no free slots on the Lua stack. */

import { limits } from '#limits.ts';
import { type DebugInfo, type LuaState, lua } from './fengari.ts';
import { toBytes } from './memory.ts';
import { decodeLuaString } from './values.ts';

const sourceAndLineInfo = toBytes('Sl');
const namesInfo = toBytes('Sln');

/** A native function that another native function called is two levels below the script. */
const maxLevels = 4;

/** The line of the script that is running or that called the running function. Empty when no script is running. */
export function currentPosition(L: LuaState, from = 0): string {
  const place = new lua.lua_Debug();
  for (let level = from; level < from + maxLevels && lua.lua_getstack(L, level, place); level++) {
    lua.lua_getinfo(L, sourceAndLineInfo, place);
    if (place.currentline > 0) return `${decodeLuaString(place.short_src)}:${place.currentline}: `;
  }
  return '';
}

/** The innermost line of a suspended coroutine that is not in the named chunk, such as `main.lua:12`. */
export function suspendedLine(L: LuaState, except: string): string | undefined {
  const place = new lua.lua_Debug();
  for (let level = 0; lua.lua_getstack(L, level, place); level++) {
    lua.lua_getinfo(L, sourceAndLineInfo, place);
    const file = decodeLuaString(place.short_src);
    if (place.currentline > 0 && file !== except) return `${file}:${place.currentline}`;
  }
  return undefined;
}

/** Deeper calls are omitted, because they repeat in a recursion. */
const maxCalls = 16;
const maxNameBytes = 60;

/** Formats the call stack, innermost call first, one a line. */
export function formatCallStack(L: LuaState, from: number): string {
  const place = new lua.lua_Debug();
  const calls: string[] = [];
  for (let level = from; lua.lua_getstack(L, level, place); level++) {
    if (calls.length === maxCalls) return [...calls, '…'].join('\n');
    lua.lua_getinfo(L, namesInfo, place);
    // Native host functions are omitted. Library functions have a name and are kept.
    if (place.currentline > 0 || place.name) calls.push(formatCall(place));
  }
  return calls.join('\n');
}

function formatCall({ short_src, currentline, linedefined, name, namewhat }: DebugInfo): string {
  const where = currentline > 0 ? `${decodeLuaString(short_src)}:${currentline}: in ` : 'in ';
  if (name)
    return `${where}${decodeLuaString(namewhat!)} '${decodeLuaString(name.subarray(0, maxNameBytes))}'`;
  return linedefined > 0 ? `${where}the function of line ${linedefined}` : `${where}the main chunk`;
}

export const truncate = (text: string, chars: number = limits.pluginMessageChars): string =>
  text.length <= chars ? text : `${text.slice(0, chars)}…`;
