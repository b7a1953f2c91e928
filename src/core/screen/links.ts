import { limits } from '../limits.ts';
import { onOsc } from './strings.ts';
import type { Emulator } from './xterm.ts';

/**
 * Hyperlinks (OSC 8). The last `limits.links` distinct ones are known; cells with an older one keep their text
 * and lose the link. This takes the place of the emulator's own registry, which keeps a marker for each row of
 * each link for ever: 200,000 links took 15 s and 600 MB.
 */
export class Links {
  readonly #uris = new Map<number, string>();
  readonly #ids = new Map<string, number>();
  #next = 1;

  constructor(emulator: Emulator) {
    onOsc(emulator, 8, { keep: limits.linkChars, cut: false }, (text) => {
      const semicolon = text.indexOf(';');
      if (semicolon >= 0) this.#turnTo(emulator, this.#idOf(text.slice(semicolon + 1)));
    });
  }

  uri(id: number): string | undefined {
    return this.#uris.get(id);
  }

  get size(): number {
    return this.#uris.size;
  }

  #turnTo({ input }: Emulator, id: number): void {
    const attributes = input._curAttrData;
    attributes.extended = attributes.extended.clone();
    attributes.extended.urlId = id;
    attributes.updateExtended();
  }

  #idOf(uri: string): number {
    if (uri === '') return 0;
    const known = this.#ids.get(uri);
    if (known !== undefined) return known;
    const id = this.#next++;
    this.#uris.set(id, uri);
    this.#ids.set(uri, id);
    if (this.#uris.size > limits.links) this.#forgetOldest();
    return id;
  }

  #forgetOldest(): void {
    const [id, uri] = this.#uris.entries().next().value!;
    this.#uris.delete(id);
    this.#ids.delete(uri);
  }
}
