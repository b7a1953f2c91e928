/** Memory of sessions with full scrollbacks. */
import { writeFileSync } from 'node:fs';
import type { Bench } from '../bench.ts';
import { corpus } from '../corpora.ts';
import { Server } from '../ours/server.ts';
import { comparableOptions, Tmux } from '../peers/tmux.ts';
import { programNamed } from '../places.ts';
import { figuresOf, megabytesOf } from '../process.ts';
import { type Contender, figureAtMost, ours, type Row, reported } from '../row.ts';

const count = 20;
const furtherCount = 40;
const lines = 1100;
const detached = 'tmux detached';

/** More rows than the scrollback, and a word at the end. */
async function filling(bench: Bench): Promise<string> {
  const { bytes } = await corpus('plain', bench);
  const file = bench.path('rows');
  const rows = bytes
    .toString('latin1')
    .split('\n', lines)
    .map((row) => row.slice(0, 79));
  writeFileSync(file, `${rows.join('\n')}\nfilled`);
  return file;
}

const byUs: Contender = {
  name: ours,
  open: async (bench) => {
    const args = ['-c', `cat ${await filling(bench)}; exec cat`];
    return {
      round: async () => {
        const server = await Server.started(bench);
        const fill = async () => {
          const session = await server.create({ program: 'sh', args });
          const matcher = { type: 'contains_text', value: 'filled' };
          await server.client.request('session.wait', { session, matcher, evidence: 'none' });
        };
        const figures = await grown(server.pid, fill);
        await server.close();
        return figures;
      },
    };
  },
};

const byTmux: Contender = {
  name: detached,
  needs: ['tmux'],
  open: async (bench) => {
    const file = await filling(bench);
    return {
      round: async () => {
        const tmux = new Tmux(bench);
        await tmux.run('new-session', '-d', '-s', 'first', '-x', '80', '-y', '24', 'cat');
        await tmux.runAll(comparableOptions);
        const fill = async () => {
          const program = `cat ${file}; ${tmux.words.join(' ')} wait-for -S filled; exec cat`;
          await tmux.run('new-session', '-d', '-x', '80', '-y', '24', program);
          await tmux.run('wait-for', 'filled');
        };
        const figures = await grown(await tmux.pid(), fill);
        await tmux.close();
        return figures;
      },
    };
  },
};

const [node, inside] = programNamed('inside') as [string, string];
const heap = 'ptywright, heap';

const byHeap: Contender = {
  name: heap,
  open: async (bench) => {
    const file = await filling(bench);
    return { round: () => figuresOf([node, '--expose-gc', inside, 'heldWhenFull', file]) };
  },
};

/**
 * The first two are not counted: they also load and compile code. While the next ones open, a JavaScript heap grows to
 * the size at which it is collected, so the ones after them are measured separately.
 */
async function grown(pid: number, fill: () => Promise<void>) {
  const growth = async (sessions: number) => {
    const before = megabytesOf(pid);
    for (let at = 0; at < sessions; at++) await fill();
    return (megabytesOf(pid) - before) / sessions;
  };
  await growth(2);
  return { memory: await growth(count), further: await growth(furtherCount) };
}

export const sessionsFull: Row = {
  name: 'sessions-full',
  what: 'a session with 1000 rows above its screen, 24x80',
  rounds: 3,
  contenders: [byUs, byHeap, byTmux],
  comparisons: [
    {
      what: 'memory of a full session',
      unit: 'MB',
      ours: { of: ours, figure: 'memory' },
      theirs: { of: detached, figure: 'memory' },
      limit: reported,
    },
    {
      what: 'memory of each further session',
      unit: 'MB',
      ours: { of: ours, figure: 'further' },
      limit: figureAtMost(0.8),
    },
    {
      what: 'memory of the heap and its buffers',
      unit: 'MB',
      ours: { of: heap, figure: 'held' },
      limit: figureAtMost(0.8),
    },
  ],
};
