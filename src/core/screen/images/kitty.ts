/** The kitty graphics protocol (`APC G`): pictures that come in pieces, and some long before they are shown. */
import { limits } from '../../limits.ts';
import { onApc } from '../strings.ts';
import type { Emulator } from '../xterm.ts';
import { countOf, type Extent, extentOf, extentOfHead } from './extent.ts';
import type { ShowImage } from './images.ts';

interface Sent {
  readonly keys: ReadonlyMap<string, string>;
  readonly pixels: Extent | undefined;
}

const png = '100';

export function hearKitty(emulator: Emulator, show: ShowImage): void {
  const kept = new Sizes();
  // The first piece of one that is still coming.
  let begun: Sent | undefined;
  onApc(emulator, limits.imageHeadChars, (text) => {
    const [, head = '', payload = ''] = /^G([^;]*);?(.*)$/s.exec(text) ?? [];
    const keys = new Map(head.split(',').map((pair) => [pair.slice(0, 1), pair.slice(2)]));
    if (!begun || keys.has('a')) begun = { keys, pixels: pixelsOf(keys, payload) };
    if (keys.get('m') === '1') return;
    const whole = begun;
    begun = undefined;
    done(whole);
  });
  function done({ keys, pixels }: Sent): void {
    const action = keys.get('a') ?? 't';
    const id = idOf(keys.get('i'));
    if ((action === 't' || action === 'T') && id !== undefined && pixels) kept.keep(id, pixels);
    // A virtual placement shows nothing until characters stand for it.
    if ((action !== 'T' && action !== 'p') || keys.get('U') === '1') return;
    const all = pixels ?? (id === undefined ? undefined : kept.of(id));
    const part = extentOf(countOf(keys.get('w')), countOf(keys.get('h')));
    const cells = { width: countOf(keys.get('c')), height: countOf(keys.get('r')) };
    show({ protocol: 'kitty', pixels: part ?? all, cells, id });
  }
}

const pixelsOf = (keys: ReadonlyMap<string, string>, payload: string) =>
  extentOf(countOf(keys.get('s')), countOf(keys.get('v'))) ??
  (keys.get('f') === png && (keys.get('t') ?? 'd') === 'd' ? extentOfHead(payload) : undefined);

/** Ids have 32 bits. */
const idOf = (text = '') => (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32 ? Number(text) : undefined);

/** Of images that were sent ahead, the last ones. */
class Sizes {
  readonly #sizes = new Map<number, Extent>();

  keep(id: number, size: Extent): void {
    this.#sizes.delete(id);
    this.#sizes.set(id, size);
    if (this.#sizes.size > limits.imageSizes) this.#sizes.delete(this.#sizes.keys().next().value!);
  }

  of(id: number): Extent | undefined {
    return this.#sizes.get(id);
  }
}
