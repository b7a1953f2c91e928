/** A stub of the APIs of models, on the loopback interface. A word in the last user text selects the answer. */
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
import { isFailure, type Message, message, type Reply, say, type Use } from './reply.ts';
import { Repertoire } from './script.ts';
import { scripts } from './scripts/index.ts';

const dialects: readonly Dialect[] = [anthropic, responses, chat, gemini];

/** One request for an answer, and its timing. */
export interface Served {
  readonly word: string | undefined;
  readonly text: string;
  readonly round: number;
  readonly askedAt: number;
  /** When the last byte was written. Absent if it was not. */
  answeredAt?: number;
  failed?: boolean;
}

export interface Places {
  readonly cwd: string;
  readonly outside: string;
}

/** How an agent differs from its API. */
export interface Habits {
  readonly calls?: ((use: Use) => Use) | undefined;
  readonly isAside?: ((requested: ModelRequest) => boolean) | undefined;
  /** Receives what the stub knows of a turn. */
  readonly notify?: ((name: string, prompt?: string) => void) | undefined;
}

export class Stub {
  readonly gates = new Gates();
  readonly served: Served[] = [];
  /** Requests that match no script. */
  readonly strange: string[] = [];
  kept = '';
  readonly #server: Server;
  readonly #places: Places;
  readonly #habits: Habits;
  readonly #repertoire = new Repertoire(scripts);
  #ids = 0;

  constructor(places: Places, habits: Habits = {}) {
    this.#places = places;
    this.#habits = habits;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((problem: Error) => {
        this.strange.push(problem.message);
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
      const other = dialect.others?.(path);
      if (other) return json(response, 200, other);
    }
    this.strange.push(`${request.method} ${path}`);
    const missing = { status: 404, type: 'not_found_error', message: 'the stub has no such thing' };
    json(response, 404, anthropic.failure(missing));
  }

  async #answer(dialect: Dialect, requested: ModelRequest, response: ServerResponse): Promise<void> {
    if (requested.aside || this.#habits.isAside?.(requested))
      return this.#send(dialect, requested, response, asideAnswer(requested));
    const { text, round } = requested;
    const word = this.#repertoire.wordIn(text);
    const served: Served = { word, text, round, askedAt: systemClock.wall() };
    this.served.push(served);
    const { notify } = this.#habits;
    // A request that failed is made again. The prompt is the same one.
    if (round === 0 && this.#isNew(served)) notify?.('UserPromptSubmit', text);
    const reply = this.#repertoire.reply({ ...requested, ...this.#places, kept: this.kept });
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
    const own = this.#translated(reply);
    const { model } = requested;
    if (requested.streams) await new EventStream(response, this.gates, { dialect, id, model }).send(own);
    else json(response, 200, dialect.whole(id, model, own));
  }

  /** Names the tools as the agent does. */
  #translated({ pieces, stop }: Message): Message {
    const { calls = (use) => use } = this.#habits;
    return {
      stop,
      pieces: pieces.map((piece) => (piece.kind === 'use' ? { ...piece, ...calls(piece) } : piece)),
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

/** The fields that agents expect of a side call. */
const asideFields = {
  title: 'Work with the stub',
  isNewTopic: true,
  suggestion: '',
  reasoning: '',
  next_speaker: 'user',
  model_choice: 'flash',
  complexity_score: 1,
  complexity_reasoning: '',
};

const asideAnswer = ({ json: wantsJson }: ModelRequest): Message =>
  message(say(wantsJson ? JSON.stringify(asideFields) : 'Stub', 0));
