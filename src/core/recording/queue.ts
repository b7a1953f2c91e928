/**
 * Deeds in the order in which they were announced, some of which must wait until they can be done. They hold up what
 * is behind them, so that a recording tells things in their order; when too much waits, what can be done goes past.
 */
import { limits } from '../limits.ts';

type Deed = () => void;

interface Place {
  deed: Deed | undefined;
}

export class Queue {
  #places: Place[] = [];

  /** Takes a place; the deed for it comes later. */
  place(): (deed: Deed) => void {
    const place: Place = { deed: undefined };
    this.#places.push(place);
    if (this.#places.length > limits.recordingHeld) this.#pass();
    return (deed) => {
      place.deed = deed;
      this.#go();
    };
  }

  add(deed: Deed): void {
    this.place()(deed);
  }

  /** One by one: what is done may end in more of this. */
  #go(): void {
    while (this.#places[0]?.deed) this.#places.shift()!.deed!();
  }

  #pass(): void {
    const ready = this.#places.filter(({ deed }) => deed);
    this.#places = this.#places.filter(({ deed }) => !deed);
    for (const { deed } of ready) deed!();
  }
}
