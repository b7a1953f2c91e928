/** Keys of the scroll mode. They move the viewport, and the program receives none of them. */
import { limits } from '#limits.ts';
import { InputSplitter, parseKey } from '../keys.ts';

export interface ScrollStep {
  readonly from?: 'oldest' | 'newest' | 'cursor';
  readonly down?: number;
  readonly right?: number;
}

const columnStep = 8;

type ScrollKey = (page: number) => ScrollStep;

const scrollDown =
  (rows: number): ScrollKey =>
  () => ({ down: rows });
const scrollPages =
  (count: number): ScrollKey =>
  (page) => ({ down: Math.trunc(count * page) });
const scrollRight =
  (cols: number): ScrollKey =>
  () => ({ right: cols });
const scrollTo =
  (from: NonNullable<ScrollStep['from']>): ScrollKey =>
  () => ({ from });

const scrollBindings: readonly (readonly [keys: readonly string[], deed: ScrollKey])[] = [
  [['k', '\x1b[A', '\x1bOA', '\x10'], scrollDown(-1)],
  [['j', '\x1b[B', '\x1bOB', '\x0e', '\r'], scrollDown(1)],
  [['h', '\x1b[D', '\x1bOD'], scrollRight(-columnStep)],
  [['l', '\x1b[C', '\x1bOC'], scrollRight(columnStep)],
  [['0'], scrollRight(-limits.maxCols)],
  [['$'], scrollRight(limits.maxCols)],
  [['\x1b[5~', '\x02'], scrollPages(-1)],
  [['\x1b[6~', '\x06', ' '], scrollPages(1)],
  [['\x15'], scrollPages(-0.5)],
  [['\x04'], scrollPages(0.5)],
  [['g', '\x1b[H', '\x1bOH', '\x1b[1~'], scrollTo('oldest')],
  [['G', '\x1b[F', '\x1bOF', '\x1b[4~'], scrollTo('newest')],
  [['q', '\x1b', '\x03'], scrollTo('cursor')],
];

const bindingByKey = new Map(
  scrollBindings.flatMap(([keys, deed]) => keys.map((key) => [key, deed] as const)),
);

export class ScrollKeys {
  readonly #splitter = new InputSplitter();

  /** A page is the number of visible rows. Keys after the one that leaves the scroll mode are dropped. */
  steps(bytes: Uint8Array, page: number): readonly ScrollStep[] {
    const steps: ScrollStep[] = [];
    for (const { raw, kind: sort } of this.#splitter.push(Buffer.from(bytes).toString('latin1')))
      if (sort !== 'rest')
        for (const key of sort === 'text' ? raw : [raw]) {
          const step = findBinding(key)?.(page);
          if (step) steps.push(step);
          if (step?.from === 'cursor') return steps;
        }
    return steps;
  }
}

/** The terminal may still encode keys as the program requested. */
function findBinding(key: string): ScrollKey | undefined {
  const { event, letters } = parseKey(key);
  return bindingByKey.get(key) ?? (event === 'press' ? bindingByKey.get(letters[0] ?? '') : undefined);
}
