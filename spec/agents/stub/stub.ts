/** A stub of the APIs of model providers, on the loopback interface. A keyword in the prompt selects the answer. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '#platform/clock.ts';
import type { Dialect, ModelRequest } from './dialect.ts';
import { anthropic } from './dialects/anthropic.ts';
import { chat } from './dialects/chat.ts';
import { gemini } from './dialects/gemini.ts';
import { responses } from './dialects/responses.ts';
import { EventStream } from './events.ts';
import { Gates } from './gates.ts';
import { isFailure, type Message, message, type Reply, say, type ToolCall } from './reply.ts';
import { ScriptSet } from './script.ts';
import { scripts } from './scripts/index.ts';

const dialects: readonly Dialect[] = [anthropic, responses, chat, gemini];

/** One request for an answer, and its timing. */
export interface Served {
  readonly keyword: string | undefined;
  readonly text: string;
  readonly round: number;
  readonly requestedAt: number;
  /** When the last byte was written. Undefined before. */
  answeredAt?: number;
  failed?: boolean;
}

export interface StubFolders {
  readonly cwd: string;
  readonly outside: string;
}

/** Differences of an agent from its API. */
export interface StubOptions {
  readonly translateCall?: ((use: ToolCall) => ToolCall) | undefined;
  readonly isSideRequest?: ((requested: ModelRequest) => boolean) | undefined;
  /** Receives the events of turns that the stub detects. */
  readonly notify?: ((name: string, prompt?: string) => void) | undefined;
}

export class Stub {
  readonly gates = new Gates();
  readonly served: Served[] = [];
  /** Requests that match no script. */
  readonly unexpectedRequests: string[] = [];
  storedScreen = '';
  readonly #server: Server;
  readonly #folders: StubFolders;
  readonly #options: StubOptions;
  readonly #scripts = new ScriptSet(scripts);
  #ids = 0;

  constructor(places: StubFolders, habits: StubOptions = {}) {
    this.#folders = places;
    this.#options = habits;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((problem: Error) => {
        this.unexpectedRequests.push(problem.message);
        response.destroy();
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.gates.openAll();
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const path = request.url?.split('?')[0] ?? '';
    for (const dialect of dialects) {
      const requested = request.method === 'POST' ? dialect.read(path, text) : undefined;
      if (requested) return this.#answer(dialect, requested, response);
      const other = dialect.otherReply?.(path);
      if (other) return json(response, 200, other);
    }
    this.unexpectedRequests.push(`${request.method} ${path}`);
    const missing = { status: 404, type: 'not_found_error', message: 'the stub has no such endpoint' };
    json(response, 404, anthropic.failure(missing));
  }

  async #answer(dialect: Dialect, requested: ModelRequest, response: ServerResponse): Promise<void> {
    if (requested.isSideRequest || this.#options.isSideRequest?.(requested))
      return this.#send(dialect, requested, response, sideReply(requested));
    const { text, round } = requested;
    const keyword = this.#scripts.keywordIn(text);
    const served: Served = { keyword, text, round, requestedAt: systemClock.wall() };
    this.served.push(served);
    const { notify } = this.#options;
    // An agent retries a failed request with the same prompt.
    if (round === 0 && this.#isNew(served)) notify?.('UserPromptSubmit', text);
    const reply = this.#scripts.reply({ ...requested, ...this.#folders, storedScreen: this.storedScreen });
    await this.#send(dialect, requested, response, reply);
    if (response.destroyed && !response.writableFinished) return;
    served.answeredAt = systemClock.wall();
    served.failed = isFailure(reply);
    if (!isFailure(reply)) notify?.(reply.stop === 'tool_use' ? 'PreToolUse' : 'Stop');
  }

  #isNew({ text, round }: Served): boolean {
    const before = this.served.at(-2);
    const same = before?.text === text && before.round === round;
    return !same || (before.answeredAt !== undefined && !before.failed);
  }

  async #send(
    dialect: Dialect,
    requested: ModelRequest,
    response: ServerResponse,
    reply: Reply,
  ): Promise<void> {
    this.#ids += 1;
    const id = `stub${String(this.#ids).padStart(6, '0')}`;
    if (isFailure(reply)) return json(response, reply.status, dialect.failure(reply), reply.headers);
    const translated = this.#translateCalls(reply);
    const { model } = requested;
    if (requested.streams)
      await new EventStream(response, this.gates, { dialect, id, model }).send(translated);
    else json(response, 200, dialect.message(id, model, translated));
  }

  /** Replaces the tools of the script by those of the agent. */
  #translateCalls({ pieces, stop }: Message): Message {
    const { translateCall = (use) => use } = this.#options;
    return {
      stop,
      pieces: pieces.map((piece) => (piece.kind === 'use' ? { ...piece, ...translateCall(piece) } : piece)),
    };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8');
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function json(response: ServerResponse, status: number, value: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** The fields that agents expect in the reply to a side request. */
const sideReplyFields = {
  title: 'Work with the stub',
  isNewTopic: true,
  suggestion: '',
  reasoning: '',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_score: 1,
  complexity_reasoning: '',
};

const sideReply = ({ json: wantsJson }: ModelRequest): Message =>
  message(say(wantsJson ? JSON.stringify(sideReplyFields) : 'Stub', 0));
