/** The context, `ctx` in Lua: what a plugin's function is shown of its session, read when it is asked for. */
import type { Asked } from './asked.ts';
import { LazyTable } from './lazyTable.ts';

export const contextOf = (asked: Asked, _permissions: ReadonlySet<string>): LazyTable =>
  new LazyTable({ params: () => asked.params });
