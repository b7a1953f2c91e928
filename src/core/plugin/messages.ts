/**
 * What crosses between the server and a plugin's worker. The server believes none of it: a plugin that had broken out
 * of its sandbox could send whatever it likes, so each message is read here before anybody looks at it.
 */
import { limits } from '../limits.ts';
import type { Asked, RuleTrace } from './host/asked.ts';
import type { LogLevel, Vocabulary } from './host/context.ts';
import type { Sources } from './sources.ts';

export type ToWorker =
  | {
      readonly kind: 'load';
      readonly sources: Sources;
      readonly permissions: readonly string[];
      readonly version: string;
      readonly vocabulary: Vocabulary;
      /** Where the script notes its place for the server. */
      readonly lastSeen: SharedArrayBuffer;
    }
  | { readonly kind: 'call'; readonly id: number; readonly asked: Asked };

export type FailureReason = 'load' | 'error' | 'deadline' | 'memory' | 'shape';

export type FromWorker =
  /** With the number of its thread, where the system tells it. */
  | { readonly kind: 'ready'; readonly thread?: number }
  | { readonly kind: 'loaded'; readonly exports: readonly string[] }
  | {
      readonly kind: 'answered';
      readonly id: number;
      readonly value: unknown;
      readonly trace: readonly RuleTrace[];
    }
  | {
      readonly kind: 'failed';
      /** None while the files are loaded. */
      readonly id?: number;
      readonly reason: FailureReason;
      readonly message: string;
      readonly calls: string;
    }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string };

/** As an answer travels: its value and its trace as one JSON text, which can hold nothing but JSON. */
export interface Answer {
  readonly kind: 'answered';
  readonly id: number;
  readonly json: string;
}

/** Two bytes of a value are at most one of its JSON, but for control characters; and the trace comes on top. */
const longestAnswer = 4 * limits.pluginValueBytes;

type Fields = Readonly<Record<string, unknown>>;

const readers: Readonly<Record<string, (fields: Fields) => FromWorker | undefined>> = {
  ready: ({ thread }) => ({ kind: 'ready', ...(isId(thread) && { thread }) }),
  loaded: ({ exports }) =>
    isListOf(exports, isName) && exports.length <= limits.pluginExports
      ? { kind: 'loaded', exports }
      : undefined,
  answered: ({ id, json }) => (isId(id) && isText(json, longestAnswer) ? readAnswer(id, json) : undefined),
  failed: ({ id, reason, message, calls }) =>
    (id === undefined || isId(id)) && isReason(reason) && isText(message) && isText(calls)
      ? { kind: 'failed', ...(id === undefined ? {} : { id }), reason, message, calls }
      : undefined,
  log: ({ level, text }) => (isLevel(level) && isText(text) ? { kind: 'log', level, text } : undefined),
};

/** Nothing when it is none of ours. */
export function readMessage(message: unknown): FromWorker | undefined {
  if (!isRecord(message) || typeof message.kind !== 'string') return undefined;
  return Object.hasOwn(readers, message.kind) ? readers[message.kind]!(message) : undefined;
}

function readAnswer(id: number, json: string): FromWorker | undefined {
  try {
    const { value, trace } = JSON.parse(json) as Fields;
    return isListOf(trace, isRule) ? { kind: 'answered', id, value, trace } : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** What a worker of ours bounds at `pluginMessageChars`, with room for the mark of what is left out. */
const isText = (value: unknown, chars = 2 * limits.pluginMessageChars): value is string =>
  typeof value === 'string' && value.length <= chars;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= limits.nameChars;

const isReason = (value: unknown): value is FailureReason =>
  ['load', 'error', 'deadline', 'memory', 'shape'].includes(value as FailureReason);

const isLevel = (value: unknown): value is LogLevel =>
  ['debug', 'info', 'warn', 'error'].includes(value as LogLevel);

const isListOf = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] =>
  Array.isArray(value) && value.every(isItem);

const isRule = (value: unknown): value is RuleTrace => {
  if (!isRecord(value)) return false;
  const { rule, matched, rows, why } = value;
  return (
    isText(rule) && typeof matched === 'boolean' && isListOf(rows, isId) && (why === undefined || isText(why))
  );
};
