/**
 * Loads the core of fengari, third in the load order. Its modules import each other in circles, and only this entry
 * module loads them in a valid order.
 */

import './patchStrings.ts';
import luaCore from 'fengari/src/lua.js';

export const core: unknown = luaCore;
