/** A table for Lua whose fields are read one by one, when the plugin first asks for them. */
export class LazyTable {
  readonly #fields: Readonly<Record<string, () => unknown>>;

  constructor(fields: Readonly<Record<string, () => unknown>>) {
    this.#fields = fields;
  }

  get keys(): readonly string[] {
    return Object.keys(this.#fields);
  }

  /** A plain value, a list of them, or another lazy table; nothing for a key that is none. */
  get(key: string): unknown {
    return Object.hasOwn(this.#fields, key) ? this.#fields[key]!() : undefined;
  }
}
