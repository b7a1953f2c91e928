/**
 * A client on the Unix socket, such as the `wsh` command. It sends one request, or attaches a terminal to a session.
 */

import { Duplex } from 'node:stream';
import { limits } from '#limits.ts';
import type { Disposable } from '#platform/lifetimes.ts';
import { z } from '#platform/schema.ts';
import type { Session } from '#session/session.ts';
import { formatAnsi } from '#terminal/ansi.ts';
import { readHistory } from '#terminal/screenReader.ts';
import { type RawStream, RawView } from './rawView.ts';
import { getMaxRows } from './screenInfo.ts';
import type { WshServerContext } from './serverContext.ts';
import {
  encodeSocketFrame,
  type SocketFrame,
  SocketFrameReader,
  type SocketFrameType,
  socketFrameTypes as types,
} from './socketFrames.ts';

type CallOutcome =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number | string; readonly message: string } };

interface SocketServices {
  readonly server: WshServerContext;
  /** The token that HTTP clients must send, if any. */
  readonly token: string | undefined;
  /** Calls a method of the dialect, with checks of parameters and permissions. */
  call(method: string, params: object): Promise<CallOutcome>;
}

/** A request type: the method that it calls, and its reply. */
interface SocketRequest {
  readonly method: string;
  readonly reply: SocketFrameType;
  params?(requested: Record<string, unknown>): object;
  result?(result: unknown, requested: Record<string, unknown>): object;
}

const toName = (_: unknown, { name }: Record<string, unknown>) => ({ name });

const socketRequests: Partial<Record<SocketFrameType, SocketRequest>> = {
  [types.listSessions]: {
    method: 'list_sessions',
    reply: types.listSessionsReply,
    params: () => ({}),
    result: (sessions) => ({ sessions }),
  },
  [types.killSession]: { method: 'kill_session', reply: types.killSessionReply, result: toName },
  [types.detachSession]: { method: 'detach_session', reply: types.detachSessionReply, result: toName },
  [types.manageTags]: { method: 'update_tags', reply: types.manageTagsReply },
  [types.createSession]: { method: 'create_session', reply: types.createSessionReply },
};

const RequestParams = z.record(z.string(), z.unknown());

const AttachParams = z.object({
  name: z.string(),
  scrollback: z.union([z.enum(['none', 'all']), z.object({ lines: z.int().min(0) })]).default('all'),
  rows: z.int(),
  cols: z.int(),
});

export class SocketClient {
  readonly #stream: Duplex;
  readonly #services: SocketServices;
  readonly #reader = new SocketFrameReader();
  readonly #deadlineTimer: Disposable;
  #terminal: AttachedTerminal | undefined;
  #requested = false;

