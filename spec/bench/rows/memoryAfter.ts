import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { atMostMore, ours, type Row } from '../row.ts';

const count = 500;
const [node, inside] = programNamed('inside') as [string, string];

export const memoryAfter: Row = {
  name: 'memory-after',
  what: `memory when ${count} sessions were opened and closed again, garbage collected`,
  rounds: 3,
  contenders: [
    {
      name: ours,
      open: () => ({ round: () => figuresOf([node, '--expose-gc', inside, 'openedAndClosed', `${count}`]) }),
    },
  ],
  comparisons: [
    {
      what: 'resident memory',
      unit: 'MB',
      ours: { of: ours, figure: 'after' },
      theirs: { of: ours, figure: 'before' },
      bar: atMostMore(20),
    },
  ],
};
