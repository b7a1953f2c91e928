/** Hyperlinks (OSC 8), and the link under the pointer. */
import { limits } from '#limits.ts';
import { onOsc } from './controlStrings.ts';
import type { Screen } from './screen.ts';
import { bgFlags, type Emulator, extendedAttrsAt, lineWords, wordsPerCell } from './xterm.ts';

/**
 * Keeps the last `limits.links` distinct hyperlinks. Cells with an older one keep their text and lose the link.
 * Replaces the registry of the emulator, which keeps a marker for each row of each link forever: 200,000 links took
 * 15 s and 600 MB.
 */
export class LinkRegistry {
  readonly #uris = new Map<number, string>();
  readonly #ids = new Map<string, number>();
  #next = 1;

  constructor(emulator: Emulator) {
    onOsc(emulator, 8, { keep: limits.linkChars, cut: false }, (text) => {
      const semicolon = text.indexOf(';');
      if (semicolon >= 0) this.#activate(emulator, this.#idOf(text.slice(semicolon + 1)));
    });
  }

  uri(id: number): string | undefined {
    return this.#uris.get(id);
  }

  get size(): number {
    return this.#uris.size;
  }

  #activate({ input }: Emulator, id: number): void {
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
    if (this.#uris.size > limits.links) this.#evictOldest();
    return id;
  }

  #evictOldest(): void {
    const [id, uri] = this.#uris.entries().next().value!;
    this.#uris.delete(id);
    this.#ids.delete(uri);
  }
}

/** The link under the pointer. */
interface HoveredLink {
  readonly uri: string;
  readonly row: number;
  readonly col_start: number;
  /** The last column of the link on this row. */
  readonly col_end: number;
}

export class PointerTracker {
  #hovered: HoveredLink | undefined;

  /** Returns the link under the new position if the pointer was not on it before. */
  moveTo(screen: Screen, row: number, col: number): HoveredLink | undefined {
    const before = this.#hovered;
    this.#hovered = linkAt(screen, row, col);
    const same =
      before?.uri === this.#hovered?.uri &&
      before?.row === row &&
      before?.col_start === this.#hovered?.col_start;
    return same ? undefined : this.#hovered;
  }
}

function linkAt(screen: Screen, row: number, col: number): HoveredLink | undefined {
  const line = screen.line(row);
  const extended = (at: number) => lineWords(line)[at * wordsPerCell + 2]! & bgFlags.extended;
  const idAt = (at: number) => (extended(at) ? extendedAttrsAt(line, at)?.urlId || undefined : undefined);
  const id = idAt(col);
  const uri = id === undefined ? undefined : screen.links.uri(id);
  if (uri === undefined) return undefined;
  let from = col;
  let to = col;
  while (from > 0 && idAt(from - 1) === id) from--;
  while (to + 1 < line.length && idAt(to + 1) === id) to++;
  return { uri, row, col_start: from, col_end: to };
}
