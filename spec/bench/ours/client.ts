/** A minimal hand-written client: one JSON value per line, replies by id. */
import { connect, type Socket } from 'node:net';

interface Pending {
  resolve(result: unknown): void;
  reject(problem: Error): void;
}

export type Result = Readonly<Record<string, unknown>>;

export class Client {
  readonly #socket: Socket;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #rest = '';

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8').on('data', (text: string) => this.#read(text));
    socket.on('close', () => this.#over());
  }

  static async connect(path: string): Promise<Client> {
    return new Client(await socketTo(path));
  }

  request(method: string, params: object): Promise<Result> {
    const id = ++this.#last;
    this.#socket.write(
      `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}\n`,
    );
    return new Promise((resolve, reject) =>
      this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject }),
    );
  }

  close(): void {
    this.#pending.clear();
    this.#socket.destroy();
  }

  #read(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#message(this.#rest + text.slice(from, end));
      this.#rest = '';
      from = end + 1;
    }
    this.#rest += text.slice(from);
  }

  #message(line: string): void {
    const { id, result, error } = JSON.parse(line) as {
      id: number;
      result?: unknown;
      error?: { message: string };
    };
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) pending?.reject(new Error(`${error.message} (${JSON.stringify(error)})`));
    else pending?.resolve(result);
  }

  #over(): void {
    for (const { reject } of this.#pending.values()) reject(new Error('the server closed the connection'));
    this.#pending.clear();
  }
}

export const socketTo = (path: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket));
    socket.once('error', reject);
  });
