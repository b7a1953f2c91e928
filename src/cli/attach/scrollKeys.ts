/** Keys of the scroll mode. They move the viewport, and the program receives none of them. */
import { limits } from '#limits.ts';
import { decodeKey } from '#terminal/input/keyDecoder.ts';
import { modifierNames } from '#terminal/input/keyTable.ts';
import { InputSplitter } from '../keys.ts';

export interface ScrollStep {
  readonly from?: 'oldest' | 'newest' | 'cursor';
  readonly down?: number;
  readonly right?: number;
}

const columnStep = 8;

type ScrollKey = (page: number) => ScrollStep;

const scrollBindings: readonly (readonly [keys: readonly string[], scroll: ScrollKey])[] = [
  [['k', 'up', 'ctrl+p'], () => ({ down: -1 })],
  [['j', 'down', 'ctrl+n', 'enter'], () => ({ down: 1 })],
  [['h', 'left'], () => ({ right: -columnStep })],
  [['l', 'right'], () => ({ right: columnStep })],
  [['0'], () => ({ right: -limits.maxCols })],
  [['$'], () => ({ right: limits.maxCols })],
  [['page_up', 'ctrl+b'], (page) => ({ down: -page })],
  [['page_down', 'ctrl+f', 'space'], (page) => ({ down: page })],
  [['ctrl+u'], (page) => ({ down: Math.trunc(-page / 2) })],
  [['ctrl+d'], (page) => ({ down: Math.trunc(page / 2) })],
  // Linux consoles send CSI 1 ~ and CSI 4 ~ for home and end.
  [['g', 'home', '\x1b[1~'], () => ({ from: 'oldest' })],
  [['G', 'end', '\x1b[4~'], () => ({ from: 'newest' })],
  [['q', 'escape', 'ctrl+c'], () => ({ from: 'cursor' })],
];

const bindingByKey = new Map(
  scrollBindings.flatMap(([keys, scroll]) => keys.map((key) => [key, scroll] as const)),
);

export class ScrollKeys {
  readonly #splitter = new InputSplitter();

  /** A page is the number of visible rows. Keys after the one that leaves the scroll mode are dropped. */
  steps(bytes: Uint8Array, page: number): readonly ScrollStep[] {
    const steps: ScrollStep[] = [];
    for (const { raw, kind } of this.#splitter.push(Buffer.from(bytes).toString('latin1')))
      if (kind !== 'rest')
        for (const key of kind === 'text' ? raw : [raw]) {
          const step = findBinding(key)?.(page);
          if (step) steps.push(step);
          if (step?.from === 'cursor') return steps;
        }
    return steps;
  }
}

/** The terminal may still encode keys as the program requested. */
function findBinding(raw: string): ScrollKey | undefined {
  const { key, modifiers, event, characters } = decodeKey(raw);
  if (event !== 'press') return undefined;
  const names = modifierNames(modifiers);
  const isTyped = names.every((name) => name === 'shift');
  return (
    bindingByKey.get([...names, key ?? raw].join('+')) ??
    (isTyped ? bindingByKey.get(characters[0] ?? '') : undefined)
  );
}
