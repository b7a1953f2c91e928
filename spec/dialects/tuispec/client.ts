/** A client written only from tuispec's document. It sends and reads lines, and shares no code with ours. */
import type { Duplex } from 'node:stream';
import type { Ptywright } from '../../cli/ptywright.ts';

export interface Answer {
  readonly id: number | string | null;
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Notice {
  readonly method: string;
  readonly params: { readonly rows: number; readonly cols: number; readonly text?: string };
}

interface Line {
  write(text: string): void;
  /** Calls `take` with each piece that arrives. */
  read(take: (more: string) => void): void;
}

export class TuispecClient {
  /** Received messages, in order. */
  readonly received: (Answer | Notice)[] = [];
  readonly #line: Line;
  readonly #answers: Answer[] = [];
  readonly #asking: ((answer: Answer) => void)[] = [];
  #gone: Promise<never> | undefined;
  readonly #heeding: ((notice: Notice) => void)[] = [];
  #rest = '';
  #last = 0;

  constructor(line: Line) {
    this.#line = line;
    line.read((more) => this.#take(more));
  }

  static of(server: Ptywright): TuispecClient {
    const client = new TuispecClient({
      write: (text) => server.send(text),
      read: (take) => server.process.stdout!.on('data', take),
    });
    client.#gone = server.ended.then(({ status, stderr }) => {
      throw new Error(`the server ended with ${status}: ${stderr}`);
    });
    client.#gone.catch(() => {});
    return client;
  }

  static over(stream: Duplex): TuispecClient {
    stream.setEncoding('utf8');
    return new TuispecClient({
      write: (text) => stream.write(text),
      read: (take) => stream.on('data', take),
    });
  }

  say(line: string): void {
    this.#line.write(`${line}\n`);
  }

  /** The next message that is not a notification. */
  answer(): Promise<Answer> {
    const came = this.#answers.shift();
    if (came) return Promise.resolve(came);
    const coming = new Promise<Answer>((resolve) => this.#asking.push(resolve));
    return this.#gone ? Promise.race([coming, this.#gone]) : coming;
  }

  notice(): Promise<Notice> {
    return new Promise((resolve) => this.#heeding.push(resolve));
  }

  ask(method: string, params?: unknown): Promise<Answer> {
    const id = ++this.#last;
    this.say(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.answer();
  }

  // biome-ignore lint/suspicious/noExplicitAny: each method has its own
  async call(method: string, params?: unknown): Promise<any> {
    const { result, error } = await this.ask(method, params);
    if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
    return result;
  }

  #take(more: string): void {
    const lines = (this.#rest + more).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) this.receive(JSON.parse(line));
  }

  receive(said: Answer | Notice): void {
    this.received.push(said);
    if ('method' in said) for (const heed of this.#heeding.splice(0)) heed(said);
    else if (this.#asking.length > 0) this.#asking.shift()!(said);
    else this.#answers.push(said);
  }
}
