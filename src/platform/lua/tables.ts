/** Fourth among fengari's modules: what makes tables and functions grow is on the account. */
import './core.ts';
import lobject from 'fengari/src/lobject.js';
import ltable from 'fengari/src/ltable.js';
import { charge } from './memory.ts';

/** About what an entry of a table costs, its key and value included; a table; a function with nothing around it. */
const entryBytes = 160;
const tableBytes = 400;
const closureBytes = 120;
const upvalueBytes = 8;

type Deed = (...args: readonly unknown[]) => unknown;

const tables = ltable as Record<'luaH_new' | 'luaH_setint' | 'luaH_setfrom', Deed>;
const { luaH_new, luaH_setint, luaH_setfrom } = tables;

tables.luaH_new = (state) => {
  charge(tableBytes);
  return luaH_new(state);
};
tables.luaH_setint = (table, key, value) => {
  charge(entryBytes);
  return luaH_setint(table, key, value);
};
tables.luaH_setfrom = (state, table, key, value) => {
  charge(entryBytes);
  return luaH_setfrom(state, table, key, value);
};

type Closure = new (state: unknown, upvalues: number) => object;

const objects = lobject as { LClosure: Closure };

objects.LClosure = class extends objects.LClosure {
  constructor(state: unknown, upvalues: number) {
    charge(closureBytes + upvalues * upvalueBytes);
    super(state, upvalues);
  }
};
