/** `ptywright serve` on a separate socket, in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { serverProgram } from '../places.ts';
import type { Command } from '../process.ts';
import { Client } from './client.ts';

/** A program that listens on a socket. */
export class Listener {
  readonly path: string;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #end: () => Promise<void>;

  private constructor(bench: Bench, path: string, child: ChildProcess) {
    this.path = path;
    this.pid = child.pid!;
    this.#child = child;
    this.#end = bench.owns(() => this.#stop());
  }

  /** `command` gets the path of its socket as the last argument and prints `listening` to standard error. */
  static async start(bench: Bench, command: Command): Promise<Listener> {
    const folder = bench.path('d');
    const path = join(folder, 's');
    mkdirSync(folder, { mode: 0o700 });
    const [program, ...args] = [...command, path];
    const env = { ...process.env, PTYWRIGHT_HOME: bench.folder };
    const child = spawn(program!, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
    const listener = new Listener(bench, path, child);
    await listening(child, command);
    return listener;
  }

  close(): Promise<void> {
    return this.#end();
  }

  #stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.kill('SIGTERM');
    });
  }
}

const listening = (child: ChildProcess, command: Command): Promise<void> =>
  new Promise((resolve, reject) => {
    let output = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4096);
      if (output.includes('listening')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code}: ${output}`)));
  });

export class Server {
  readonly listener: Listener;
  readonly client: Client;

  private constructor(listener: Listener, client: Client) {
    this.listener = listener;
    this.client = client;
  }

  static async started(bench: Bench): Promise<Server> {
    const profiling = bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${bench.profile}`] : [];
    const command = [process.execPath, ...profiling, serverProgram, 'serve', '--socket'];
    const listener = await Listener.start(bench, command);
    return new Server(listener, await Client.connect(listener.path));
  }

  get pid(): number {
    return this.listener.pid;
  }

  async create(params: object): Promise<string> {
    return (await this.client.request('session.create', params)).session as string;
  }

  async close(): Promise<void> {
    this.client.close();
    await this.listener.close();
  }
}
