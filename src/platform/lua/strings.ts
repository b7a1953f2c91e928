/**
 * Second among fengari's modules: strings. Every string is bounded here, and is on the account. The key under which a
 * table keeps a string is made anew: fengari's own is the same for "\1\35" and "\18\3", and sorts neither as bytes do.
 */
import './constants.ts';
import lstring from 'fengari/src/lstring.js';
import { checkLength, copyOf } from './bytes.ts';
import { toBytes } from './constants.ts';
import { charge } from './memory.ts';

interface LuaString {
  hash: string | null;
  readonly realstring: Uint8Array;
}

interface Strings {
  readonly TString: new (state: unknown, bytes: Uint8Array) => LuaString;
  luaS_bless(state: unknown, bytes: Uint8Array): LuaString;
  luaS_new(state: unknown, bytes: Uint8Array): LuaString;
  luaS_newliteral(state: unknown, text: string): LuaString;
  luaS_hash(bytes: Uint8Array): string;
  luaS_hashlongstr(string: LuaString): string;
}

const strings = lstring as Strings;
const { TString } = strings;

/** Below this, asking the buffer costs more than putting the key together. */
const shortBytes = 16;

function keyOf(bytes: Uint8Array): string {
  charge(bytes.length);
  if (bytes.length > shortBytes)
    return `|${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')}`;
  let key = '|';
  for (const byte of bytes) key += String.fromCharCode(byte);
  return key;
}

function bless(state: unknown, bytes: Uint8Array): LuaString {
  checkLength(bytes.length);
  return new TString(state, bytes);
}

// A function, as fengari calls one of them with `new`.
strings.luaS_new = function copied(state, bytes) {
  checkLength(bytes.length);
  return new TString(state, copyOf(bytes));
};
strings.luaS_bless = bless;
strings.luaS_newliteral = (state, text) => bless(state, toBytes(text));
strings.luaS_hash = keyOf;
strings.luaS_hashlongstr = (string) => {
  string.hash ??= keyOf(string.realstring);
  return string.hash;
};
