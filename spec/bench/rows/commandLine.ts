/** `ptywright act` against `session.act`, both over a Unix socket. */
import { clear, echoing, type KeySender } from '../echoing.ts';
import { connectSocket, serveOn } from '../ours/rpcClient.ts';
import { serverProgram } from '../places.ts';
import { outputOf } from '../process.ts';
import { type Contender, type Row, reported } from '../row.ts';
import { pressKeys } from '../typing.ts';

type Act = (text: string, visible: string) => Promise<unknown>;

const contender = (
  name: string,
  presses: number,
  open: (path: string, session: string) => Promise<Act>,
): Contender => ({
  name,
  open: async (bench) => {
    const path = bench.path('s');
    const { close } = await serveOn(bench, `ptywright+unix:${path}`);
    const client = await connectSocket(path);
    const { session } = await client.call('session.create', { ...echoing, rows: 24, cols: 80 });
    await client.call('session.wait', { session, matcher: { type: 'contains_text', value: '.' } });
    const act = await open(path, String(session));
    const sender: KeySender = { press: (key) => act(key, key), clear: () => act(`${clear}!`, '!') };
    return { round: () => pressKeys(sender, { warmup: 2, presses }), close };
  },
});

const command = 'ptywright act';
const native = 'ptywright, session.act';

export const commandLine: Row = {
  name: 'command-act',
  what: 'a key and its echo: one run of the command, against one call on an open connection',
  rounds: 9,
  contenders: [
    contender(command, 20, async (path, session) => {
      const words = [process.execPath, serverProgram, 'act', `--socket=${path}`, `--session=${session}`];
      return (text, visible) => outputOf([...words, `--type=${text}`, '--wait=text', visible]);
    }),
    contender(native, 1000, async (path, session) => {
      const client = await connectSocket(path);
      return (text, visible) =>
        client.call('session.act', {
          session,
          actions: [{ type: 'text', value: text }],
          matcher: { type: 'contains_text', value: visible },
        });
    }),
  ],
  comparisons: [
    {
      what: 'p50',
      unit: 'us',
      ours: { of: command, figure: 'p50' },
      theirs: { of: native, figure: 'p50' },
      limit: reported,
    },
  ],
};
