/** What JavaScript and Lua know of each other beside plain values. Nothing here loads the Lua machine. */

/** JSON's null, where it must not be lost as nil would be: in Lua a value of its own, equal only to itself. */
export const jsonNull: unique symbol = Symbol('null');

/** A list also when it is empty, and read as one. */
export class LuaList {
  readonly items: readonly unknown[];
  constructor(items: readonly unknown[]) {
    this.items = items;
  }
}

/** Becomes a table whose fields are converted when Lua first reads them. An instance of whatever class has these. */
export interface LazyFields {
  readonly keys: readonly string[];
  get(key: string): unknown;
}

/** A function of JavaScript's as Lua calls it. What it throws is an error in Lua, with the message alone. */
export type Deed = (...args: unknown[]) => unknown;

export function isLazy(value: object): value is LazyFields {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return (
    prototype !== Object.prototype &&
    prototype !== null &&
    !Array.isArray(value) &&
    typeof (value as Partial<LazyFields>).get === 'function'
  );
}
