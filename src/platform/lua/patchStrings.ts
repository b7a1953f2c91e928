/**
 * Patches the strings of fengari; loaded before `fengari.ts`. Limits their length and charges their memory. Replaces the
 * table key of a string: the key of fengari is equal for "\1\35" and "\18\3", and does not sort by bytes.
 */

import './patchDefinitions.ts';
import lstring from 'fengari/src/lstring.js';
import { chargeMemory, checkStringLength, copyBytes, toBytes } from './memory.ts';

export interface LuaString {
  hash: string | null;
  readonly realstring: Uint8Array;
}

interface StringsModule {
  readonly TString: new (state: unknown, bytes: Uint8Array) => LuaString;
  luaS_bless(state: unknown, bytes: Uint8Array): LuaString;
  luaS_new(state: unknown, bytes: Uint8Array): LuaString;
  luaS_newliteral(state: unknown, text: string): LuaString;
  luaS_hash(bytes: Uint8Array): string;
  luaS_hashlongstr(string: LuaString): string;
}

const strings = lstring as StringsModule;
const { TString } = strings;

/** For shorter strings, concatenation is faster than a Buffer. */
const shortStringBytes = 16;

function tableKey(bytes: Uint8Array): string {
  chargeMemory(bytes.length);
  if (bytes.length > shortStringBytes)
    return `|${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')}`;
  let key = '|';
  for (const byte of bytes) key += String.fromCharCode(byte);
  return key;
}

export function createString(state: unknown, bytes: Uint8Array): LuaString {
  checkStringLength(bytes.length);
  return new TString(state, bytes);
}

// A function, not an arrow function, because fengari calls it with `new`.
strings.luaS_new = function copied(state, bytes) {
  checkStringLength(bytes.length);
  return new TString(state, copyBytes(bytes));
};
strings.luaS_bless = createString;
strings.luaS_newliteral = (state, text) => createString(state, toBytes(text));
strings.luaS_hash = tableKey;
strings.luaS_hashlongstr = (string) => {
  string.hash ??= tableKey(string.realstring);
  return string.hash;
};
