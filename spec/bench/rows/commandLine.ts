/** A command of the command line against the call that it makes, both on a Unix socket. */
import { clear, echoing, type KeySender } from '../echoing.ts';
import { overSocket, serverAt } from '../ours/speaker.ts';
import { serverProgram } from '../places.ts';
import { outputOf } from '../process.ts';
import { type Contender, type Row, written } from '../row.ts';
import { typed } from '../typing.ts';

type Act = (text: string, visible: string) => Promise<unknown>;

const contender = (
  name: string,
  presses: number,
  open: (path: string, session: string) => Promise<Act>,
): Contender => ({
  name,
  open: async (bench) => {
    const path = bench.path('s');
    const { close } = await serverAt(bench, `ptywright+unix:${path}`);
    const speaker = await overSocket(path);
    const { session } = await speaker.ask('session.create', { ...echoing, rows: 24, cols: 80 });
    await speaker.ask('session.wait', { session, matcher: { type: 'contains_text', value: '.' } });
    const act = await open(path, String(session));
    const sender: KeySender = { press: (key) => act(key, key), clear: () => act(`${clear}!`, '!') };
    return { round: () => typed(sender, { warmup: 2, presses }), close };
  },
});

const command = 'ptywright act';
const native = 'ptywright, session.act';

export const commandLine: Row = {
  name: 'command-act',
  what: 'a key and its echo in one command: a process that connects, against the method on an open connection',
  rounds: 9,
  contenders: [
    contender(command, 20, async (path, session) => {
      const words = [process.execPath, serverProgram, 'act', `--socket=${path}`, `--session=${session}`];
      return (text, visible) => outputOf([...words, `--type=${text}`, '--wait=text', visible]);
    }),
    contender(native, 1000, async (path, session) => {
      const speaker = await overSocket(path);
      return (text, visible) =>
        speaker.ask('session.act', {
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
      bar: written,
    },
  ],
};
