/** Receives reports of programs on a terminal. They use a socket, so that nothing appears on the terminal. */
import { createServer, type Server, type Socket } from 'node:net';
import type { Bench } from './bench.ts';

/** Microseconds of the monotonic clock, which all processes share. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export class Observer {
  readonly path: string;
  readonly #server: Server;
  readonly #waitingPrograms: Socket[] = [];
  readonly #pendingArrivals: ((socket: Socket) => void)[] = [];

  constructor(bench: Bench) {
    this.path = bench.path('w');
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#connected(socket)).listen(
      this.path,
    );
    bench.owns(() => void this.#server.close());
  }

  /** Resolves with the next program that is ready to start. */
  async arrival(): Promise<{ begin(): Promise<Span> }> {
    const socket =
      this.#waitingPrograms.shift() ??
      (await new Promise<Socket>((resolve) => this.#pendingArrivals.push(resolve)));
    return { begin: () => begin(socket) };
  }

  #connected(socket: Socket): void {
    const awaited = this.#pendingArrivals.shift();
    if (awaited) awaited(socket);
    else this.#waitingPrograms.push(socket);
  }
}

export const observerOf = (bench: Bench): Observer => bench.once('witness', () => new Observer(bench));

function begin(socket: Socket): Promise<Span> {
  return new Promise((resolve, reject) => {
    let received = '';
    socket.on('data', (bytes: Buffer) => {
      received += bytes;
    });
    socket.once('error', reject).once('end', () => {
      socket.end();
      resolve(JSON.parse(received) as Span);
    });
    socket.write('begin');
  });
}
