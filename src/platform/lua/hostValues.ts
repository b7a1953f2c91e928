/** Values that JavaScript and Lua share beyond plain values. This file does not load the Lua VM. */

/** The null of JSON. In Lua it is a distinct value that equals only itself, because nil would be lost in a table. */
export const jsonNull: unique symbol = Symbol('null');

/** A list that stays a list when it is empty. */
export class LuaList {
  readonly items: readonly unknown[];
  constructor(items: readonly unknown[]) {
    this.items = items;
  }
}

/** Becomes a table whose fields are converted on first access. Any class instance with these members qualifies. */
export interface LazyFields {
  readonly keys: readonly string[];
  get(key: string): unknown;
}

/** A JavaScript function that Lua calls. An error that it throws becomes a Lua error with the same message. */
export type HostCallback = (...args: unknown[]) => unknown;

export function isLazy(value: object): value is LazyFields {
  const prototype = Object.getPrototypeOf(value) as unknown;
  return (
    prototype !== Object.prototype &&
    prototype !== null &&
    !Array.isArray(value) &&
    typeof (value as Partial<LazyFields>).get === 'function'
  );
}
