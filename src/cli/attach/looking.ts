/** Keys while a person looks back or aside: they move what he sees, and the program hears none of them. */
import { limits } from '../../core/limits.ts';
import { Pieces } from '../keyPieces.ts';
import { toldKey } from '../toldKey.ts';

export interface Step {
  readonly from?: 'oldest' | 'newest' | 'cursor';
  readonly down?: number;
  readonly right?: number;
}

const sideways = 8;

type Key = (page: number) => Step;

const down =
  (rows: number): Key =>
  () => ({ down: rows });
const pages =
  (count: number): Key =>
  (page) => ({ down: Math.trunc(count * page) });
const right =
  (cols: number): Key =>
  () => ({ right: cols });
const to =
  (from: NonNullable<Step['from']>): Key =>
  () => ({ from });

const deeds: readonly (readonly [keys: readonly string[], deed: Key])[] = [
  [['k', '\x1b[A', '\x1bOA', '\x10'], down(-1)],
  [['j', '\x1b[B', '\x1bOB', '\x0e', '\r'], down(1)],
  [['h', '\x1b[D', '\x1bOD'], right(-sideways)],
  [['l', '\x1b[C', '\x1bOC'], right(sideways)],
  [['0'], right(-limits.maxCols)],
  [['$'], right(limits.maxCols)],
  [['\x1b[5~', '\x02'], pages(-1)],
  [['\x1b[6~', '\x06', ' '], pages(1)],
  [['\x15'], pages(-0.5)],
  [['\x04'], pages(0.5)],
  [['g', '\x1b[H', '\x1bOH', '\x1b[1~'], to('oldest')],
  [['G', '\x1b[F', '\x1bOF', '\x1b[4~'], to('newest')],
  [['q', '\x1b', '\x03'], to('cursor')],
];

const table = new Map(deeds.flatMap(([keys, deed]) => keys.map((key) => [key, deed] as const)));

export class Looking {
  readonly #pieces = new Pieces();

  /** A page is as many rows as are seen at once. What is behind the step that comes back is left out. */
  steps(bytes: Uint8Array, page: number): readonly Step[] {
    const steps: Step[] = [];
    for (const { raw, sort } of this.#pieces.push(Buffer.from(bytes).toString('latin1')))
      if (sort !== 'rest')
        for (const key of sort === 'text' ? raw : [raw]) {
          const step = deedOf(key)?.(page);
          if (step) steps.push(step);
          if (step?.from === 'cursor') return steps;
        }
    return steps;
  }
}

/** For a moment the terminal may still tell keys as the program wants them. */
function deedOf(key: string): Key | undefined {
  const { event, letters } = toldKey(key);
  return table.get(key) ?? (event === 'press' ? table.get(letters[0] ?? '') : undefined);
}
