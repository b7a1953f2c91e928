/** Throughput of each corpus, compared with a bare read and with tmux. */
import type { Bench } from '../bench.ts';
import { type CorpusName, corpus, endMark } from '../corpora.ts';
import type { Need } from '../needs.ts';
import { observerOf, type Span } from '../observer.ts';
import { Server } from '../ours/server.ts';
import { bare } from '../peers/bare.ts';
import { comparableOptions, Tmux } from '../peers/tmux.ts';
import { TmuxControl } from '../peers/tmuxControl.ts';
import { programNamed } from '../places.ts';
import { outputOf } from '../process.ts';
import { atLeast, type Comparison, type Contender, type Limit, ours, type Row } from '../row.ts';

const floor = 'bare read';
const detached = 'tmux detached';
const control = 'tmux -C';

/** Limits against the bare read, detached tmux, and tmux -C. For a parser, redraws cost more than scrolling lines. */
const bars: Readonly<Record<CorpusName, readonly [number, number, number]>> = {
  plain: [0.9, 1, 2.5],
  sgr: [0.4, 1.8, 2.5],
  vim: [0.4, 1, 2.5],
  htop: [0.4, 1, 2.5],
  cjk: [0.4, 1, 2.5],
  unicode: [0.4, 1.8, 2.5],
  dense: [0.4, 1, 2.5],
};

/** The emitter on a terminal with the default output processing of the kernel. */
async function emitting(name: CorpusName, bench: Bench) {
  const { file, bytes } = await corpus(name, bench);
  const emitter = [...programNamed('emitter'), observerOf(bench).path, file].join(' ');
  const script = `stty raw -echo opost onlcr; exec ${emitter}`;
  const rate = ({ start, end }: Span) => ({ rate: bytes.length / (end - start) });
  return { script, rate, begun: async () => (await observerOf(bench).arrival()).begin() };
}

const byUs = (name: CorpusName): Contender => ({
  name: ours,
  needs: needsOf(name),
  open: async (bench) => {
    const { script, rate, begun } = await emitting(name, bench);
    const server = await Server.started(bench);
    const round = async () => {
      const session = await server.create({ program: 'sh', args: ['-c', script] });
      const span = await begun();
      await server.client.request('session.wait', {
        session,
        matcher: { type: 'process_exited' },
        evidence: 'none',
      });
      await server.client.request('session.close', { session });
      return rate(span);
    };
    for (let time = 0; time < 3; time++) await round();
    return { round, close: () => server.close() };
  },
});

const byFloor = (name: CorpusName): Contender => ({
  name: floor,
  needs: ['cc or python3', ...needsOf(name)],
  open: async (bench) => {
    const { script, rate, begun } = await emitting(name, bench);
    const reader = await bare(bench);
    return {
      round: async () => {
        const over = outputOf([...reader, 'read', 'sh', '-c', script]);
        const span = await begun();
        await over;
        return rate(span);
      },
    };
  },
});

const byTmux = (name: CorpusName): Contender => ({
  name: detached,
  needs: ['tmux', ...needsOf(name)],
  open: async (bench) => {
    const { script, rate, begun } = await emitting(name, bench);
    const tmux = new Tmux(bench);
    await tmux.run('new-session', '-d', '-x', '80', '-y', '24', 'cat');
    await tmux.runAll(comparableOptions);
    return {
      round: async () => {
        await tmux.run('new-session', '-d', '-x', '80', '-y', '24', script);
        return rate(await begun());
      },
      close: () => tmux.close(),
    };
  },
});

/** The client has finished when it has seen the end of the corpus. tmux may have parsed it before. */
const byControl = (name: CorpusName): Contender => ({
  name: control,
  needs: ['tmux', ...needsOf(name)],
  open: async (bench) => {
    const { script, rate, begun } = await emitting(name, bench);
    return {
      round: async () => {
        const client = new TmuxControl(bench, script);
        await client.attached();
        const taken = client.skipTo(escaped(endMark)).then(now);
        const { start, end } = await begun();
        const figures = rate({ start, end: Math.max(end, await taken) });
        await client.close();
        return figures;
      },
    };
  },
});

const now = () => Number(process.hrtime.bigint() / 1000n);
/** A control character as control mode writes it. */
const escaped = (mark: string) => `\\${mark.charCodeAt(0).toString(8).padStart(3, '0')}`;
const needsOf = (name: CorpusName): readonly Need[] => (name === 'vim' || name === 'htop' ? [name] : []);

const against = (theirs: string, limit: Limit): Comparison => ({
  ...{ what: 'taken and parsed', unit: 'MB/s', limit },
  ours: { of: ours, figure: 'rate' },
  theirs: { of: theirs, figure: 'rate' },
});

export const output = Object.entries(bars).map(
  ([name, [bareBar, detachedBar, controlBar]]): Row => ({
    name: `output-${name}`,
    what: `output taken and parsed: ${name}`,
    rounds: 7,
    contenders: [byUs, byFloor, byTmux, byControl].map((contender) => contender(name as CorpusName)),
    comparisons: [
      against(floor, atLeast(bareBar)),
      against(detached, atLeast(detachedBar)),
      against(control, atLeast(controlBar)),
    ],
  }),
);
