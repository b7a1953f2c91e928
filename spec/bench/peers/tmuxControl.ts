/** A client of tmux control mode. Commands go in as lines. Replies and pane output come out as lines. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Bench } from '../bench.ts';
import { Tmux } from './tmux.ts';

type Reply = { readonly lines: string[]; resolve(lines: string[]): void; reject(problem: Error): void };

export class TmuxControl {
  readonly tmux: Tmux;
  readonly #child: ChildProcess;
  readonly #replies: Reply[] = [];
  readonly #attached: Promise<void>;
  /** Resolves when the client has ended. */
  readonly #closed: Promise<void>;
  #onAttached!: () => void;
  #block: string[] | undefined;
  #rest = '';
  /** Called with the data of each %output line. */
  onOutput: (data: string) => void = () => {};

  constructor(bench: Bench, program: string) {
    this.tmux = new Tmux(bench);
    this.#attached = new Promise((resolve) => {
      this.#onAttached = resolve;
    });
    const [tmux, ...words] = [...this.tmux.words, '-C', 'new-session', '-x', '80', '-y', '24', program];
    this.#child = spawn(tmux!, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    // The reply to the command that started the client.
    this.#replies.push({ lines: [], resolve() {}, reject() {} });
    this.#closed = new Promise((resolve) => this.#child.once('close', () => resolve()));
    this.#child.stdout!.setEncoding('latin1').on('data', (text: string) => this.#read(text));
  }

  /** Input written before the client is attached is lost or hangs. */
  attached(): Promise<void> {
    return this.#attached;
  }

  /** Runs a command and resolves with its reply lines. */
  command(line: string): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.#replies.push({ lines: [], resolve, reject });
      this.#child.stdin!.write(`${line}\n`);
    });
  }

  /** Resolves when the output of the pane contains `text`. Call it before the action that causes it. */
  until(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.onOutput = (data) => data.includes(text) && resolve();
    });
  }

  /**
   * From here on, the client only searches its input for one mark. When the program ends, tmux drops output that it has
   * not sent, perhaps with the mark. It has then read all output that it will read.
   */
  skipTo(mark: string): Promise<void> {
    return new Promise((resolve) => {
      let tail = '';
      void this.#closed.then(resolve);
      this.#child.stdout!.removeAllListeners('data').on('data', (text: string) => {
        if ((tail + text.slice(0, mark.length)).includes(mark) || text.includes(mark)) resolve();
        tail = text.slice(-mark.length);
      });
    });
  }

  /** The client may have ended already, with its program. */
  async close(): Promise<void> {
    this.#child.stdout!.removeAllListeners('data').resume();
    await this.tmux.close();
    await this.#closed;
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (line.startsWith('%output ')) return this.onOutput(line.slice(line.indexOf(' ', 8) + 1));
    if (line.startsWith('%begin ')) this.#block = [];
    else if (line.startsWith('%end ') || line.startsWith('%error '))
      this.#finishReply(line.startsWith('%end '));
    else if (line.startsWith('%session-changed ')) this.#onAttached();
    else if (!line.startsWith('%')) this.#block?.push(line);
  }

  #finishReply(succeeded: boolean): void {
    const reply = this.#replies.shift();
    const lines = this.#block ?? [];
    this.#block = undefined;
    if (succeeded) reply?.resolve(lines);
    else reply?.reject(new Error(`tmux: ${lines.join(' ')}`));
  }
}
