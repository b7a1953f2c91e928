/** A client written from the document of tuispec alone: a line out, a line in. It shares nothing with ours. */
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

export class TuispecClient {
  readonly server: Ptywright;
  readonly #answers: Answer[] = [];
  readonly #asking: ((answer: Answer) => void)[] = [];
  readonly #heeding: ((notice: Notice) => void)[] = [];
  #rest = '';
  #last = 0;

  constructor(server: Ptywright) {
    this.server = server;
    server.process.stdout!.on('data', (more: string) => this.#take(more));
  }

  /** What comes next that is no notification. */
  answer(): Promise<Answer> {
    const came = this.#answers.shift();
    return came ? Promise.resolve(came) : new Promise((resolve) => this.#asking.push(resolve));
  }

  notice(): Promise<Notice> {
    return new Promise((resolve) => this.#heeding.push(resolve));
  }

  ask(method: string, params?: unknown): Promise<Answer> {
    const id = ++this.#last;
    this.server.send(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
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
    for (const line of lines) {
      const said = JSON.parse(line);
      if ('method' in said) for (const heed of this.#heeding.splice(0)) heed(said);
      else if (this.#asking.length > 0) this.#asking.shift()!(said);
      else this.#answers.push(said);
    }
  }
}
