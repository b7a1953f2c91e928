/** The latency and throughput of requests. */
import { socketTo } from '../ours/client.ts';
import { Listener } from '../ours/server.ts';
import { programNamed, serverProgram } from '../places.ts';
import type { Command } from '../process.ts';
import { asLine, type Framed, Requests, withLength } from '../roundTrips.ts';
import { atLeast, atMost, type Contender, ours, type Row, reported } from '../row.ts';

const warmup = 3000;
const trips = 3000;
const piped = 30_000;
const depth = 64;

const listening = (name: string, command: Command, framed: Framed): Contender => ({
  name,
  open: async (bench) => {
    const listener = await Listener.start(bench, command);
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

const contenders = [
  listening(ours, [process.execPath, serverProgram, 'serve', '--socket'], asLine),
  listening(echo, programNamed('lineEcho'), asLine),
  listening(stock, programNamed('stockJsonrpc'), withLength),
];

const against = (theirs: string, figure: string) => ({
  ours: { of: ours, figure },
  theirs: { of: theirs, figure },
});

/** `session.list` on a server without sessions. The same client measures every contender and only counts bytes. */
export const roundTrips: readonly Row[] = [
  {
    name: 'round-trip',
    what: 'a request and its reply, ndjson over a Unix socket, both sides on one core',
    rounds: 15,
    oneCore: true,
    contenders,
    comparisons: [{ what: 'p50', unit: 'us', ...against(echo, 'p50'), limit: atMost(1.5) }],
  },
  {
    name: 'round-trip-cores',
    what: 'the same, without pinning to a core',
    rounds: 15,
    contenders,
    comparisons: [
      { what: 'p50', unit: 'us', ...against(echo, 'p50'), limit: reported },
      { what: 'rate, 64 deep', unit: 'k/s', ...against(stock, 'rate'), limit: atLeast(2) },
    ],
  },
];
