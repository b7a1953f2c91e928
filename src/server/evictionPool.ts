/**
 * Holds connections that have not authenticated, or have sent nothing, up to a maximum. When it is full, it evicts the
 * oldest entry of the origin that has the most entries. So a client that floods the server evicts only its own
 * connections.
 */
export class EvictionPool<One> {
  readonly #capacity: number;
  readonly #evict: (one: One) => void;
  readonly #origins = new Map<One, string>();

  constructor(most: number, sendAway: (one: One) => void) {
    this.#capacity = most;
    this.#evict = sendAway;
  }

  has(one: One): boolean {
    return this.#origins.has(one);
  }

  add(one: One, from: string): void {
    if (this.#origins.size >= this.#capacity) this.#evictOldest();
    this.#origins.set(one, from);
  }

  delete(one: One): void {
    this.#origins.delete(one);
  }

  #evictOldest(): void {
    const counts = new Map<string, number>();
    for (const from of this.#origins.values()) counts.set(from, (counts.get(from) ?? 0) + 1);
    const most = Math.max(...counts.values());
    for (const [one, from] of this.#origins) {
      if (counts.get(from) !== most) continue;
      this.#origins.delete(one);
      return this.#evict(one);
    }
  }
}
