/** Third among fengari's modules: its core, begun at the only end from which its files find each other. */
import './strings.ts';
import luaCore from 'fengari/src/lua.js';

export const core: unknown = luaCore;
