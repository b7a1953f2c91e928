/** Parses the session file of the agent into turns. Unknown lines are ignored. */
import type { StoredTurn } from '../score/storedTurn.ts';

interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly content?: unknown;
}

interface Line {
  readonly type?: string;
  /** In a format that sorts as text. */
  readonly timestamp?: string;
  readonly isSidechain?: boolean;
  readonly isMeta?: boolean;
  readonly isApiErrorMessage?: boolean;
  /** The sender, in later versions. */
  readonly origin?: { readonly kind?: string };
  readonly message?: { readonly content?: string | readonly Block[] };
}

/** The last line may be incomplete. Some versions sometimes write a prompt after the first words of its answer. */
export function readSession(text: string): readonly StoredTurn[] {
  const turns: StoredTurn[] = [];
  const lines = text.split('\n').flatMap((row) => lineIn(row) ?? []);
  for (const line of lines.toSorted(byTime)) {
    // Subagents have separate files or, in the first versions, marked lines.
    if (line.isSidechain || line.isMeta) continue;
    if (line.type === 'user') addUser(turns, line);
    if (line.type === 'assistant') addAssistant(turns.at(-1), line);
  }
  return turns;
}

function byTime({ timestamp: one = '' }: Line, { timestamp: other = '' }: Line): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function lineIn(row: string): Line | undefined {
  try {
    const line = JSON.parse(row) as unknown;
    return typeof line === 'object' && line !== null ? line : undefined;
  } catch {
    return undefined;
  }
}

const blocksOf = ({ message: { content = [] } = {} }: Line): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const interruption = '[Request interrupted by user';
const stops = ["The user doesn't want to proceed with this tool use", interruption];

/** Local commands of the agent, and their output. */
const command = /^<(?:command|local-command|bash)-/;

function addUser(turns: StoredTurn[], line: Line): void {
  const blocks = blocksOf(line);
  const turn = turns.at(-1);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  for (const result of results) if (turn) addResult(turn, result);
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text ?? ''] : [])).join('');
  // The end of a background task is reported to the model as a user message.
  const human = (line.origin?.kind ?? 'human') === 'human';
  if (results.length > 0 || text === '' || command.test(text) || !human) return;
  if (!text.startsWith(interruption))
    turns.push({ prompt: text, texts: [], displayedTexts: [], calls: [], interrupted: false });
  else if (turn) turn.interrupted = true;
}

function addResult({ calls }: StoredTurn, { tool_use_id, is_error, content }: Block): void {
  const call = calls.find(({ id }) => id === tool_use_id);
  const words = typeof content === 'string' ? content : '';
  if (call && is_error && stops.some((stop) => words.includes(stop))) call.stopped = true;
}

/** The first versions write this for an answer without text, and do not show it. */
const noText = '(no content)';

function addAssistant(turn: StoredTurn | undefined, line: Line): void {
  if (!turn) return;
  for (const { type, text = '', id = '', name = '', input = {} } of blocksOf(line)) {
    if (type === 'tool_use') turn.calls.push({ id, name, input, stopped: false });
    if (type !== 'text' || text === noText) continue;
    turn.displayedTexts.push(text);
    if (!line.isApiErrorMessage) turn.texts.push(text);
  }
}
