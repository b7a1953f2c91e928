/** Latency of a quiet session while other sessions flood. */

import { echoingSession, floodOn } from '../ours/keySender.ts';
import { Server } from '../ours/server.ts';
import { atMostMore, type Contender, ours, type Row, reported } from '../row.ts';
import { quantile } from '../statistics.ts';

const requests = 600;
const floods = 8;
const flooded = 'ptywright, eight floods';

async function timed(server: Server, session: string) {
  const took: number[] = [];
  for (let at = 0; at < requests; at++) {
    const start = process.hrtime.bigint();
    await server.client.request('session.snapshot', { session });
    took.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
}

const asking = (name: string, count: number): Contender => ({
  name,
  open: async (bench) => {
    const server = await Server.started(bench);
    const session = await echoingSession(server);
    await timed(server, session);
    return {
      round: async () => {
        const flood = await floodOn(server, count);
        const figures = await timed(server, session);
        await flood.stop();
        return figures;
      },
      close: () => server.close(),
    };
  },
});

export const quietUnderFlood: Row = {
  name: 'quiet-under-flood',
  what: 'session.snapshot of a quiet session while eight others flood, 24x80',
  rounds: 5,
  contenders: [asking(ours, 0), asking(flooded, floods)],
  comparisons: [
    {
      what: 'p99 added',
      unit: 'ms',
      ours: { of: flooded, figure: 'p99' },
      theirs: { of: ours, figure: 'p99' },
      limit: atMostMore(12),
    },
    {
      what: 'p50',
      unit: 'ms',
      ours: { of: flooded, figure: 'p50' },
      theirs: { of: ours, figure: 'p50' },
      limit: reported,
    },
  ],
};
