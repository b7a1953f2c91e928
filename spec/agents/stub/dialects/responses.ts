/** The Responses API of OpenAI. */
import {
  type Block,
  type Dialect,
  type Emit,
  type Encoder,
  type ModelRequest,
  textOf,
  userText,
} from '../dialect.ts';
import type { StopReason, ToolCall } from '../reply.ts';

interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly text?: string }[];
  readonly call_id?: string;
  readonly output?: unknown;
}

interface ResponsesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly input: string | readonly Item[];
  readonly tools?: readonly { readonly name?: string; readonly type: string }[];
  readonly text?: { readonly format?: { readonly type: string } };
}

const textsOf = ({ content = [] }: Item): readonly string[] =>
  typeof content === 'string' ? [content] : content.map(({ text = '' }) => text);

const isPrompt = (item: Item) => item.role === 'user' && userText(textsOf(item)) !== '';

/** The ids of the calls of one answer differ only in a number at the end. */
const answerOf = (callId: string) => callId.replace(/_\d+$/, '');

function parseRequest({ input, tools = [], ...request }: ResponsesRequest): ModelRequest {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const at = items.findLastIndex(isPrompt);
  const later: readonly Item[] = items.slice(at + 1);
  const calls = later.filter(({ type }) => type === 'function_call');
  return {
    text: at < 0 ? '' : userText(textsOf(items[at]!)),
    round: new Set(calls.map(({ call_id = '' }) => answerOf(call_id))).size,
    tools: tools.map(({ name, type }) => name ?? type),
    toolResults: later
      .flatMap(({ output }) => (output === undefined ? [] : [output]))
      .map((output) => (typeof output === 'string' ? output : JSON.stringify(output)))
      .join('\n'),
    planFile: undefined,
    model: request.model,
    streams: request.stream ?? false,
    isSideRequest: tools.length === 0,
    json: request.text?.format?.type.startsWith('json') ?? false,
  };
}

const usage = {
  input_tokens: 12,
  output_tokens: 42,
  total_tokens: 54,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
};

class ResponseEncoder implements Encoder {
  readonly #emit: Emit;
  readonly #id: string;
  readonly #model: string;
  readonly #output: object[] = [];

  constructor(emit: Emit, id: string, model: string) {
    this.#emit = emit;
    this.#id = id;
    this.#model = model;
  }

  begin(): void {
    this.#event('response.created', { response: this.#response('in_progress') });
  }

  open(block: Block): void {
    this.#event('response.output_item.added', { output_index: this.#at, item: this.#item(block, '') });
  }

  delta(block: Block, delta: string): void {
    const place = { item_id: this.#itemId, output_index: this.#at };
    if (block === 'say') this.#event('response.output_text.delta', { ...place, content_index: 0, delta });
    else this.#event('response.reasoning_summary_text.delta', { ...place, summary_index: 0, delta });
  }

  close(block: Block, text: string): void {
    this.#done(this.#item(block, text));
  }

  toolCall(id: string, { tool, input }: ToolCall): void {
    const item = {
      type: 'function_call',
      id: `fc_${id}`,
      call_id: `call_${id}`,
      name: tool,
      arguments: JSON.stringify(input),
      status: 'completed',
    };
    this.#event('response.output_item.added', { output_index: this.#at, item: { ...item, arguments: '' } });
    this.#done(item);
  }

  flush(): void {}

  fail(code: string, message: string): void {
    this.#event('response.failed', { response: { ...this.#response('failed'), error: { code, message } } });
  }

  end(stop: StopReason): void {
    if (stop !== 'max_tokens' && stop !== 'refusal')
      return this.#event('response.completed', { response: this.#response('completed') });
    const reason = stop === 'refusal' ? 'content_filter' : 'max_output_tokens';
    const response = { ...this.#response('incomplete'), incomplete_details: { reason } };
    this.#event('response.incomplete', { response });
  }

  get #at(): number {
    return this.#output.length;
  }

  get #itemId(): string {
    return `item_${this.#id}_${this.#at}`;
  }

  #item(block: Block, text: string): object {
    const id = this.#itemId;
    if (block === 'think')
      return { type: 'reasoning', id, summary: text === '' ? [] : [{ type: 'summary_text', text }] };
    const content = text === '' ? [] : [{ type: 'output_text', text, annotations: [] }];
    return {
      type: 'message',
      id,
      role: 'assistant',
      content,
      status: text === '' ? 'in_progress' : 'completed',
    };
  }

  #done(item: object): void {
    this.#event('response.output_item.done', { output_index: this.#at, item });
    this.#output.push(item);
  }

  #response(status: string): object {
    return {
      id: `resp_${this.#id}`,
      object: 'response',
      model: this.#model,
      status,
      output: this.#output,
      usage,
    };
  }

  #event(type: string, fields: object): void {
    this.#emit({ type, ...fields }, type);
  }
}

export const responses: Dialect = {
  read: (path, body) =>
    path.endsWith('/responses') ? parseRequest(JSON.parse(body) as ResponsesRequest) : undefined,
  encoder: (emit, id, model) => new ResponseEncoder(emit, id, model),
  message: (id, model, message) => ({
    ...{ id: `resp_${id}`, object: 'response', model, status: 'completed', usage },
    output: [
      {
        type: 'message',
        id: `item_${id}`,
        role: 'assistant',
        content: [{ type: 'output_text', text: textOf(message), annotations: [] }],
        status: 'completed',
      },
    ],
  }),
  failure: ({ type, message, status }) => ({ error: { type, message, code: String(status) } }),
};
