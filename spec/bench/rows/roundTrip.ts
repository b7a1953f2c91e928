import { socketTo } from '../ours/client.ts';
import { Listener } from '../ours/server.ts';
import { programNamed, serverProgram } from '../places.ts';
import type { Command } from '../process.ts';
import { asLine, type Framed, Requests, withLength } from '../roundTrips.ts';
import { atLeast, atMost, type Contender, ours, type Row, written } from '../row.ts';

const warmup = 3000;
const trips = 3000;
const piped = 30_000;
const depth = 64;

const listening = (name: string, command: Command, framed: Framed): Contender => ({
  name,
  open: async (bench) => {
    const listener = await Listener.started(bench, command);
    const requests = await Requests.over(await socketTo(listener.path), framed);
    await requests.oneByOne(warmup);
    await requests.pipelined(piped, depth);
    return {
      round: async () => ({
        p50: await requests.oneByOne(trips),
        rate: (await requests.pipelined(piped, depth)) / 1000,
      }),
      close: () => {
        requests.close();
        return listener.close();
      },
    };
  },
});

const echo = 'line echo';
const stock = 'stock vscode-jsonrpc';

/** `session.list` of a server without sessions; every contender is asked by the same client, which only counts bytes. */
export const roundTrip: Row = {
  name: 'round-trip',
  what: 'a request and its reply, ndjson over a Unix socket',
  rounds: 15,
  contenders: [
    listening(ours, [process.execPath, serverProgram, 'serve', '--socket'], asLine),
    listening(echo, programNamed('lineEcho'), asLine),
    listening(stock, programNamed('stockJsonrpc'), withLength),
  ],
  comparisons: [
    // The kernel runs client and server on one core in some rounds and on two in others, which takes everybody from
    // 15 us to 55: rounds of one kind are compared, and the median stands beside them.
    {
      what: 'p50, best tenth of rounds',
      unit: 'us',
      ours: { of: ours, figure: 'p50' },
      theirs: { of: echo, figure: 'p50' },
      quantile: 0.1,
      bar: atMost(1.5),
    },
    {
      what: 'p50, median of rounds',
      unit: 'us',
      ours: { of: ours, figure: 'p50' },
      theirs: { of: echo, figure: 'p50' },
      bar: written,
    },
    {
      what: 'rate, 64 deep',
      unit: 'k/s',
      ours: { of: ours, figure: 'rate' },
      theirs: { of: stock, figure: 'rate' },
      bar: atLeast(2),
    },
  ],
};
