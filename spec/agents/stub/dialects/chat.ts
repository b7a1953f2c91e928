/** The Chat Completions API of OpenAI, which many agents and servers support. */
import {
  type Block,
  type Dialect,
  type Emit,
  type Encoder,
  lastUserText,
  type ModelRequest,
  textOf,
} from '../dialect.ts';
import type { StopReason, ToolCall } from '../reply.ts';

interface ChatMessage {
  readonly role: string;
  readonly content?: string | readonly { readonly text?: string }[] | null;
}

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: { readonly type: string };
}

const textsOf = ({ content }: ChatMessage): readonly string[] =>
  typeof content === 'string' ? [content] : (content ?? []).map(({ text = '' }) => text);

function parseRequest({ messages, tools = [], ...request }: ChatRequest): ModelRequest {
  const at = messages.findLastIndex((one) => one.role === 'user' && lastUserText(textsOf(one)) !== '');
  const later = messages.slice(at + 1);
  return {
    text: at < 0 ? '' : lastUserText(textsOf(messages[at]!)),
    round: later.filter(({ role }) => role === 'assistant').length,
    tools: tools.map((tool) => tool.function.name),
    toolResults: later
      .filter(({ role }) => role === 'tool')
      .flatMap(textsOf)
      .join('\n'),
    planFile: undefined,
    model: request.model,
    streams: request.stream ?? false,
    isSideRequest: tools.length === 0,
    json: request.response_format?.type.startsWith('json') ?? false,
  };
}

const reasons: Readonly<Record<StopReason, string>> = {
  end_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  refusal: 'content_filter',
};

const usage = { prompt_tokens: 12, completion_tokens: 42, total_tokens: 54 };

class ChunkEncoder implements Encoder {
  readonly #emit: Emit;
  readonly #fixed: object;
  #calls = 0;

  constructor(emit: Emit, id: string, model: string) {
    this.#emit = emit;
    this.#fixed = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model };
  }

  begin(): void {
    this.#choice({ role: 'assistant', content: '' });
  }

  open(): void {}

  delta(block: Block, text: string): void {
    this.#choice(block === 'say' ? { content: text } : { reasoning_content: text });
  }

  close(): void {}

  toolCall(id: string, { tool, input }: ToolCall): void {
    const call = { name: tool, arguments: JSON.stringify(input) };
    const index = this.#calls++;
    this.#choice({ tool_calls: [{ index, id: `call_${id}`, type: 'function', function: call }] });
  }

  flush(): void {}

  fail(type: string, message: string): void {
    this.#emit({ error: { type, message, code: type } });
  }

  end(stop: StopReason): void {
    this.#choice({}, reasons[stop]);
    this.#emit({ ...this.#fixed, choices: [], usage });
    this.#emit('[DONE]');
  }

  #choice(delta: object, reason: string | null = null): void {
    this.#emit({ ...this.#fixed, choices: [{ index: 0, delta, finish_reason: reason }] });
  }
}

export const chat: Dialect = {
  read: (path, body) =>
    path.endsWith('/chat/completions') ? parseRequest(JSON.parse(body) as ChatRequest) : undefined,
  encoder: (emit, id, model) => new ChunkEncoder(emit, id, model),
  message: (id, model, message) => ({
    ...{ id: `chatcmpl-${id}`, object: 'chat.completion', created: 1, model, usage },
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: textOf(message) },
        finish_reason: reasons[message.stop],
      },
    ],
  }),
  failure: ({ type, message, status }) => ({ error: { type, message, code: String(status) } }),
  otherReply: (path) =>
    path.endsWith('/models') ? { object: 'list', data: [{ id: 'stub', object: 'model' }] } : undefined,
};
