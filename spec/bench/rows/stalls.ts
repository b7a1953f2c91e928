/** How long expensive work in one session delays requests to another. */
import { writeFileSync } from 'node:fs';
import type { Bench } from '../bench.ts';
import { Client } from '../ours/client.ts';
import { echoingSession } from '../ours/keySender.ts';
import { Server } from '../ours/server.ts';
import { type Contender, figureAtMost, type Row } from '../row.ts';

/** Work in one session, while another one gets requests. */
interface Work {
  readonly what: string;
  open(server: Server, bench: Bench): Promise<() => Promise<unknown>>;
}

/** The longest permitted delay caused by another session. */
const mostMs = 50;
const large = { rows: 500, cols: 200 };
const filledRows = 100_000;

/** A program that prints a text, then `ready` on a separate line. */
function printer(bench: Bench, text: string, before = 'true') {
  const file = bench.path('text');
  writeFileSync(file, text);
  return { program: 'sh', args: ['-c', `${before}; cat ${file}; printf '\\r\\nready'; exec cat`] };
}

const ready = ({ client }: Server, session: string) =>
  client.request('session.wait', {
    session,
    matcher: { type: 'contains_text', value: 'ready' },
    evidence: 'none',
    timeout_ms: 120_000,
  });

/** Resizes a session and reads each size, as a viewer would. */
async function resized(server: Server, session: string, sizes: readonly (readonly [number, number])[]) {
  for (const [rows, cols] of sizes) {
    await server.client.request('session.resize', { session, rows, cols });
    await server.client.request('session.snapshot', { session });
  }
}

const afterResize = (
  what: string,
  text: string,
  size: object,
  sizes: readonly (readonly [number, number])[],
): Work => ({
  what,
  open: async (server, bench) => {
    const session = await server.create({ ...printer(bench, text), ...size, scrollback: filledRows });
    await ready(server, session);
    return () => resized(server, session, sizes);
  },
});

const repeated = (sequence: string) => sequence.repeat(Math.ceil(30_000 / sequence.length));

const whilePrinting = (what: string, text: string): Work => ({
  what,
  open: async (server, bench) => {
    const program = printer(bench, text, 'read go');
    const session = await server.create({ ...program, ...large });
    return () =>
      Promise.all([
        server.client.request('session.input', { session, action: { type: 'text', value: '\r' } }),
        ready(server, session),
      ]);
  },
});

const rowsOfWords = `${'words of a log '.repeat(12)}\n`.repeat(filledRows);

const works: readonly Work[] = [
  afterResize('a resize with 100,000 rows above', rowsOfWords, { rows: 50, cols: 200 }, [
    [50, 100],
    [50, 200],
  ]),
  afterResize(
    'forty resizes with them',
    rowsOfWords,
    { rows: 50, cols: 200 },
    Array.from({ length: 40 }, (_, at) => [50, 80 + at] as const),
  ),
  afterResize('a line of 4 MB, at 2 columns', 'x'.repeat(4_000_000), { rows: 24, cols: 1000 }, [[24, 2]]),
  whilePrinting('screen alignment tests, 500x200', repeated('\x1b#8')),
  whilePrinting('ED 2, 500x200', repeated('\x1b[2J')),
  whilePrinting('DECSED 2, 500x200', repeated('\x1b[?2J')),
  whilePrinting('alternate screens, 500x200', repeated('\x1b[?1049h\x1b[?1049l')),
  whilePrinting('a frame of mode 2026, 500x200', `\x1b[?2026h${'\x1b[2J'.repeat(4000)}\x1b[?2026l`),
  {
    what: 'a paste of 3 MB',
    open: async (server) => {
      const session = await server.create({
        program: 'sh',
        args: ['-c', 'stty raw -echo; exec cat >/dev/null'],
      });
      const value = 'words of a paste\n'.repeat(180_000);
      const action = { type: 'bracketed_paste', value };
      return () => server.client.request('session.input', { session, action });
    },
  },
  {
    what: 'a transcript of 2 MB without its escapes',
    open: async (server, bench) => {
      const text = '\x1b[1;32mwords\x1b[m of a log\n'.repeat(100_000);
      const session = await server.create({
        ...printer(bench, text),
        transcript_max_chars: 16 * 1024 * 1024,
      });
      await ready(server, session);
      return () => server.client.request('session.transcript', { session, strip_escapes: true });
    },
  },
  {
    what: 'the scrollback in one reply, 24x80',
    open: async (server, bench) => {
      const session = await server.create({ ...printer(bench, rowsOfWords), scrollback: filledRows });
      await ready(server, session);
      return () => server.client.request('session.scrollback', { session, start: 0, count: filledRows });
    },
  },
];

/** The longest reply time of repeated requests to another session during the work. */
async function longest(other: Client, quiet: string, work: () => Promise<unknown>) {
  let most = 0;
  let over = false;
  const asking = async () => {
    while (!over) {
      const start = process.hrtime.bigint();
      await other.request('session.snapshot', { session: quiet });
      most = Math.max(most, Number(process.hrtime.bigint() - start) / 1e6);
    }
  };
  const requested = asking();
  await work();
  over = true;
  await requested;
  return { longest: most };
}

const during = ({ what, open }: Work): Contender => ({
  name: what,
  open: async (bench) => {
    const server = await Server.started(bench);
    const other = await Client.connect(server.listener.path);
    const quiet = await echoingSession(server);
    return {
      round: async () => longest(other, quiet, await open(server, bench)),
      close: () => {
        other.close();
        return server.close();
      },
    };
  },
});

export const stalls: Row = {
  name: 'stalls',
  what: 'the longest reply time of a quiet session while another one is busy',
  rounds: 3,
  contenders: works.map(during),
  comparisons: works.map(({ what }) => ({
    what,
    unit: 'ms',
    ours: { of: what, figure: 'longest' },
    quantile: 0,
    limit: figureAtMost(mostMs),
  })),
};
