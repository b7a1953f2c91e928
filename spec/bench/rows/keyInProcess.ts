/** The latency of a key and its echo, without a client. */
import { echoingWords } from '../echoing.ts';
import { bare } from '../peers/bare.ts';
import { byOutput, controlOf } from '../peers/controlKeySender.ts';
import { programNamed } from '../places.ts';
import { figuresOf } from '../process.ts';
import { atMost, type Comparison, type Contender, ours, type Row, reported } from '../row.ts';
import { pressKeys } from '../typing.ts';

const presses = { warmup: 1500, presses: 2600 };
const polls = 15;
const floor = 'bare echo';
const control = 'tmux -C %output';
const poller = 'polling every 50 ms';

const inside = (name: string, subject: string, ...words: readonly number[]): Contender => ({
  name,
  open: () => ({ round: () => figuresOf([...programNamed('inside'), subject, ...words.map(String)]) }),
});

const contenders: readonly Contender[] = [
  inside(ours, 'keysMatched', presses.warmup, presses.presses),
  inside(poller, 'keysPolled', polls),
  {
    name: floor,
    needs: ['cc or python3'],
    open: async (bench) => {
      const command = [
        ...(await bare(bench)),
        'echo',
        `${presses.warmup}`,
        `${presses.presses}`,
        ...echoingWords,
      ];
      return { round: () => figuresOf(command) };
    },
  },
  {
    name: control,
    needs: ['tmux'],
    open: async (bench) => {
      const client = await controlOf(bench);
      return { round: () => pressKeys(byOutput(client), presses), close: () => client.close() };
    },
  },
];

const against = (what: string, theirs: string, limit: Comparison['limit'], figure = 'p50'): Comparison => ({
  ...{ what, unit: 'us', limit },
  ours: { of: ours, figure },
  theirs: { of: theirs, figure },
});

export const keyInProcess: Row = {
  name: 'key-in-process',
  what: 'a key is written, and its echo parsed and matched, in process',
  rounds: 9,
  contenders,
  comparisons: [
    against('p50', floor, atMost(3)),
    against('p50', control, atMost(1)),
    against('p50', poller, atMost(1 / 200)),
    against('p99', floor, reported, 'p99'),
  ],
};
