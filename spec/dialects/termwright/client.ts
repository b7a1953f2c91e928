/** A client written only from termwright's document. It sends and reads lines, and shares no code with ours. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly id: number;
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  readonly result: any;
  readonly error?: { readonly code: number | string; readonly message: string } | null;
}

export class TermwrightClient {
  readonly socket: Socket;
  readonly #lines: string[] = [];
  readonly #asking: ((line: string) => void)[] = [];
  /** Everything received until the server closed the connection. */
  readonly all: Promise<string>;
  #rest = '';
  #last = 0;

  constructor(socket: Socket) {
    this.socket = socket;
    let text = '';
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      this.#take(more);
    });
    socket.on('error', () => {});
    this.all = new Promise((resolve) => socket.once('close', () => resolve(text)));
  }

  static async connect(path: string): Promise<TermwrightClient> {
    const socket = connect(path);
    await once(socket, 'connect');
    return new TermwrightClient(socket);
  }

  say(text: string | Buffer): void {
    this.socket.write(text);
    this.socket.write('\n');
  }

  /** The next line, unparsed. */
  line(): Promise<string> {
    const came = this.#lines.shift();
    if (came !== undefined) return Promise.resolve(came);
    return new Promise((resolve) => this.#asking.push(resolve));
  }

  async answer(): Promise<Answer> {
    return JSON.parse(await this.line());
  }

  async ask(method: string, params: unknown = null): Promise<Answer> {
    const id = ++this.#last;
    this.say(JSON.stringify({ id, method, params }));
    const answer = await this.answer();
    if (answer.id !== id) throw new Error(`asked ${id}, answered ${answer.id}`);
    return answer;
  }

  /** Returns the result, or throws the error. */
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  async call(method: string, params: unknown = null): Promise<any> {
    const { result, error } = await this.ask(method, params);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  }

  #take(more: string): void {
    const lines = (this.#rest + more).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      const asking = this.#asking.shift();
      if (asking) asking(line);
      else this.#lines.push(line);
    }
  }
}
