/** Time and resources of opening and closing many sessions, compared with tmux. */
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
  reported,
  reportedFigure,
} from '../row.ts';

const some = 100;
const most = 500;
const control = 'tmux -C';

interface Opener {
  open(): Promise<string>;
  close(session: string): Promise<unknown>;
}

const counted = (pid: number) => ({
  memory: megabytesOf(pid),
  descriptors: descriptorsOf(pid),
  threads: threadsOf(pid),
});

/**
 * Milliseconds for each session: the first, the first hundred, all, and an idle one. The first session loads code that
 * stays, so counting starts after it was closed.
 */
async function opened(pid: number, bench: Bench, { open, close }: Opener) {
  const { clock } = bench;
  const before = clock.now();
  const one = await open();
  const first = clock.now() - before;
  await close(one);
  const begun = counted(pid);
  const start = clock.now();
  const sessions: string[] = [];
  for (let at = 0; at < some; at++) sessions.push(await open());
  const hundred = (clock.now() - start) / some;
  for (let at = some; at < most; at++) sessions.push(await open());
  const all = (clock.now() - start) / most;
  const grown = counted(pid);
  for (const session of sessions) await close(session);
  const left = counted(pid);
  return {
    ...{ first, hundred, all },
    idle: ((grown.memory - begun.memory) * 1024) / most,
    'descriptors each': (grown.descriptors - begun.descriptors) / most,
    ...{ 'descriptors before': begun.descriptors, 'descriptors after': left.descriptors },
    ...{ 'threads before': begun.threads, 'threads after': left.threads },
  };
}

const byUs: Contender = {
  name: ours,
  open: (bench) => ({
    round: async () => {
      const server = await Server.started(bench);
      const figures = await opened(server.pid, bench, {
        open: () => server.create({ program: 'cat' }),
        close: (session) => server.client.request('session.close', { session }),
      });
      await server.close();
      return figures;
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
      const figures = await opened(await client.tmux.pid(), bench, {
        open: async () => (await client.command(`new-session -d -P -F '#{session_id}' -x 80 -y 24 cat`))[0]!,
        close: (session) => client.command(`kill-session -t '${session}'`),
      });
      await client.close();
      return figures;
    },
  }),
};

const against = (what: string, figure: string, unit: string, limit: Comparison['limit']): Comparison => ({
  ...{ what, unit, limit },
  ours: { of: ours, figure },
  theirs: { of: control, figure },
});

const left = (what: string): Comparison => ({
  ...{ what: `${what} when all are closed`, unit: '', limit: atMostMore(2) },
  ours: { of: ours, figure: `${what} after` },
  theirs: { of: ours, figure: `${what} before` },
});

export const sessionsOpened: Row = {
  name: 'sessions-opened',
  what: `a client opens ${most} sessions and closes them`,
  rounds: 3,
  contenders: [byUs, byControl],
  comparisons: [
    against('the first', 'first', 'ms', reported),
    against(`each of ${some}`, 'hundred', 'ms', atMost(0.8)),
    against(`each of ${most}`, 'all', 'ms', reported),
    against('memory of an idle one', 'idle', 'KiB', reported),
    {
      what: 'descriptors of a session',
      unit: '',
      ours: { of: ours, figure: 'descriptors each' },
      limit: reportedFigure,
    },
    left('descriptors'),
    left('threads'),
  ],
};
