/** Time and size of snapshots in each form. */
import { type CorpusName, corpus } from '../corpora.ts';
import type { Need } from '../needs.ts';
import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { atMost, type Comparison, type Limit, ours, type Row, reported } from '../row.ts';

interface SnapshotResult {
  readonly corpus: CorpusName;
  readonly rows: number;
  readonly cols: number;
  readonly needs?: readonly Need[];
}

const screens: readonly SnapshotResult[] = [
  { corpus: 'plain', rows: 24, cols: 80 },
  { corpus: 'vim', rows: 24, cols: 80, needs: ['vim'] },
  { corpus: 'htop', rows: 24, cols: 80, needs: ['htop'] },
  { corpus: 'plain', rows: 50, cols: 200 },
];

const against = (unit: string, what: string, figure: string, whole: string, limit: Limit): Comparison => ({
  ...{ what, unit, limit },
  ours: { of: ours, figure },
  theirs: { of: ours, figure: whole },
});

export const snapshot = screens.map(
  ({ corpus: name, rows, cols, needs }): Row => ({
    name: `snapshot-${rows}x${cols}-${name}`,
    what: `a snapshot as JSON, after a screenful of ${name} at ${rows}x${cols}, against the full grid`,
    rounds: 5,
    contenders: [
      {
        name: ours,
        needs,
        open: async (bench) => {
          const { file } = await corpus(name, bench);
          return {
            round: () => figuresOf([...programNamed('inside'), 'snapshots', file, `${rows}`, `${cols}`]),
          };
        },
      },
    ],
    comparisons: [
      against('B', 'runs, bytes', 'runs bytes', 'full bytes', atMost(1 / 50)),
      against('us', 'runs, cost', 'runs cost', 'full cost', atMost(1 / 8)),
      against('us', 'text, cost', 'text cost', 'full cost', reported),
      against('us', 'runs again, nothing changed', 'runs again cost', 'full cost', reported),
      against('B', 'if_changed_since, bytes', 'runs unchanged bytes', 'full bytes', atMost(1 / 20)),
      against('us', 'if_changed_since, cost', 'runs unchanged cost', 'full cost', atMost(1 / 20)),
    ],
  }),
);
