/** The latency of a session while many viewers watch another one. */
import { socketTo } from '../ours/client.ts';
import { createKeySender, echoingSession, floodOn } from '../ours/keySender.ts';
import { Server } from '../ours/server.ts';
import { atMost, type Contender, type Row, reported } from '../row.ts';
import { pressKeys, type Typing } from '../typing.ts';

const presses: Typing = { warmup: 100, presses: 1000 };
const warmup: Typing = { warmup: 0, presses: 2000 };
const flood = 'a flood without viewers';
const alone = 'one viewer';
const description = '64 viewers';
const viewersAndStalled = '64 viewers, one never reads';

/** Attaches a viewer that reads its events at once, or never. */
async function viewerOf(server: Server, session: string, reads: boolean): Promise<() => void> {
  const socket = await socketTo(server.listener.path);
  const attach = { jsonrpc: '2.0', id: 1, method: 'session.attach', params: { session } };
  socket.write(`${JSON.stringify(attach)}\n`);
  await new Promise<void>((resolve) => socket.once('data', () => resolve()));
  if (reads) socket.resume();
  else socket.pause();
  return () => socket.destroy();
}

const whileWatched = (name: string, reading: number, stalled: number): Contender => ({
  name,
  open: async (bench) => {
    const server = await Server.started(bench);
    const sender = await createKeySender(server, await echoingSession(server));
    await pressKeys(sender, warmup);
    return {
      round: async () => {
        const [flooding, stop] = await startFlood(server);
        const viewers = await Promise.all(
          Array.from({ length: reading + stalled }, (_, at) => viewerOf(server, flooding, at < reading)),
        );
        const figures = await pressKeys(sender, presses);
        for (const leave of viewers) leave();
        await stop();
        return figures;
      },
      close: () => server.close(),
    };
  },
});

async function startFlood(server: Server): Promise<[session: string, stop: () => Promise<void>]> {
  const before = await sessionsOf(server);
  const { stop } = await floodOn(server, 1);
  const session = (await sessionsOf(server)).find((id) => !before.includes(id))!;
  return [session, stop];
}

const sessionsOf = async (server: Server) =>
  (await server.client.request('session.list', {})).sessions as readonly string[];

const p50 = (of: string) => ({ of, figure: 'p50' });

export const viewers: Row = {
  name: 'viewers',
  what: 'a key in one session, by session.act, while viewers watch another session that floods, 24x80',
  rounds: 5,
  contenders: [
    whileWatched(flood, 0, 0),
    whileWatched(alone, 1, 0),
    whileWatched(description, 64, 0),
    whileWatched(viewersAndStalled, 63, 1),
  ],
  comparisons: [
    {
      what: 'p50, 63 and one that never reads',
      unit: 'us',
      ours: p50(viewersAndStalled),
      theirs: p50(description),
      limit: atMost(1.1),
    },
    { what: 'p50, 64', unit: 'us', ours: p50(description), theirs: p50(alone), limit: atMost(2) },
    { what: 'p50, one', unit: 'us', ours: p50(alone), theirs: p50(flood), limit: reported },
    {
      what: 'p99, 64',
      unit: 'us',
      ours: { of: viewersAndStalled, figure: 'p99' },
      theirs: { of: alone, figure: 'p99' },
      limit: reported,
    },
  ],
};
