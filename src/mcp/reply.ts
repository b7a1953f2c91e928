/** Replies of tools: structured content, a text that says the same, and the cut at the limit of their size. */

import { limits } from '#limits.ts';
import { z } from '#platform/schema.ts';
import type { Snapshot } from '#terminal/screenReader.ts';
import type { SessionExit, ToolContext } from './toolContext.ts';

export interface ToolReply {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly image?: { readonly data: string; readonly mimeType: string };
}

/** Begins a text with how the program ended, if it has. */
export const withExit = (exit: SessionExit | undefined, text: string): string =>
  exit
    ? `The program has ended ${exit.signal ? `by ${exit.signal}` : `with exit code ${exit.exit_code}`}.\n${text}`
    : text;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** One line of a reply. `at` is its number, from which a later call can continue. */
export interface ReplyItem {
  readonly at: number;
  readonly line: string;
  readonly value: unknown;
}

interface FittedReply {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly head: string;
  readonly items: readonly ReplyItem[];
  /** Adds the shown items to the structured content. */
  collect(items: readonly ReplyItem[]): Readonly<Record<string, unknown>>;
  /** How to continue after a cut. */
  more(next: number): string;
  readonly maxBytes?: number | undefined;
}

interface Fitted extends ToolReply {
  readonly included: readonly ReplyItem[];
}

/** The keys and quotes around an item, in both forms of the reply. */
const itemOverheadBytes = 12;

/** Cuts the items where the reply would exceed its size. At least one item is shown, shortened if necessary. */
export function fitReply(reply: FittedReply): Fitted {
  const { structured, head, items, collect, more, maxBytes = limits.mcpReplyBytes } = reply;
  const frame = { structured, next: Number.MAX_SAFE_INTEGER, head, more: more(Number.MAX_SAFE_INTEGER) };
  let left = maxBytes - bytesOf(frame) - bytesOf(collect([])) - bytesOf({ content: [{ type: 'text' }] });
  const included: ReplyItem[] = [];
  for (const item of items) {
    left -= bytesOf(item.value) + bytesOf(item.line) + itemOverheadBytes + String(item.at).length;
    if (left < 0) break;
    included.push(item);
  }
  if (included.length === 0 && items.length > 0) included.push(shorten(items[0]!, Math.floor(maxBytes / 16)));
  const next = items[included.length]?.at;
  const lines = [head, ...included.map(({ line }) => line), ...(next === undefined ? [] : [more(next)])];
  return {
    structured: { ...structured, ...collect(included), ...(next !== undefined && { next }) },
    text: lines.filter((line) => line !== '').join('\n'),
    included,
  };
}

const shorten = ({ at, line, value }: ReplyItem, chars: number): ReplyItem => ({
  at,
  line: clip(line, chars),
  value: typeof value === 'string' ? clip(value, chars) : value,
});

export const clip = (text: string, chars: number): string =>
  text.length <= chars ? text : `${text.slice(0, chars - 1)}…`;

/** Present once the program has ended. */
const Exit = z.object({ exit_code: z.int().nullable(), signal: z.string().nullable() });

/** The structured content of every reply about the screen of a session. */
export const ScreenReply = z.object({
  session: z.string(),
  sequence: z.int().optional(),
  whole: z.boolean().optional().describe('False: `rows` has only the rows that changed.'),
  rows: z.record(z.string(), z.string()).optional().describe('By row, from 0.'),
  cursor: z.object({ row: z.int(), col: z.int(), visible: z.boolean() }).optional(),
  title: z.string().optional(),
  exit: Exit.optional(),
  next: z.int().optional().describe('Cut: call `read` with this as `from`.'),
});

interface ScreenReplyOptions {
  readonly context: ToolContext;
  readonly session: string;
  readonly snapshot: Snapshot;
  /** What happened, at the start of the text. */
  readonly notes?: readonly (string | undefined)[];
  /** Further fields of the structured content. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly since?: number | undefined;
  /** Shows all rows from this one on. */
  readonly from?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** Describes a screen by the rows that differ from the screen that the agent knows, and remembers what was shown. */
export async function composeScreen(options: ScreenReplyOptions): Promise<ToolReply> {
  const { context, session, snapshot, notes = [], fields = {}, since, from, maxBytes } = options;
  const { sequence, cursor, title, plain_text } = snapshot;
  const exit = await context.exitOf(session);
  const known = from === undefined ? context.reported(session, since) : undefined;
  const rows = plain_text.split('\n');
  const items = changedRows(rows, known?.rows, from);
  const facts = [
    session,
    ...notes.filter((note) => note !== undefined),
    known ? `${items.length === 1 ? '1 row' : `${items.length} rows`} changed` : 'the screen',
    `cursor at ${cursor.row}:${cursor.col}`,
    `sequence ${sequence}`,
  ].join(' · ');
  const fitted = fitReply({
    structured: {
      session,
      ...fields,
      sequence,
      whole: !known && !from,
      cursor,
      ...(title && { title: clip(title, limits.mcpTitleChars) }),
      ...(exit && { exit }),
    },
    head: withExit(exit, facts),
    items,
    collect: (included) => ({ rows: Object.fromEntries(included.map(({ at, value }) => [at, value])) }),
    more: (next) => `Cut at row ${next}. To continue: read {"session":"${session}","from":${next}}`,
    maxBytes,
  });
  const before = from === undefined ? known : context.reported(session, sequence);
  context.report(session, { sequence, rows: applyRows(before?.rows ?? [], fitted.included) });
  return fitted;
}

function changedRows(
  rows: readonly string[],
  known: readonly string[] | undefined,
  from = 0,
): readonly ReplyItem[] {
  const items: ReplyItem[] = [];
  for (let at = from; at < Math.max(rows.length, known?.length ?? 0); at++) {
    const text = rows[at] ?? '';
    if (text !== (known?.[at] ?? '')) items.push({ at, line: `${at}│${text}`, value: text });
  }
  return items;
}

function applyRows(before: readonly string[], included: readonly ReplyItem[]): readonly string[] {
  const rows = [...before];
  for (const { at, value } of included) rows[at] = value as string;
  return rows;
}
