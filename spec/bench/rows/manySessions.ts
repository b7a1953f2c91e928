/** CPU of many sessions that print at a fixed rate, with and without waits. */
import type { Bench } from '../bench.ts';
import { Client } from '../ours/client.ts';
import { Server } from '../ours/server.ts';
import { bare } from '../peers/bare.ts';
import { comparableOptions, Tmux } from '../peers/tmux.ts';
import { cpuOf } from '../process.ts';
import { atMost, type Contender, type Figures, ours, type Row } from '../row.ts';

const count = 200;
const linesPerSecond = 50;
const windowMs = 3000;
const detached = 'tmux detached, no waits';

const printing = async (bench: Bench) => [...(await bare(bench)), 'paced', `${linesPerSecond}`] as const;

/** Returns the number of the last line on a screen. */
const lastLine = (screen: string) => Number(/.*(?:^|\n)(\d{8}) /s.exec(screen)?.[1]);

/**
 * CPU in percent of one core, once code is compiled and screens are full. Also checks that the programs printed as fast
 * as expected.
 */
async function loadOf(pid: number, bench: Bench, screen: () => Promise<string>): Promise<Figures> {
  await bench.span(windowMs);
  const [line, cpu, start] = [lastLine(await screen()), cpuOf(pid), bench.clock.now()];
  await bench.span(windowMs);
  const [used, span] = [cpuOf(pid) - cpu, bench.clock.now() - start];
  const pace = ((lastLine(await screen()) - line) * 1000) / span;
  if (!(pace > linesPerSecond * 0.85)) throw new Error(`the programs printed ${pace} lines a second`);
  return { cpu: (used / span) * 100 };
}

const matchers = [
  { type: 'contains_text', value: 'no worker prints this' },
  { type: 'screen_regex', value: 'worker (lost|dropped) [a-z]+ job' },
] as const;

const waited: Contender = {
  name: ours,
  needs: ['cc or python3'],
  open: async (bench) => {
    const [program, ...args] = await printing(bench);
    return {
      round: async () => {
        const server = await Server.started(bench);
        const waiting = await Promise.all(matchers.map(() => Client.connect(server.listener.path)));
        const sessions: string[] = [];
        for (let at = 0; at < count; at++) sessions.push(await server.create({ program, args }));
        for (const session of sessions) {
          const wait = (client: Client, at: number) =>
            void client
              .request('session.wait', { session, matcher: matchers[at], timeout_ms: 600_000 })
              .catch(() => {});
          waiting.forEach(wait);
        }
        const screen = async () =>
          (await server.client.request('session.snapshot', { session: sessions[count / 2] }))
            .plain_text as string;
        const figures = await loadOf(server.pid, bench, screen);
        for (const client of waiting) client.close();
        await server.close();
        return figures;
      },
    };
  },
};

const unwatched: Contender = {
  name: detached,
  needs: ['tmux', 'cc or python3'],
  open: async (bench) => {
    const program = (await printing(bench)).join(' ');
    return {
      round: async () => {
        const tmux = new Tmux(bench);
        await tmux.run('new-session', '-d', '-s', 'first', '-x', '80', '-y', '24', 'cat');
        const session = (_: unknown, at: number) => `new-session -d -s p${at} -x 80 -y 24 '${program}'`;
        await tmux.runAll([...comparableOptions, ...Array.from({ length: count }, session)]);
        const screen = () => tmux.run('capture-pane', '-p', '-t', `p${count / 2}`);
        const figures = await loadOf(await tmux.pid(), bench, screen);
        await tmux.close();
        return figures;
      },
    };
  },
};

export const manySessions: Row = {
  name: 'many-sessions',
  what: `${count} sessions that print ${linesPerSecond} lines a second, with a text and a regex wait on each`,
  rounds: 3,
  contenders: [waited, unwatched],
  comparisons: [
    {
      what: 'CPU, of one core',
      unit: '%',
      ours: { of: ours, figure: 'cpu' },
      theirs: { of: detached, figure: 'cpu' },
      limit: atMost(0.5),
    },
  ],
};
