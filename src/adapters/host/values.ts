/** Values that pass between the host and Lua. */

import { jsonNull } from '#platform/lua/hostValues.ts';

/** A mistake of a plugin in a call. The message is for the author of the plugin; the engine adds the position. */
export class HostError extends Error {}

/** A table for Lua whose fields are computed on first access. */
export class LazyTable {
  readonly #fields: Readonly<Record<string, () => unknown>>;

  constructor(fields: Readonly<Record<string, () => unknown>>) {
    this.#fields = fields;
  }

  get keys(): readonly string[] {
    return Object.keys(this.#fields);
  }

  /** Returns a plain value, a list of them, or another lazy table. Undefined for an unknown key. */
  get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key]!() : undefined;
  }
}

/** Prepares a value for its return to the plugin, so that nulls and empty lists are preserved. */
export function preserveJson(value: unknown): unknown {
  if (value === null) return jsonNull;
  if (Array.isArray(value)) return value.map(preserveJson);
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, preserveJson(field)]))
    : value;
}
