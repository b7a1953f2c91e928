/** Memory that remains after sessions were closed. */
import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { atMostMore, type Comparison, type Limit, ours, type Row, reported } from '../row.ts';

const count = 500;
const [node, inside] = programNamed('inside') as [string, string];

const left = (what: string, after: string, before: string, limit: Limit): Comparison => ({
  ...{ what, unit: 'MB', limit },
  ours: { of: ours, figure: after },
  theirs: { of: ours, figure: before },
});

/** The C library keeps freed pages for later sessions. Resident memory includes them, but must not grow each time. */
export const memoryAfter: Row = {
  name: 'memory-after',
  what: `memory after ${count} sessions were opened and closed, and garbage was collected`,
  rounds: 3,
  contenders: [
    {
      name: ours,
      open: () => ({ round: () => figuresOf([node, '--expose-gc', inside, 'openedAndClosed', `${count}`]) }),
    },
  ],
  comparisons: [
    left('held by the heap and its buffers', 'held after', 'held before', atMostMore(10)),
    left('resident, when done a second time', 'resident twice', 'resident once', atMostMore(20)),
    left('resident, against none opened', 'resident once', 'resident before', reported),
  ],
};
