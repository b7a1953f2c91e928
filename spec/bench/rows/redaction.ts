import { corpus } from '../corpora.ts';
import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { figureAtLeast, ours, type Row } from '../row.ts';

export const redaction: Row = {
  name: 'redaction',
  what: 'output redacted as it comes, default policy, log lines',
  rounds: 5,
  contenders: [
    {
      name: ours,
      open: async (bench) => {
        const { file } = await corpus('plain', bench);
        return { round: () => figuresOf([...programNamed('inside'), 'redactedStream', file]) };
      },
    },
  ],
  comparisons: [{ what: 'rate', unit: 'MB/s', ours: { of: ours, figure: 'rate' }, bar: figureAtLeast(20) }],
};
