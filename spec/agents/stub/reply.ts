/** The replies of the stub: pieces that are streamed in sequence, or an HTTP error. */

/** A tool call. */
export interface ToolCall {
  readonly tool: string;
  readonly input: object;
}

/** One content block of a message, or an event between two blocks. */
export type Piece =
  | { readonly kind: 'say'; readonly text: string; readonly everyMs: number }
  | { readonly kind: 'think'; readonly text: string; readonly everyMs: number }
  | ({ readonly kind: 'use' } & ToolCall)
  | { readonly kind: 'gate'; readonly gate: string }
  | { readonly kind: 'fail'; readonly type: string; readonly message: string }
  | { readonly kind: 'cut' };

export type StopReason = 'end_turn' | 'tool_use' | 'max_tokens' | 'refusal';

export interface Message {
  readonly pieces: readonly Piece[];
  readonly stop: StopReason;
}

export interface HttpFailure {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Reply = Message | HttpFailure;

export const isFailure = (reply: Reply): reply is HttpFailure => 'status' in reply;

/** Streams the text word by word, as fast as a fast model. */
export const say = (text: string, everyMs = 8): Piece => ({ kind: 'say', text, everyMs });
export const think = (text: string, everyMs = 20): Piece => ({ kind: 'think', text, everyMs });
export const callTool = (tool: string, input: object): Piece => ({ kind: 'use', tool, input });
/** Pauses until the driver opens the gate. */
export const gate = (name: string): Piece => ({ kind: 'gate', gate: name });

/** A complete message. Its stop reason is `tool_use` if it calls a tool. */
export function message(...pieces: readonly Piece[]): Message {
  return { pieces, stop: pieces.some(({ kind }) => kind === 'use') ? 'tool_use' : 'end_turn' };
}

export const messageStopped = (stop: StopReason, ...pieces: readonly Piece[]): Message => ({ pieces, stop });
