/**
 * First among fengari's modules: the others take over these values while they are loaded. Text becomes bytes by way of
 * the platform's encoder, which is many times faster than fengari's own and replaces half surrogates as JSON does.
 */
import defs from 'fengari/src/defs.js';
import luaconf from 'fengari/src/luaconf.js';
import { limits } from '../../core/limits.ts';

interface Definitions {
  to_luastring(text: string, kept?: boolean): Uint8Array;
  from_userstring(value: string | Uint8Array): Uint8Array;
}

const encoder = new TextEncoder();
const kept = new Map<string, Uint8Array>();

export const toBytes = (text: string): Uint8Array => encoder.encode(text);

function keptBytes(text: string): Uint8Array {
  const bytes = kept.get(text) ?? toBytes(text);
  kept.set(text, bytes);
  return bytes;
}

const definitions = defs as Definitions;
definitions.to_luastring = (text, keep) => (keep ? keptBytes(text) : toBytes(text));
definitions.from_userstring = (value) => (typeof value === 'string' ? toBytes(value) : value);

(luaconf as { LUAI_MAXSTACK: number }).LUAI_MAXSTACK = limits.pluginStackSlots;
