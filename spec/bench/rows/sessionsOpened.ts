import type { Bench } from '../bench.ts';
import { Server } from '../ours/server.ts';
import { TmuxControl } from '../peers/tmuxControl.ts';
import { descriptorsOf, megabytesOf, threadsOf } from '../process.ts';
import {
  atMost,
  atMostMore,
  type Comparison,
  type Contender,
  ours,
  type Row,
  written,
  writtenFigure,
} from '../row.ts';

const some = 100;
const most = 500;
const control = 'tmux -C';

/** Milliseconds each: the first, the first hundred, all. And what a session that does nothing takes. */
async function opened(pid: number, bench: Bench, open: () => Promise<unknown>) {
  const begun = { memory: megabytesOf(pid), descriptors: descriptorsOf(pid), threads: threadsOf(pid) };
  const start = bench.clock.now();
  const each = (count: number) => (bench.clock.now() - start) / count;
  await open();
  const first = each(1);
  for (let at = 1; at < some; at++) await open();
  const hundred = each(some);
  for (let at = some; at < most; at++) await open();
  return {
    ...{ first, hundred, all: each(most) },
    idle: ((megabytesOf(pid) - begun.memory) * 1024) / most,
    'descriptors each': (descriptorsOf(pid) - begun.descriptors) / most,
    'descriptors before': begun.descriptors,
    'threads before': begun.threads,
  };
}

const byUs: Contender = {
  name: ours,
  open: (bench) => ({
    round: async () => {
      const server = await Server.started(bench);
      const sessions: string[] = [];
      const figures = await opened(server.pid, bench, async () =>
        sessions.push(await server.create({ program: 'cat' })),
      );
      for (const session of sessions) await server.client.request('session.close', { session });
      const after = {
        'descriptors after': descriptorsOf(server.pid),
        'threads after': threadsOf(server.pid),
      };
      await server.close();
      return { ...figures, ...after };
    },
  }),
};

const byControl: Contender = {
  name: control,
  needs: ['tmux'],
  open: (bench) => ({
    round: async () => {
      const client = new TmuxControl(bench, 'cat');
      await client.attached();
      const pid = await client.tmux.pid();
      const figures = await opened(pid, bench, () => client.command('new-session -d -x 80 -y 24 cat'));
      await client.close();
      return figures;
    },
  }),
};

const against = (what: string, figure: string, unit: string, bar: Comparison['bar']): Comparison => ({
  ...{ what, unit, bar },
  ours: { of: ours, figure },
  theirs: { of: control, figure },
});

const left = (what: string): Comparison => ({
  ...{ what: `${what} when all are closed`, unit: '', bar: atMostMore(2) },
  ours: { of: ours, figure: `${what} after` },
  theirs: { of: ours, figure: `${what} before` },
});

export const sessionsOpened: Row = {
  name: 'sessions-opened',
  what: `sessions opened by a client, to ${most}, and closed again`,
  rounds: 3,
  contenders: [byUs, byControl],
  comparisons: [
    against('the first', 'first', 'ms', written),
    against(`each of ${some}`, 'hundred', 'ms', atMost(0.8)),
    against(`each of ${most}`, 'all', 'ms', written),
    against('memory of an idle one', 'idle', 'KiB', written),
    {
      what: 'descriptors of one',
      unit: '',
      ours: { of: ours, figure: 'descriptors each' },
      bar: writtenFigure,
    },
    left('descriptors'),
    left('threads'),
  ],
};