  constructor(stream: Duplex, services: SocketServices) {
    this.#stream = stream;
    this.#services = services;
    this.#deadlineTimer = services.server.core.clock.after(limits.authenticateMs, () => stream.destroy());
    stream.on('data', (bytes: Buffer) => this.#receive(bytes));
    stream.once('end', () => (this.#terminal ? this.#terminal.hangUp() : this.#requested || stream.end()));
    stream.once('close', () => {
      this.#deadlineTimer.dispose();
      this.#terminal?.destroy();
    });
  }

  #receive(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.push(bytes)) this.#handle(frame);
    } catch (problem) {
      this.#fail('invalid_frame', (problem as Error).message);
    }
  }

  #handle(frame: SocketFrame): void {
    if (frame.type === types.ping)
      return void this.#stream.write(encodeSocketFrame(types.pong, Buffer.alloc(0)));
    if (this.#terminal) return this.#terminal.receive(frame);
    if (this.#requested) return;
    this.#requested = true;
    this.#deadlineTimer.dispose();
    this.#handleRequest(frame).catch((problem: Error) => this.#fail('invalid_request', problem.message));
  }

  async #handleRequest({ type, payload }: SocketFrame): Promise<void> {
    const { server, token } = this.#services;
    if (type === types.getToken) return this.#finish(types.getTokenReply, { token: token ?? null });
    if (type === types.shutdownServer) return this.#shutDown();
    const request = socketRequests[type];
    if (!request && type !== types.attachSession)
      return this.#fail('invalid_initial_frame', `a frame of type ${type} is not a request`);
    const requested = RequestParams.parse(payload.length === 0 ? {} : JSON.parse(payload.toString()));
    if (!request) return this.#attach(AttachParams.parse(requested));
    const outcome = await this.#services.call(request.method, request.params?.(requested) ?? requested);
    if ('error' in outcome) return this.#fail(String(outcome.error.code), outcome.error.message);
    const result = request.result?.(outcome.result, requested) ?? (outcome.result as object);
    if (type !== types.createSession) return this.#finish(request.reply, result);
    this.#stream.write(encodeSocketFrame(request.reply, result));
    this.#startTerminal(server.session((result as { readonly name: string }).name));
  }

  async #attach({ name, scrollback, rows, cols }: z.output<typeof AttachParams>): Promise<void> {
    const resized = await this.#services.call('resize', { session: name, rows, cols });
    if ('error' in resized) return this.#fail(String(resized.error.code), resized.error.message);
    const session = this.#services.server.session(name);
    const { size, alternateScreen } = session.screen;
    this.#stream.write(
      encodeSocketFrame(types.attachSessionReply, {
        name,
        rows: size.rows,
        cols: size.cols,
        scrollback: encodeHistory(session, scrollback).toString('base64'),
        // The screen is in the first output that follows.
        screen: '',
        input_mode: session.inputLock.holder ? 'capture' : 'passthrough',
        screen_mode: alternateScreen ? 'alt' : 'normal',
        ...(session.layers.focused !== null && { focused_id: session.layers.focused }),
      }),
    );
    this.#startTerminal(session);
  }

  #startTerminal(session: Session): void {
    const { server, call } = this.#services;
    if (!server.core.grants.has('screen.read'))
      return this.#fail('permission_denied', 'this server does not grant screen.read');
    if (session.viewers.all().length >= limits.viewers)
      return this.#fail('resource_limit_reached', 'the session has its maximum number of viewers');
    this.#terminal = new AttachedTerminal(this.#stream, (size) =>
      call('resize', { session: session.name ?? session.id, ...size }),
    );
    new RawView(server, session, this.#terminal);
  }

  #shutDown(): void {
    const { server } = this.#services;
    if (!server.core.grants.has('session.kill'))
      return this.#fail('permission_denied', 'this server does not grant session.kill');
    this.#finish(types.shutdownServerReply, {});
    server.shutDown();
  }

  #fail(code: string, message: string): void {
    this.#finish(types.error, { code, message });
  }

  #finish(type: SocketFrameType, content: object): void {
    this.#stream.end(encodeSocketFrame(type, content));
  }
}

/** Rows of the scrollback, oldest first, as text with escape sequences. */
function encodeHistory(session: Session, scrollback: z.output<typeof AttachParams>['scrollback']): Buffer {
  const { screen, redaction } = session;
  const requested =
    scrollback === 'all' ? screen.scrollback.length : scrollback === 'none' ? 0 : scrollback.lines;
  const count = Math.min(requested, screen.scrollback.length, getMaxRows(session));
  const { rows } = readHistory(screen, { start: screen.scrollback.length - count, count, redaction });
  return Buffer.from(rows.map((row) => `${formatAnsi([row])}\r\n`).join(''));
}

const ResizeParams = z.object({ rows: z.int(), cols: z.int() });

/** A plain stream in frames. */
class AttachedTerminal extends Duplex implements RawStream {
  closeReason = (): string => '';
  readonly #stream: Duplex;
  readonly #resize: (size: z.output<typeof ResizeParams>) => void;

  constructor(stream: Duplex, resize: (size: z.output<typeof ResizeParams>) => void) {
    super();
    this.#stream = stream;
    this.#resize = resize;
  }

  receive({ type, payload }: SocketFrame): void {
    if (type === types.detach) return this.hangUp();
    if (type === types.resize) return this.#resize(ResizeParams.parse(JSON.parse(payload.toString())));
    if (type === types.stdinInput && !this.push(payload)) this.#stream.pause();
  }

  /** The client has disconnected. */
  hangUp(): void {
    this.push(null);
  }

  override _read(): void {
    this.#stream.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (problem?: Error | null) => void): void {
    if (this.#stream.write(encodeSocketFrame(types.ptyOutput, chunk))) done();
    else this.#stream.once('drain', () => done());
  }

  override _final(done: (problem?: Error | null) => void): void {
    this.#stream.end(encodeSocketFrame(types.detach, Buffer.alloc(0)), () => done());
  }
}
