/** Speed of redaction, and its accuracy on the spec corpora. */
import { corpus } from '../corpora.ts';
import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { figureAtLeast, figureAtMost, ours, type Row, reportedFigure } from '../row.ts';

export const redaction: Row = {
  name: 'redaction',
  what: 'log lines redacted as a stream, with the default policy',
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
  comparisons: [{ what: 'rate', unit: 'MB/s', ours: { of: ours, figure: 'rate' }, limit: figureAtLeast(20) }],
};

export const redactionLookAlikes: Row = {
  name: 'redaction-look-alikes',
  what: 'the same for text that looks like keys: base64 in lines of 76, certificates, SHA-256 sums',
  rounds: 5,
  contenders: [
    {
      name: ours,
      open: () => ({ round: () => figuresOf([...programNamed('inside'), 'redactedLookAlikes']) }),
    },
  ],
  comparisons: ['base64', 'certificates', 'hashes'].map((figure) => ({
    what: figure,
    unit: 'MB/s',
    ours: { of: ours, figure },
    limit: figureAtLeast(10),
  })),
};

export const redactionCorpora: Row = {
  name: 'redaction-corpora',
  what: 'secrets hidden, and ordinary lines changed, in the corpora of the specs',
  rounds: 1,
  contenders: [
    {
      name: ours,
      open: () => ({ round: () => figuresOf([...programNamed('inside'), 'redactedCorpora']) }),
    },
  ],
  comparisons: [
    { what: 'hidden', unit: '%', ours: { of: ours, figure: 'hidden' }, limit: figureAtLeast(99.5) },
    { what: 'touched', unit: '%', ours: { of: ours, figure: 'touched' }, limit: figureAtMost(1) },
  ],
};

export const redactionShown: Row = {
  name: 'redaction-shown',
  what: 'lines of a private key and tokens that leak while less, more, vim, tail, diff, tmux and whiptail show them',
  rounds: 1,
  contenders: [
    {
      name: ours,
      open: () => ({ round: () => figuresOf([...programNamed('inside'), 'visibleSecrets']) }),
    },
  ],
  comparisons: [
    {
      what: 'where all are hidden',
      unit: 'lines',
      ours: { of: ours, figure: 'promised' },
      limit: figureAtMost(0),
    },
    {
      what: 'in streams of panes and cut lines',
      unit: 'lines',
      ours: { of: ours, figure: 'streams' },
      limit: reportedFigure,
    },
  ],
};
