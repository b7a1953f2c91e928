/**
 * Patches the definitions of fengari; loaded before `fengari.ts`, because other modules of fengari copy these values.
 * Encodes text natively, which is many times faster than fengari.
 */

import defs from 'fengari/src/defs.js';
import luaconf from 'fengari/src/luaconf.js';
import { limits } from '#limits.ts';
import { toBytes } from './memory.ts';

interface Definitions {
  to_luastring(text: string, kept?: boolean): Uint8Array;
  from_userstring(value: string | Uint8Array): Uint8Array;
}

const bytesCache = new Map<string, Uint8Array>();

function cachedBytes(text: string): Uint8Array {
  const bytes = bytesCache.get(text) ?? toBytes(text);
  bytesCache.set(text, bytes);
  return bytes;
}

const definitions = defs as Definitions;
definitions.to_luastring = (text, keep) => (keep ? cachedBytes(text) : toBytes(text));
definitions.from_userstring = (value) => (typeof value === 'string' ? toBytes(value) : value);

(luaconf as { LUAI_MAXSTACK: number }).LUAI_MAXSTACK = limits.pluginStackSlots;
