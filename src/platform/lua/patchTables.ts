/** Patches the tables and closures of fengari, fourth in the load order. Charges the memory account as they grow. */

import './fengariCore.ts';
import lobject from 'fengari/src/lobject.js';
import ltable from 'fengari/src/ltable.js';
import { chargeMemory } from './memory.ts';

/** Estimated bytes of a table entry with key and value, of a table, of a closure, and of each upvalue. */
const entryBytes = 160;
const tableBytes = 400;
const closureBytes = 120;
const upvalueBytes = 8;

type TableFunction = (...args: readonly unknown[]) => unknown;

const tables = ltable as Record<'luaH_new' | 'luaH_setint' | 'luaH_setfrom', TableFunction>;
const { luaH_new, luaH_setint, luaH_setfrom } = tables;

tables.luaH_new = (state) => {
  chargeMemory(tableBytes);
  return luaH_new(state);
};
tables.luaH_setint = (table, key, value) => {
  chargeMemory(entryBytes);
  return luaH_setint(table, key, value);
};
tables.luaH_setfrom = (state, table, key, value) => {
  chargeMemory(entryBytes);
  return luaH_setfrom(state, table, key, value);
};

type ClosureConstructor = new (state: unknown, upvalues: number) => object;

const objects = lobject as { LClosure: ClosureConstructor };

objects.LClosure = class extends objects.LClosure {
  constructor(state: unknown, upvalues: number) {
    chargeMemory(closureBytes + upvalues * upvalueBytes);
    super(state, upvalues);
  }
};
