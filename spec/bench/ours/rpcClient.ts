/** A JSON-RPC client for every dialect whose replies have an id. Each message is one JSON text. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import WebSocket from 'ws';
import type { Bench } from '../bench.ts';
import { serverProgram } from '../places.ts';
import { type Result, socketTo } from './client.ts';

/** Sends texts to a server and receives texts. */
interface Transport {
  send(text: string): void;
  /** Calls `take` with each complete text. */
  onText(take: (text: string) => void): void;
}

export class RpcClient {
  readonly #transport: Transport;
  readonly #pending = new Map<number, (reply: { result?: unknown; error?: unknown }) => void>();
  onNotification: (method: string) => void = () => {};
  #last = 0;

  constructor(carrier: Transport) {
    this.#transport = carrier;
    carrier.onText((text) => {
      const reply = JSON.parse(text) as { id: number; method?: string; result?: unknown; error?: unknown };
      if (reply.method !== undefined) return this.onNotification(reply.method);
      this.#pending.get(reply.id)?.(reply);
      this.#pending.delete(reply.id);
    });
  }

  call(method: string, params: object): Promise<Result> {
    const id = ++this.#last;
    this.#transport.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return new Promise((resolve, reject) =>
      this.#pending.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${JSON.stringify(error)}`)) : resolve(result as Result),
      ),
    );
  }
}

/** A server that listens on one address, in a separate process. */
export const serveOn = (bench: Bench, listen: string, more: readonly string[] = []): Promise<RunningServer> =>
  startServer(bench, [serverProgram, 'serve', '--listen', listen, ...more], listen.endsWith('stdio:'));

export interface RunningServer {
  readonly child: ChildProcess;
  /** The address on which it listens. Empty on standard streams. */
  readonly address: string;
  close(): Promise<void>;
}

/** `program` prints its address to standard error, unless it uses its standard streams. */
export async function startServer(
  bench: Bench,
  program: readonly string[],
  onStdio = false,
): Promise<RunningServer> {
  const profiling = bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${bench.profile}`] : [];
  const words = [...profiling, ...program];
  const env = { ...process.env, PTYWRIGHT_HOME: bench.folder };
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'pipe'], env });
  const close = bench.owns(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  });
  const address = onStdio ? '' : await listening(child);
  return { child, address, close };
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const [, address] = /listening on (\S+)\n/.exec(said) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });

export async function connectSocket(path: string): Promise<RpcClient> {
  const socket = await socketTo(path);
  return new RpcClient({ send: (text) => socket.write(`${text}\n`), onText: linesOf(socket) });
}

export const connectStdio = ({ stdin, stdout }: ChildProcess): RpcClient =>
  new RpcClient({ send: (text) => stdin!.write(`${text}\n`), onText: linesOf(stdout!) });

export async function connectWebSocket(url: string): Promise<RpcClient> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, 'open');
  return new RpcClient({
    send: (text) => socket.send(text),
    onText: (take) => socket.on('message', (data) => take(String(data))),
  });
}

const linesOf = (stream: NodeJS.ReadableStream) => (take: (text: string) => void) => {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  });
};
