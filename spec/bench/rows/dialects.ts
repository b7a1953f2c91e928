/** The same operations in every dialect, each on the transport that its clients use. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import type { Bench } from '../bench.ts';
import { clear, echoing, type KeySender, keys } from '../echoing.ts';
import {
  connectSocket,
  connectStdio,
  connectWebSocket,
  type RpcClient,
  serveOn,
  startServer,
} from '../ours/rpcClient.ts';
import { programNamed } from '../places.ts';
import { atMost, type Comparison, type Contender, type Limit, type Row, reported } from '../row.ts';
import { quantile } from '../statistics.ts';
import { pressKeys } from '../typing.ts';

/** One session behind one listener, driven through its dialect. */
interface DrivenSession {
  type(text: string): Promise<unknown>;
  waitFor(text: string): Promise<unknown>;
  read(): Promise<unknown>;
  close(): Promise<void>;
}

type Open = (bench: Bench, script: string) => Promise<DrivenSession>;

const size = { rows: 24, cols: 80 };
const [shell, flag] = [echoing.program, echoing.args[0]];

async function native(client: RpcClient, script: string, close: () => Promise<void>): Promise<DrivenSession> {
  const { session } = await client.call('session.create', { program: shell, args: [flag, script], ...size });
  return {
    type: (value) => client.call('session.input', { session, action: { type: 'text', value } }),
    waitFor: (value) =>
      client.call('session.wait', { session, matcher: { type: 'contains_text', value }, evidence: 'none' }),
    read: () => client.call('session.snapshot', { session, cells: 'none' }),
    close,
  };
}

const nativeSocket: Open = async (bench, script) => {
  const { address, close } = await serveOn(bench, `ptywright+unix:${bench.path('s')}`);
  return native(await connectSocket(address), script, close);
};

const nativeStdio: Open = async (bench, script) => {
  const { child, close } = await serveOn(bench, 'ptywright+stdio:');
  return native(connectStdio(child), script, close);
};

const nativeWebSocket: Open = async (bench, script) => {
  const { address, close } = await startServer(bench, programNamed('nativeWebSocket').slice(1));
  return native(await connectWebSocket(address), script, close);
};

const termwright: Open = async (bench, script) => {
  const listen = `termwright+unix:${bench.path('s')}?rows=${size.rows}&cols=${size.cols}`;
  const { address, close } = await serveOn(bench, listen, ['--', shell, flag, script]);
  const client = await connectSocket(address);
  return {
    type: (text) => client.call('type', { text }),
    waitFor: (text) => client.call('wait_for_text', { text }),
    read: () => client.call('screen', { format: 'text' }),
    close,
  };
};

const wrightty: Open = async (bench, script) => {
  const { address, close } = await serveOn(bench, 'wrightty+ws://127.0.0.1:0');
  const client = await connectWebSocket(address);
  const create = { shell, args: [flag, script], ...size };
  const { sessionId } = await client.call('Session.create', create);
  return {
    type: (text) => client.call('Input.sendText', { sessionId, text }),
    waitFor: (pattern) => client.call('Screen.waitForText', { sessionId, pattern }),
    read: () => client.call('Screen.getText', { sessionId }),
    close,
  };
};

const tuispec: Open = async (bench, script) => {
  const { child, close } = await serveOn(bench, 'tuispec+stdio:', ['--artifact-dir', bench.path('a')]);
  const client = connectStdio(child);
  await client.call('initialize', { name: 'bench', terminalCols: size.cols, terminalRows: size.rows });
  await client.call('launch', { command: shell, args: [flag, script] });
  return {
    type: (text) => client.call('sendText', { text }),
    waitFor: (text) => client.call('waitForText', { selector: { type: 'exact', text } }),
    read: () => client.call('currentView', {}),
    close,
  };
};

const base = { socket: 'ptywright, socket', stdio: 'ptywright, stdio', web: 'ptywright, WebSocket' };
const opens: Readonly<Record<string, Open>> = {
  [base.socket]: nativeSocket,
  [base.stdio]: nativeStdio,
  [base.web]: nativeWebSocket,
  termwright,
  wrightty,
  tuispec,
};

