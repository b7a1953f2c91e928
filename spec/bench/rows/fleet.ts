/** A call through a gateway against the same call to a server, both on standard streams, on one machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Broker } from '#fleet/broker.ts';
import type { Bench } from '../bench.ts';
import { clear, echoing, type Typist } from '../echoing.ts';
import { overStdio, type Speaker, serverAt, serving } from '../ours/speaker.ts';
import { serverProgram } from '../places.ts';
import { atMost, type Contender, type Row, written } from '../row.ts';
import { quantile } from '../statistics.ts';
import { typed } from '../typing.ts';

const program = { program: echoing.program, args: echoing.args, rows: 24, cols: 80 };
const typing = { warmup: 100, presses: 1000 };

/** Starts nats-server and one host, once per run. */
const fleetOf = (bench: Bench): Promise<string> =>
  bench.once('fleet', async () => {
    const broker = spawn('nats-server', ['-js', '-sd', bench.path('nats'), '-a', '127.0.0.1', '-p', '-1'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(broker, 'exit');
    bench.owns(async () => {
      broker.kill('SIGKILL');
      await ended;
    });
    const url = await new Promise<string>((resolve) => {
      let text = '';
      broker.stderr.setEncoding('utf8').on('data', (more: string) => {
        text += more;
        const port = /client connections on 127\.0\.0\.1:(\d+)/.exec(text)?.[1];
        if (port !== undefined && text.includes('Server is ready')) resolve(`nats://127.0.0.1:${port}`);
      });
    });
    const options = ['--fleet', url, '--host', 'h1', '--socket', bench.path('sock')];
    await serving(bench, [serverProgram, 'serve', ...options]);
    return url;
  });

async function typist(speaker: Speaker): Promise<Typist> {
  const { session } = await speaker.ask('session.create', program);
  await speaker.ask('session.wait', { session, matcher: { type: 'contains_text', value: '.' } });
  const act = (text: string, shown: string) =>
    speaker.ask('session.act', {
      session,
      actions: [{ type: 'text', value: text }],
      matcher: { type: 'contains_text', value: shown },
    });
  return { press: (key) => act(key, key), clear: () => act(`${clear}!`, '!') };
}

const throughGateway: Contender = {
  name: 'gateway, session.act',
  needs: ['nats-server'],
  open: async (bench) => {
    const options = ['--fleet', await fleetOf(bench), '--gateway'];
    const { child, close } = await serverAt(bench, 'ptywright+stdio:', options);
    const person = await typist(overStdio(child));
    await typed(person, typing);
    return { round: () => typed(person, typing), close };
  },
};

/** Microseconds of one request and its reply between two connections to the broker. */
async function brokerRoundTrip(url: string): Promise<{ round(): Promise<number>; close(): Promise<void> }> {
  const [asker, answerer] = await Promise.all(
    ['asker', 'answerer'].map((name) => Broker.connect({ url, name: `gateway.${name}` })),
  );
  answerer!.subscribe('bench', ({ reply }) => answerer!.publish(reply!, '{}'));
  await answerer!.flush();
  return {
    round: async () => {
      const took: number[] = [];
      for (let at = 0; at < typing.presses; at++) {
        const start = process.hrtime.bigint();
        await asker!.ask('bench', 1000);
        took.push(Number(process.hrtime.bigint() - start) / 1000);
      }
      return quantile(took, 0.5);
    },
    close: async () => {
      await Promise.all([asker!.close(), answerer!.close()]);
    },
  };
}

const direct: Contender = {
  name: 'ptywright, session.act',
  needs: ['nats-server'],
  open: async (bench) => {
    const { child, close } = await serverAt(bench, 'ptywright+stdio:');
    const person = await typist(overStdio(child));
    const broker = await brokerRoundTrip(await fleetOf(bench));
    await typed(person, typing);
    return {
      round: async () => {
        const { p50 } = await typed(person, typing);
        const roundTrip = await broker.round();
        return { p50, roundTrip, sum: p50 + roundTrip };
      },
      close: async () => {
        await broker.close();
        await close();
      },
    };
  },
};

const ours = { of: throughGateway.name, figure: 'p50' };

export const fleet: Row = {
  name: 'fleet-act',
  what: 'a key and its echo in one call: through a gateway and a broker against a server',
  rounds: 9,
  contenders: [throughGateway, direct],
  comparisons: [
    {
      what: 'p50, with the round trip of the broker',
      unit: 'us',
      ours,
      theirs: { of: direct.name, figure: 'sum' },
      bar: atMost(2),
    },
    { what: 'p50', unit: 'us', ours, theirs: { of: direct.name, figure: 'p50' }, bar: written },
    {
      what: 'the broker alone',
      unit: 'us',
      ours: { of: direct.name, figure: 'roundTrip' },
      theirs: { of: direct.name, figure: 'p50' },
      bar: written,
    },
  ],
};
