/**
 * The wrapper of WebSockets: an accepted connection becomes a stream of messages or of bytes. Compression is never
 * negotiated, so that a small frame cannot expand. Besides the written data, only pings and pongs are sent.
 */

import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import { limits } from '#limits.ts';
import type { Clock } from './clock.ts';
import type { Disposable } from './lifetimes.ts';

/**
 * - `messages`: each read is one whole message; each written line is sent as one text frame.
 * - `bytes`: written data is sent unchanged, in binary frames.
 */
type StreamMode = 'messages' | 'bytes';

export interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

interface UpgradeOptions {
  readonly mode: StreamMode;
  /** For clients that treat any frame as data: TCP keepalive replaces pings. */
  readonly noPings?: true | undefined;
}

export type WebSocketAcceptor = (
  upgrade: UpgradeRequest,
  options: UpgradeOptions,
  came: (stream: WebSocketStream) => void,
) => void;

/**
 * Rejects invalid upgrade requests itself. A message of up to twice `frameBytes` is delivered, so that it gets an error
 * reply. A longer one closes the connection.
 */
export function createWebSocketAcceptor(
  clock: Clock,
  frameBytes: number = limits.frameBytes,
): WebSocketAcceptor {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 2 * frameBytes,
  });
  return ({ request, socket, head }, { mode, noPings }, came) =>
    server.handleUpgrade(request, socket, head, (webSocket) => {
      closeUnfinished(webSocket, socket, clock);
      if (!noPings) pingPeriodically(webSocket, socket, clock);
      else if (socket instanceof Socket) socket.setKeepAlive(true, limits.webPingMs);
      came(new WebSocketStream(webSocket, mode));
    });
}

const normalClosure = 1000;
const textFrame = { binary: false, compress: false, fin: true } as const;
const binaryFrame = { ...textFrame, binary: true } as const;

export class WebSocketStream extends Duplex {
  /** The reason that is sent in the close frame. */
  closeReason: () => string = () => '';
  readonly #webSocket: WebSocket;
  readonly #mode: StreamMode;

  constructor(webSocket: WebSocket, carries: StreamMode) {
    super({ readableObjectMode: carries === 'messages', decodeStrings: carries === 'bytes' });
    this.#webSocket = webSocket;
    this.#mode = carries;
    webSocket.on('message', (data) => this.push(toBuffer(data)) || webSocket.pause());
    webSocket.on('error', (problem) => this.destroy(problem));
    webSocket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.#webSocket.resume();
  }

  override _write(given: string | Buffer, _encoding: string, taken: (problem?: Error | null) => void): void {
    if (this.#mode === 'bytes') return this.#webSocket.send(given, binaryFrame, (problem) => taken(problem));
    const messages = String(given).split('\n');
    messages.pop();
    const last = messages.pop();
    for (const message of messages) this.#webSocket.send(message, textFrame);
    if (last === undefined) return taken();
    let reported = false;
    const report = (problem?: Error | null) => {
      if (!reported) taken(problem);
      reported = true;
    };
    this.#webSocket.send(last, textFrame, report);
    // The kernel has accepted all data, so the writer need not wait for the callback of the socket.
    if (this.#webSocket.bufferedAmount === 0) report();
  }

  override _final(ended: () => void): void {
    this.#webSocket.once('close', ended);
    this.#webSocket.close(normalClosure, this.closeReason());
  }

  override _destroy(problem: Error | null, destroyed: (problem: Error | null) => void): void {
    this.#webSocket.terminate();
    destroyed(problem);
  }
}

const toBuffer = (data: RawData): Buffer =>
  Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data);

/** Header and mask of a ping or pong from a client, in bytes. */
const controlFrameBytes = 6;
/** Bytes below this, left over after a control frame, do not count as a started message. */
const leftOverBytes = 64 * 1024;

/**
 * Closes the connection when a started message is not finished in time, even if control frames arrive in between. The
 * 'data' handler runs after the messages of a chunk were emitted, so whole messages start no timer.
 */
function closeUnfinished(webSocket: WebSocket, socket: Duplex, clock: Clock): void {
  let timer: Disposable | undefined;
  let unfinished = 0;
  let whole = false;
  let controls = 0;
  const finished = () => {
    timer?.dispose();
    timer = undefined;
  };
  socket.on('data', (chunk: Buffer) => {
    unfinished = whole ? 0 : unfinished + chunk.length - controls;
    if (whole || (controls > 0 && unfinished < leftOverBytes)) finished();
    else timer ??= clock.after(limits.frameFinishMs, () => webSocket.terminate());
    whole = false;
    controls = 0;
  });
  webSocket.on('message', () => {
    whole = true;
  });
  const control = (data: Buffer) => {
    controls += data.length + controlFrameBytes;
  };
  webSocket.on('ping', control);
  webSocket.on('pong', control);
  webSocket.on('close', finished);
}

/**
 * Detects a lost connection, which produces no event, by pings. Any received data counts as a pong. A paused connection
 * or one with unsent data is not closed here; the write queue has its own limit.
 */
function pingPeriodically(webSocket: WebSocket, socket: Duplex, clock: Clock): void {
  let pinged = false;
  let timer: Disposable;
  const rest = () => {
    pinged = false;
    timer = clock.after(limits.webPingMs, ask);
  };
  const ask = () => {
    pinged = true;
    webSocket.ping();
    timer = clock.after(limits.webPongMs, () => {
      if (webSocket.isPaused || webSocket.bufferedAmount > 0) rest();
      else webSocket.terminate();
    });
  };
  socket.on('data', () => {
    if (!pinged) return;
    timer.dispose();
    rest();
  });
  webSocket.on('close', () => timer.dispose());
  rest();
}
