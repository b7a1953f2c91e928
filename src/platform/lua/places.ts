/** Where a script is: `main.lua:12: `, and the calls that led there. Nothing here needs room on the stack of Lua. */
import { limits } from '../../core/limits.ts';
import { toBytes } from './constants.ts';
import { lua, type Place, type State } from './machine.ts';
import { textOf } from './toLua.ts';

const sourceAndLine = toBytes('Sl');
const namesToo = toBytes('Sln');

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

/** Calls beyond these are more of the same, as in a recursion. */
const mostCalls = 16;
const nameBytes = 60;

/** The calls, the innermost first, one a line. */
export function callsOf(L: State, from: number): string {
  const place = new lua.lua_Debug();
  const calls: string[] = [];
  for (let level = from; lua.lua_getstack(L, level, place); level++) {
    if (calls.length === mostCalls) return [...calls, '…'].join('\n');
    lua.lua_getinfo(L, namesToo, place);
    // What is not Lua is ours, but for the libraries, whose calls have a name.
    if (place.currentline > 0 || place.name) calls.push(callAt(place));
  }
  return calls.join('\n');
}

function callAt({ short_src, currentline, linedefined, name, namewhat }: Place): string {
  const where = currentline > 0 ? `${textOf(short_src)}:${currentline}: in ` : 'in ';
  if (name) return `${where}${textOf(namewhat!)} '${textOf(name.subarray(0, nameBytes))}'`;
  return linedefined > 0 ? `${where}the function of line ${linedefined}` : `${where}the main part`;
}

export const bounded = (text: string, chars: number = limits.pluginMessageChars): string =>
  text.length <= chars ? text : `${text.slice(0, chars)}…`;
