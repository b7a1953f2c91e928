/** The Messages API of Anthropic. */
import {
  type Block,
  type Dialect,
  type Emit,
  type Encoder,
  type ModelRequest,
  textOf,
  userText,
} from '../dialect.ts';
import type { HttpFailure, Message, StopReason, ToolCall } from '../reply.ts';

interface Content {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Content[];
}

interface AnthropicMessage {
  readonly role: string;
  readonly content: string | readonly Content[];
}

interface MessagesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly max_tokens?: number;
  readonly messages: readonly AnthropicMessage[];
  readonly tools?: readonly { readonly name: string }[];
  readonly output_config?: { readonly format?: { readonly type: string } };
  readonly output_format?: { readonly type: string };
}

const blocksOf = ({ content }: AnthropicMessage): readonly Content[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const userTextOf = (message: AnthropicMessage) =>
  userText(
    blocksOf(message).flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : [])),
  );

const toolResultsOf = (message: AnthropicMessage) =>
  blocksOf(message)
    .flatMap(({ content = [] }) =>
      typeof content === 'string' ? content : content.map(({ text }) => text ?? ''),
    )
    .join('\n');

function parseRequest(request: MessagesRequest): ModelRequest {
  const { messages, tools = [], output_config, output_format, max_tokens } = request;
  const at = messages.findLastIndex((one) => one.role === 'user' && userTextOf(one) !== '');
  const later = messages.slice(at + 1);
  const [, planFile] = /(\/[^\s"`\\]*\/plans\/[^\s"`\\]+\.md)/.exec(JSON.stringify(request)) ?? [];
  return {
    text: at < 0 ? '' : userTextOf(messages[at]!),
    round: later.filter(({ role }) => role === 'assistant').length,
    tools: tools.map(({ name }) => name),
    toolResults: later
      .filter(({ role }) => role === 'user')
      .map(toolResultsOf)
      .join('\n'),
    planFile,
    model: request.model,
    streams: request.stream ?? false,
    isSideRequest: tools.length === 0 || max_tokens === 1,
    json: (output_config?.format ?? output_format)?.type === 'json_schema',
  };
}

const usage = {
  input_tokens: 12,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 1,
};

class MessageEncoder implements Encoder {
  readonly #emit: Emit;
  readonly #fixed: object;
  #index = -1;

  constructor(emit: Emit, id: string, model: string) {
    this.#emit = emit;
    this.#fixed = { id, type: 'message', role: 'assistant', model, content: [], usage };
  }

  begin(): void {
    this.#event('message_start', { message: { ...this.#fixed, stop_reason: null, stop_sequence: null } });
  }

  open(block: Block): void {
    const empty =
      block === 'say' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' };
    this.#start(empty);
  }

  delta(block: Block, text: string): void {
    this.#delta(block === 'say' ? { type: 'text_delta', text } : { type: 'thinking_delta', thinking: text });
  }

  close(block: Block): void {
    if (block === 'think') this.#delta({ type: 'signature_delta', signature: 'c3R1Yg==' });
    this.#stop();
  }

  toolCall(id: string, { tool, input }: ToolCall): void {
    this.#start({ type: 'tool_use', id: `toolu_${id}`, name: tool, input: {} });
    this.#delta({ type: 'input_json_delta', partial_json: JSON.stringify(input) });
    this.#stop();
  }

  flush(): void {
    this.#event('ping', {});
  }

  fail(type: string, message: string): void {
    this.#event('error', { error: { type, message } });
  }

  end(stop: StopReason): void {
    const delta = { stop_reason: stop, stop_sequence: null };
    this.#event('message_delta', { delta, usage: { output_tokens: 42 } });
    this.#event('message_stop', {});
  }

  #start(block: object): void {
    this.#index += 1;
    this.#event('content_block_start', { index: this.#index, content_block: block });
  }

  #delta(delta: object): void {
    this.#event('content_block_delta', { index: this.#index, delta });
  }

  #stop(): void {
    this.#event('content_block_stop', { index: this.#index });
  }

  #event(type: string, fields: object): void {
    this.#emit({ type, ...fields }, type);
  }
}

export const anthropic: Dialect = {
  read: (path, body) =>
    path === '/v1/messages' ? parseRequest(JSON.parse(body) as MessagesRequest) : undefined,
  encoder: (emit, id, model) => new MessageEncoder(emit, `msg_${id}`, model),
  message(id: string, model: string, message: Message): object {
    const fixed = { id: `msg_${id}`, type: 'message', role: 'assistant', model, stop_sequence: null };
    const content = [{ type: 'text', text: textOf(message) }];
    return { ...fixed, content, stop_reason: message.stop, usage: { input_tokens: 12, output_tokens: 1 } };
  },
  failure: ({ type, message }: HttpFailure) => ({ type: 'error', error: { type, message } }),
  otherReply: (path) => (path === '/v1/messages/count_tokens' ? { input_tokens: 1234 } : undefined),
};
