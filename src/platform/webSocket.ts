/**
 * The door to WebSockets: a connection that asked for one becomes a stream of messages, or of bytes. Compression is
 * never agreed to, so that no small frame can become a large one, and nothing is sent that is not written here, or is
 * a ping or answers one.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { limits } from '../core/limits.ts';
import type { Clock, Disarm } from './clock.ts';

/**
 * `messages`: what is read are whole messages; what is written are whole lines, and each leaves as one text frame.
 * `bytes`: what is written leaves as it is, in binary frames.
 */
export type Carries = 'messages' | 'bytes';

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

export interface UpgradeTerms {
  readonly carries: Carries;
  /** The other side takes any frame for an answer: the kernel asks whether anybody is there, instead of a ping. */
  readonly quiet?: true | undefined;
}

export type Acceptor = (
  upgrade: Upgrade,
  terms: UpgradeTerms,
  came: (stream: WebSocketStream) => void,
) => void;

/** Answers what is no proper request for a WebSocket by itself. */
export function acceptWebSockets(clock: Clock): Acceptor {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
  });
  return ({ request, socket, head }, { carries, quiet }, came) =>
    server.handleUpgrade(request, socket, head, (webSocket) => {
      expireUnfinished(webSocket, socket, clock);
      if (!quiet) askWhetherThere(webSocket, socket, clock);
      else if (socket instanceof Socket) socket.setKeepAlive(true, limits.webPingMs);
      came(new WebSocketStream(webSocket, carries));
    });
}

const normal = 1000;
const text = { binary: false, compress: false, fin: true } as const;
const binary = { ...text, binary: true } as const;

export class WebSocketStream extends Duplex {
  /** Why it is ended, as the other side is told. */
  farewell: () => string = () => '';
  readonly #webSocket: WebSocket;
  readonly #carries: Carries;

  constructor(webSocket: WebSocket, carries: Carries) {
    super({ readableObjectMode: carries === 'messages', decodeStrings: carries === 'bytes' });
    this.#webSocket = webSocket;
    this.#carries = carries;
    webSocket.on('message', (data) => this.push(bytesOf(data)) || webSocket.pause());
    webSocket.on('error', (problem) => this.destroy(problem));
    webSocket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#webSocket.resume();
  }

  override _write(given: string | Buffer, _encoding: string, taken: (problem?: Error | null) => void): void {
    if (this.#carries === 'bytes') return this.#webSocket.send(given, binary, (problem) => taken(problem));
    const messages = String(given).split('\n');
    messages.pop();
    const last = messages.pop();
    for (const message of messages) this.#webSocket.send(message, text);
    if (last === undefined) return taken();
    let told = false;
    const tell = (problem?: Error | null) => {
      if (!told) taken(problem);
      told = true;
    };
    this.#webSocket.send(last, text, tell);
    // The kernel has taken all of it: whoever writes need not wait for the word of the stream below.
    if (this.#webSocket.bufferedAmount === 0) tell();
  }

  override _final(ended: () => void): void {
    this.#webSocket.once('close', ended);
    this.#webSocket.close(normal, this.farewell());
  }

  override _destroy(problem: Error | null, destroyed: (problem: Error | null) => void): void {
    this.#webSocket.terminate();
    destroyed(problem);
  }
}

const bytesOf = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

/** What stands round a ping that a client sends. */
const pingFrameBytes = 6;
/** So little may be left over from one read that it is no begun message that anybody counts on. */
const leftOverBytes = 64 * 1024;

/**
 * A message that was begun must be finished in time, whatever is sent between its parts. This hears of each piece after
 * the messages in it were told, so that whole ones, which is nearly all of them, cost no timer.
 */
function expireUnfinished(webSocket: WebSocket, socket: Duplex, clock: Clock): void {
  let disarm: Disarm | undefined;
  let unfinished = 0;
  let whole = false;
  let pings = 0;
  const finished = () => {
    disarm?.();
    disarm = undefined;
  };
  socket.on('data', (chunk: Buffer) => {
    unfinished = whole ? 0 : unfinished + chunk.length - pings;
    if (whole || (pings > 0 && unfinished < leftOverBytes)) finished();
    else disarm ??= clock.after(limits.frameFinishMs, () => webSocket.terminate());
    whole = false;
    pings = 0;
  });
  webSocket.on('message', () => {
    whole = true;
  });
  webSocket.on('ping', (data) => {
    pings += data.length + pingFrameBytes;
  });
  webSocket.on('close', finished);
}

/**
 * Who has lost his line says nothing of it: here a timer is the event. Whatever is heard is an answer; of who is not
 * listened to just now none is expected, and for who takes nothing there is a bound of its own.
 */
function askWhetherThere(webSocket: WebSocket, socket: Duplex, clock: Clock): void {
  let asked = false;
  let disarm: Disarm;
  const rest = () => {
    asked = false;
    disarm = clock.after(limits.webPingMs, ask);
  };
  const ask = () => {
    asked = true;
    webSocket.ping();
    disarm = clock.after(limits.webPongMs, () => {
      if (webSocket.isPaused || webSocket.bufferedAmount > 0) rest();
      else webSocket.terminate();
    });
  };
  socket.on('data', () => {
    if (!asked) return;
    disarm();
    rest();
  });
  webSocket.on('close', () => disarm());
  rest();
}
