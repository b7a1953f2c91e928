/**
 * Some who have come and not said yet who they are. Where there is no room for one more, the oldest from where most
 * have come makes way: whoever comes in numbers keeps out nobody but himself.
 */
export class Crowd<One> {
  readonly #most: number;
  readonly #sendAway: (one: One) => void;
  readonly #from = new Map<One, string>();

  constructor(most: number, sendAway: (one: One) => void) {
    this.#most = most;
    this.#sendAway = sendAway;
  }

  has(one: One): boolean {
    return this.#from.has(one);
  }

  add(one: One, from: string): void {
    if (this.#from.size >= this.#most) this.#makeWay();
    this.#from.set(one, from);
  }

  delete(one: One): void {
    this.#from.delete(one);
  }

  #makeWay(): void {
    const counts = new Map<string, number>();
    for (const from of this.#from.values()) counts.set(from, (counts.get(from) ?? 0) + 1);
    const most = Math.max(...counts.values());
    for (const [one, from] of this.#from) {
      if (counts.get(from) !== most) continue;
      this.#from.delete(one);
      return this.#sendAway(one);
    }
  }
}
