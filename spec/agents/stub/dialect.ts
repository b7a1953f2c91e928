/** The API of a model provider: how requests are parsed, and how answers are formatted. */
import type { HttpFailure, Message, StopReason, ToolCall } from './reply.ts';

/** A request for an answer, in any dialect. */
export interface ModelRequest {
  /** The last text of the user, without what the agent adds. */
  readonly text: string;
  /** The number of model messages after it. */
  readonly round: number;
  readonly tools: readonly string[];
  /** The results of the tools in this turn, as the agent sends them. */
  readonly toolResults: string;
  /** The file for a plan, if the agent names one. */
  readonly planFile: string | undefined;
  readonly model: string;
  readonly streams: boolean;
  /** A request that no prompt caused, such as one for a title or a quota check. */
  readonly isSideRequest: boolean;
  /** The answer must be JSON. */
  readonly json: boolean;
}

export type Block = 'say' | 'think';

/** Writes one answer as a stream of server-sent events. */
export interface Encoder {
  begin(): void;
  open(block: Block): void;
  delta(block: Block, text: string): void;
  close(block: Block, text: string): void;
  toolCall(id: string, use: ToolCall): void;
  /** Flushes the text, so that it is on the screen during a pause. */
  flush(): void;
  fail(type: string, message: string): void;
  end(stop: StopReason): void;
}

/** Sends one event. Some dialects have no event names. */
export type Emit = (data: object | string, name?: string) => void;

export interface Dialect {
  /** Parses a request. Returns undefined if its path belongs to another dialect. */
  read(path: string, body: string): ModelRequest | undefined;
  encoder(emit: Emit, id: string, model: string): Encoder;
  /** The reply to a request without streaming. */
  message(id: string, model: string, message: Message): object;
  failure(failure: HttpFailure): object;
  /** Returns the reply to another request of the agent. */
  readonly otherReply?: (path: string) => object | undefined;
}

/** A text that the agent adds to the prompt. */
const added =
  /^\s*<(?:system-reminder|local-command|command-|session|environment_context|user_instructions|context)/;

/** A text that the agent adds before the prompt. */
const addedBefore = /^\s*<(system-reminder|session_context|current_datetime)>[\s\S]*<\/\1>\s*/;

/** A text that the agent adds after the prompt. */
const addedBehind = /\s*<system_reminder>[\s\S]*<\/system_reminder>\s*$/;

/** Returns the text of the user, without what the agent adds. */
export const userText = (texts: readonly string[]): string =>
  texts
    .map((text) => text.replace(addedBefore, '').replace(addedBehind, ''))
    .filter((text) => text !== '' && !added.test(text))
    .join('\n');

/** Returns the last text of the user. An unanswered prompt is in the same message, before the next one. */
export const lastUserText = (texts: readonly string[]): string => {
  const prompts = texts.map((text) => userText([text])).filter((text) => text !== '');
  return prompts.at(-1) ?? '';
};

/** The text of a message without streaming. */
export const textOf = ({ pieces }: Message): string =>
  pieces.flatMap((piece) => (piece.kind === 'say' ? [piece.text] : [])).join('');