/** The native dialect on the same transport. */
const against: Readonly<Record<string, string>> = {
  termwright: base.socket,
  wrightty: base.web,
  tuispec: base.stdio,
};

const compared = (name: string, theirs: string, limit: Limit): Comparison => ({
  what: `${name}, p50`,
  unit: 'us',
  ours: { of: name, figure: 'p50' },
  theirs: { of: theirs, figure: 'p50' },
  limit,
});

/** The extra cost of WebSocket is also reported. */
const comparisons: readonly Comparison[] = [
  ...Object.entries(against).map(([name, theirs]) => compared(name, theirs, atMost(1.3))),
  compared('wrightty', base.socket, reported),
];

/** One round: the median in microseconds. */
type Round = () => Promise<{ p50: number }>;

/** The operation of a row, after the program is ready. */
type RoundFactory = (driven: DrivenSession, bench: Bench, fifo: Fifo) => Round;

interface Fifo {
  readonly path: string;
  /** Open at both ends, so that neither the bench nor the program waits for the other. */
  readonly end: number;
}

function makeFifo(bench: Bench): Fifo {
  const path = bench.path('f');
  execFileSync('mkfifo', [path]);
  return { path, end: openSync(path, constants.O_RDWR) };
}

/** The program prints the input from the terminal or from the bench. */
const echoScript = () => echoing.args[1];
const printScript = ({ path }: Fifo) => `stty raw -echo; printf .; exec cat ${path}`;

const contendersOf = (script: (fifo: Fifo) => string, run: RoundFactory): readonly Contender[] =>
  Object.entries(opens).map(([name, open]) => ({
    name,
    open: async (bench) => {
      const fifo = makeFifo(bench);
      const driven = await open(bench, script(fifo));
      await driven.waitFor('.');
      const round = run(driven, bench, fifo);
      await round();
      return {
        round,
        close: async () => {
          await driven.close();
          closeSync(fifo.end);
        },
      };
    },
  }));

const typing: RoundFactory = ({ type, waitFor }) => {
  const press = async (text: string, visible: string) => {
    await type(text);
    await waitFor(visible);
  };
  const sender: KeySender = { press: (key) => press(key, key), clear: () => press(`${clear}!`, '!') };
  return () => pressKeys(sender, { warmup: 100, presses: 1000 });
};

const reading: RoundFactory =
  ({ read }) =>
  () =>
    timed(1500, read);

/** Time for a wait to reach the server before there is output. */
const headStartMs = 2;

const waiting: RoundFactory =
  ({ waitFor }, bench, { end }) =>
  async () => {
    const took: number[] = [];
    for (let at = 0; at < 200; at++) {
      const key = keys[at % keys.length]!;
      if (key === keys[0]) {
        writeSync(end, `${clear}!`);
        await waitFor('!');
      }
      const seen = waitFor(key);
      await bench.span(headStartMs);
      const start = process.hrtime.bigint();
      writeSync(end, key);
      await seen;
      took.push(microseconds(start));
    }
    return { p50: quantile(took, 0.5) };
  };

async function timed(count: number, run: () => Promise<unknown>): Promise<{ p50: number }> {
  const took: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = process.hrtime.bigint();
    await run();
    took.push(microseconds(start));
  }
  return { p50: quantile(took, 0.5) };
}

const microseconds = (start: bigint) => Number(process.hrtime.bigint() - start) / 1000;

const row = (name: string, what: string, contenders: readonly Contender[]): Row => ({
  name: `dialects-${name}`,
  what: `${what}, by a client of each dialect`,
  rounds: 9,
  oneCore: true,
  contenders,
  comparisons,
});

export const dialects: readonly Row[] = [
  row('input', 'a call that types a key, then a wait for its echo', contendersOf(echoScript, typing)),
  row('read', 'the text of the screen', contendersOf(echoScript, reading)),
  row(
    'wait',
    'from the output of a program to the reply of a wait that was pending before',
    contendersOf(printScript, waiting),
  ),
];
