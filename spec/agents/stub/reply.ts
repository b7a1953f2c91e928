/** What the stub can answer with: pieces that are streamed one after the other, or a refusal. */

/** One content block of a message, or something that happens between two of them. */
export type Piece =
  | { readonly kind: 'say'; readonly text: string; readonly everyMs: number }
  | { readonly kind: 'think'; readonly text: string; readonly everyMs: number }
  | { readonly kind: 'use'; readonly tool: string; readonly input: object }
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

/** Streamed word by word, at the pace of a fast model. */
export const say = (text: string, everyMs = 8): Piece => ({ kind: 'say', text, everyMs });
export const think = (text: string, everyMs = 20): Piece => ({ kind: 'think', text, everyMs });
export const use = (tool: string, input: object): Piece => ({ kind: 'use', tool, input });
/** Nothing more comes until the driver opens it. */
export const gate = (name: string): Piece => ({ kind: 'gate', gate: name });

/** A whole message; it stops for its tools if it uses any. */
export function message(...pieces: readonly Piece[]): Message {
  return { pieces, stop: pieces.some(({ kind }) => kind === 'use') ? 'tool_use' : 'end_turn' };
}

export const stopped = (stop: StopReason, ...pieces: readonly Piece[]): Message => ({ pieces, stop });
