/** An API of a model: how its requests are read, and how an answer is written in it. */
import type { HttpFailure, Message, StopReason, Use } from './reply.ts';

/** A request for an answer, in whichever dialect it arrived. */
export interface ModelRequest {
  /** The last text of the user, without additions of the agent. */
  readonly text: string;
  /** The number of model messages after it. */
  readonly round: number;
  readonly tools: readonly string[];
  /** The replies of the tools in this turn, as the agent passes them on. */
  readonly answers: string;
  /** The file for a plan, if the agent names one. */
  readonly planFile: string | undefined;
  readonly model: string;
  readonly streams: boolean;
  /** A title, a topic or a quota check: no prompt of the user has caused it. */
  readonly aside: boolean;
  /** The answer must be JSON. */
  readonly json: boolean;
}

export type Block = 'say' | 'think';

/** Writes one answer as a stream of server-sent events. */
export interface Encoder {
  begin(): void;
  open(block: Block): void;
  words(block: Block, text: string): void;
  close(block: Block, text: string): void;
  use(id: string, use: Use): void;
  /** Flushes the text so far, so that it is on the screen during a pause. */
  flush(): void;
  fail(type: string, message: string): void;
  end(stop: StopReason): void;
}

/** Sends one event. Its name is left out in dialects without names. */
export type Emit = (data: object | string, name?: string) => void;

export interface Dialect {
  /** Reads a request, or returns nothing if its path belongs to another dialect. */
  read(path: string, body: string): ModelRequest | undefined;
  encoder(emit: Emit, id: string, model: string): Encoder;
  /** The reply to a request without streaming. */
  whole(id: string, model: string, message: Message): object;
  failure(failure: HttpFailure): object;
  /** Other requests that the agent makes, and the replies to them. */
  readonly others?: (path: string) => object | undefined;
}

/** A text that the agent adds to the words of the user. */
const added =
  /^\s*<(?:system-reminder|local-command|command-|session|environment_context|user_instructions|context)/;

/** An addition in front of the words of the user. */
const addedBefore = /^\s*<(system-reminder|session_context|current_datetime)>[\s\S]*<\/\1>\s*/;

/** An addition behind the words of the user. */
const addedBehind = /\s*<system_reminder>[\s\S]*<\/system_reminder>\s*$/;

/** Drops what the agent adds to the words of the user. */
export const ownWords = (texts: readonly string[]): string =>
  texts
    .map((text) => text.replace(addedBefore, '').replace(addedBehind, ''))
    .filter((text) => text !== '' && !added.test(text))
    .join('\n');

/** The last of several texts. An unanswered prompt is in the same message, before the next one. */
export const lastWords = (texts: readonly string[]): string => {
  const words = texts.map((text) => ownWords([text])).filter((text) => text !== '');
  return words.at(-1) ?? '';
};

/** The text of a message without streaming. */
export const textOf = ({ pieces }: Message): string =>
  pieces.flatMap((piece) => (piece.kind === 'say' ? [piece.text] : [])).join('');
