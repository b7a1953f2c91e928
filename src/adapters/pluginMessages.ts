/**
 * Messages between the server and the worker of a plugin. The server does not trust the worker: a plugin that escaped
 * the sandbox could send anything, so each message is validated here.
 */

import { limits } from '#limits.ts';
import type { CompiledFiles } from '#platform/lua/compiledChunk.ts';
import type { HostVocabulary, LogLevel, PluginCall, RuleTrace } from './host/declaration.ts';
import type { PluginSources } from './plugin.ts';

export type ToWorker =
  | {
      readonly kind: 'load';
      readonly sources: PluginSources;
      /** What an earlier worker has made of the same sources. Empty for the first. */
      readonly compiled: CompiledFiles;
      readonly permissions: readonly string[];
      readonly version: string;
      readonly vocabulary: HostVocabulary;
      /** Shared memory in which the script writes its current position for the server. */
      readonly lastSeen: SharedArrayBuffer;
    }
  | { readonly kind: 'call'; readonly id: number; readonly call: PluginCall };

export type FailureReason = 'load' | 'error' | 'deadline' | 'memory' | 'shape';

export type FromWorker =
  /** With the id of the system thread, where the system reports it. */
  | { readonly kind: 'ready'; readonly thread?: number }
  /** With the files that this worker had to compile. */
  | { readonly kind: 'loaded'; readonly exports: readonly string[]; readonly compiled: CompiledFiles }
  | {
      readonly kind: 'answered';
      readonly id: number;
      readonly value: unknown;
      /** The called function is a coroutine that waits to be resumed. */
      readonly suspended: boolean;
      /** Where it is suspended, such as `main.lua:12`. */
      readonly line?: string;
      readonly trace: readonly RuleTrace[];
    }
  | {
      readonly kind: 'failed';
      /** Absent while the files are loaded. */
      readonly id?: number;
      readonly reason: FailureReason;
      readonly message: string;
      readonly calls: string;
    }
  | { readonly kind: 'log'; readonly level: LogLevel; readonly text: string };

/** The wire form of an answer: its fields as one JSON text, which cannot carry anything but JSON. */
export interface SerializedAnswer {
  readonly kind: 'answered';
  readonly id: number;
  readonly json: string;
}

/** JSON escapes can double the bytes of a value, control characters take more, and the trace is added. */
const maxAnswerChars = 4 * limits.pluginValueBytes;

type MessageFields = Readonly<Record<string, unknown>>;

const messageReaders: Readonly<Record<string, (fields: MessageFields) => FromWorker | undefined>> = {
  ready: ({ thread }) => ({ kind: 'ready', ...(isId(thread) && { thread }) }),
  loaded: ({ exports, compiled }) =>
    isListOf(exports, isName) && exports.length <= limits.pluginExports && isCompiledFiles(compiled)
      ? { kind: 'loaded', exports, compiled }
      : undefined,
  answered: ({ id, json }) => (isId(id) && isText(json, maxAnswerChars) ? readAnswer(id, json) : undefined),
  failed: ({ id, reason, message, calls }) =>
    (id === undefined || isId(id)) && isReason(reason) && isText(message) && isText(calls)
      ? { kind: 'failed', ...(id === undefined ? {} : { id }), reason, message, calls }
      : undefined,
  log: ({ level, text }) => (isLevel(level) && isText(text) ? { kind: 'log', level, text } : undefined),
};

/** Returns undefined for an invalid message. */
export function readMessage(message: unknown): FromWorker | undefined {
  if (!isRecord(message) || typeof message.kind !== 'string') return undefined;
  return Object.hasOwn(messageReaders, message.kind) ? messageReaders[message.kind]!(message) : undefined;
}

function readAnswer(id: number, json: string): FromWorker | undefined {
  try {
    const { value, suspended = false, line, trace } = JSON.parse(json) as MessageFields;
    return isListOf(trace, isRule) && typeof suspended === 'boolean'
      ? { kind: 'answered', id, value, suspended, ...(isText(line) && { line }), trace }
      : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is MessageFields => typeof value === 'object' && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** Our worker truncates text to `pluginMessageChars`. Twice that leaves room for the truncation mark. */
const isText = (value: unknown, chars = 2 * limits.pluginMessageChars): value is string =>
  typeof value === 'string' && value.length <= chars;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= limits.nameChars;

const isCompiledFiles = (value: unknown): value is CompiledFiles =>
  isRecord(value) && Object.values(value).every((file) => file instanceof Uint8Array);

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
