/** The Gemini API: `generateContent` and `streamGenerateContent`. */
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

interface Part {
  readonly text?: string;
  readonly functionResponse?: { readonly response?: object };
}

interface Content {
  readonly role?: string;
  readonly parts: readonly Part[];
}

interface GeminiRequest {
  readonly contents: readonly Content[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly generationConfig?: { readonly responseMimeType?: string };
}

const textsOf = ({ parts }: Content) => parts.flatMap(({ text }) => (text === undefined ? [] : [text]));

/** The agent may add a text to the result of a tool. */
const isPrompt = (content: Content) =>
  content.role !== 'model' &&
  !content.parts.some(({ functionResponse }) => functionResponse) &&
  lastUserText(textsOf(content)) !== '';

const path = /\/models\/([^/:]+):(stream)?[gG]enerateContent$/;

function parseRequest(model: string, streams: boolean, request: GeminiRequest): ModelRequest {
  const { contents, tools = [], generationConfig } = request;
  const at = contents.findLastIndex(isPrompt);
  const later = contents.slice(at + 1);
  const names = tools.flatMap(({ functionDeclarations = [] }) =>
    functionDeclarations.map(({ name }) => name),
  );
  return {
    text: at < 0 ? '' : lastUserText(textsOf(contents[at]!)),
    round: later.filter(({ role }) => role === 'model').length,
    tools: names,
    toolResults: later
      .flatMap(({ parts }) => parts.flatMap(({ functionResponse }) => functionResponse?.response ?? []))
      .map((response) => JSON.stringify(response))
      .join('\n'),
    planFile: undefined,
    model,
    streams,
    isSideRequest: names.length === 0,
    json: generationConfig?.responseMimeType === 'application/json',
  };
}

const reasons: Readonly<Record<StopReason, string>> = {
  end_turn: 'STOP',
  tool_use: 'STOP',
  max_tokens: 'MAX_TOKENS',
  refusal: 'SAFETY',
};

const usageMetadata = { promptTokenCount: 12, candidatesTokenCount: 42, totalTokenCount: 54 };

const candidate = (model: string, parts: readonly object[], stop?: StopReason) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...(stop && { finishReason: reasons[stop] }) }],
  usageMetadata,
  modelVersion: model,
});

class CandidateEncoder implements Encoder {
  readonly #emit: Emit;
  readonly #model: string;

  constructor(emit: Emit, model: string) {
    this.#emit = emit;
    this.#model = model;
  }

  begin(): void {}

  open(): void {}

  delta(block: Block, text: string): void {
    this.#parts(block === 'say' ? { text } : { text, thought: true });
  }

  close(): void {}

  toolCall(id: string, { tool, input }: ToolCall): void {
    this.#parts({ functionCall: { id: `call_${id}`, name: tool, args: input } });
  }

  flush(): void {}

  fail(status: string, message: string): void {
    this.#emit({ error: { code: 503, status, message } });
  }

  end(stop: StopReason): void {
    this.#emit(candidate(this.#model, [{ text: '' }], stop));
  }

  #parts(...parts: readonly object[]): void {
    this.#emit(candidate(this.#model, parts));
  }
}

export const gemini: Dialect = {
  read(where, body) {
    const [, model, stream] = path.exec(where) ?? [];
    return model === undefined
      ? undefined
      : parseRequest(model, stream !== undefined, JSON.parse(body) as GeminiRequest);
  },
  encoder: (emit, _, model) => new CandidateEncoder(emit, model),
  message: (_, model, message) => candidate(model, [{ text: textOf(message) }], message.stop),
  failure: ({ type, message, status }) => ({ error: { code: status, status: type.toUpperCase(), message } }),
  otherReply: (where) => (where.endsWith(':countTokens') ? { totalTokens: 12 } : undefined),
};
