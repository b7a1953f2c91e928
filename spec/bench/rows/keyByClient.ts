/** The latency of a key and its echo, through a client on a socket. */

import { createKeySender, echoingSession, floodOn } from '../ours/keySender.ts';
import { Server } from '../ours/server.ts';
import { byCapture, controlOf } from '../peers/controlKeySender.ts';
import { atMost, type Contender, ours, type Row, reported } from '../row.ts';
import { pressKeys, type Typing } from '../typing.ts';

const presses: Typing = { warmup: 200, presses: 2000 };
const warmup: Typing = { warmup: 0, presses: 3000 };
const flooded = 'ptywright beside a flood';
const control = 'tmux -C + capture-pane';

const acting = (name: string, floods: number): Contender => ({
  name,
  open: async (bench) => {
    const server = await Server.started(bench);
    const sender = await createKeySender(server, await echoingSession(server));
    await pressKeys(sender, warmup);
    return {
      round: async () => {
        const flood = await floodOn(server, floods);
        const figures = await pressKeys(sender, presses);
        await flood.stop();
        return figures;
      },
      close: () => server.close(),
    };
  },
});

const capturing: Contender = {
  name: control,
  needs: ['tmux'],
  open: async (bench) => {
    const client = await controlOf(bench);
    return { round: () => pressKeys(byCapture(client), presses), close: () => client.close() };
  },
};

export const keyByClient: Row = {
  name: 'key-by-client',
  what: 'a key and its echo by a client on a socket: session.act with the text as evidence',
  rounds: 9,
  contenders: [acting(ours, 0), acting(flooded, 1), capturing],
  comparisons: [
    {
      what: 'p50',
      unit: 'us',
      ours: { of: ours, figure: 'p50' },
      theirs: { of: control, figure: 'p50' },
      limit: atMost(1.5),
    },
    {
      what: 'p50 beside a flood',
      unit: 'us',
      ours: { of: flooded, figure: 'p50' },
      theirs: { of: ours, figure: 'p50' },
      limit: atMost(2.5),
    },
    {
      what: 'p99',
      unit: 'us',
      ours: { of: ours, figure: 'p99' },
      theirs: { of: control, figure: 'p99' },
      limit: reported,
    },
  ],
};
