/** Chooses the text that a test waits for after an input, and the text that it asserts. */
import { compilePattern } from '#platform/regex.ts';
import type { CellRun, Style } from '#terminal/cells.ts';

/** A screen between two inputs. Text is redacted. */
export interface ScreenState {
  /** Without trailing blanks. */
  readonly rows: readonly string[];
  readonly runs: readonly (readonly CellRun[])[];
  readonly cursor: { readonly row: number; readonly col: number; readonly visible: boolean };
  readonly alternate: boolean;
}

export const emptyScreen: ScreenState = {
  rows: [],
  runs: [],
  cursor: { row: 0, col: 0, visible: false },
  alternate: false,
};

/** A text of the screen, or an RE2 pattern in which `^` and `$` are the ends of a row. */
export type ConditionText = { readonly text: string } | { readonly pattern: string };

type CellStyle = Pick<Style, 'fg' | 'bg' | 'bold' | 'inverse' | 'underline'>;

/** What differs between two screens. */
export type ScreenCondition =
  | { readonly kind: 'shows'; readonly what: ConditionText }
  | { readonly kind: 'hides'; readonly what: ConditionText }
  | { readonly kind: 'styled'; readonly text: string; readonly style: CellStyle };

/** What was typed last. Its echo appears before the program has done anything with it. */
export interface TypedLine {
  readonly text: string;
  /** The row of the cursor before it. */
  readonly prompt: string;
  /** Nothing was sent after it, so what the row of the cursor shows may be its echo. */
  readonly isOpen: boolean;
}

interface ChangeOptions {
  readonly typed: TypedLine | undefined;
  /** Texts that must not be part of a condition. */
  readonly hidden: readonly string[];
}

/** Lines of boxes, blocks of bars, and gaps between columns. */
const separators = /[\u2500-\u259f\u2800-\u28ff│┃║|]+|\s{2,}/u;
/** The longest text of a condition. */
const maxChars = 60;
/** Clocks, dates, durations, sizes, percentages, long numbers such as process ids, and hexadecimal ids. */
const volatileNumbers =
  /\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?|\d{4}-\d{2}-\d{2}|\d+(?:\.\d+)?\s?(?:%|[num]?s\b|[KMGT]i?B?\b)|\d{4,}|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,}\b/g;
const isVolatile = (text: string): boolean => text.search(volatileNumbers) >= 0;
const path = /(?:^|\s)~?\.{0,2}\/\S/;

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The pieces of a row between separators and hidden texts. */
function pieces(row: string, hidden: readonly string[]): readonly string[] {
  const parts = hidden.reduce<readonly string[]>(
    (all, secret) => all.flatMap((part) => part.split(secret)),
    row.split(separators),
  );
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The parts of a text between words with digits, which may be counters. */
const steadyParts = (text: string): readonly string[] =>
  text
    .split(/\S*\d\S*/)
    .map((part) => part.trim())
    .filter((part) => letters(part) > 2);

/** A long text is cut at a word. */
const shorten = (text: string): string =>
  text.length <= maxChars ? text : (/^.{1,59}(?=\s)/.exec(text)?.[0] ?? text.slice(0, maxChars));

/** Longer is more distinctive. Rows with numbers change by themselves, and paths differ between machines. */
const score = (text: string, row: string): number =>
  Math.min(text.length, 40) - (/\d/.test(row) ? 30 : 0) - (path.test(text) ? 30 : 0);

const best = (all: readonly { readonly text: string; readonly row: string }[]): string | undefined =>
  all.toSorted((one, other) => score(other.text, other.row) - score(one.text, one.row))[0]?.text;

/** Texts without digits that `screen` has and `other` lacks. */
function steadyDifferences(
  screen: ScreenState,
  other: ScreenState,
  { hidden }: ChangeOptions,
  accepts: (row: string, at: number) => boolean,
): string | undefined {
  const lacking = other.rows.join('\n');
  const found = screen.rows.flatMap((row, at) =>
    pieces(row, hidden)
      .flatMap(steadyParts)
      .map((text) => ({ text: shorten(text), row, at })),
  );
  return best(found.filter(({ text, row, at }) => !lacking.includes(text) && accepts(row, at)));
}

/** Returns the condition that tells the second screen from the first one. Undefined if there is none. */
export function findChange(
  before: ScreenState,
  after: ScreenState,
  options: ChangeOptions,
): ScreenCondition | undefined {
  const { typed } = options;
  const isEcho = (row: string, at: number) =>
    (typed !== undefined && row.startsWith(typed.prompt) && row.endsWith(typed.text)) ||
    (at === after.cursor.row && (typed?.isOpen || isPrompt(after)));
  const difference = steadyDifferences(after, before, options, (row, at) => !isEcho(row, at));
  if (difference !== undefined) return { kind: 'shows', what: withoutEcho(difference, after, typed) };
  const row = findNewRow(before, after, options, isEcho);
  if (row) return { kind: 'shows', what: row };
  const gone = steadyDifferences(
    before,
    after,
    options,
    (_, at) => !typed?.isOpen || at !== before.cursor.row,
  );
  if (gone !== undefined) return { kind: 'hides', what: { text: gone } };
  return findStyleChange(before, after, options) ?? findPrompt(before, after);
}

/**
 * Text that is part of the typed input appears at once, with the echo. Then only a match at the beginning of a row
 * counts.
 */
function withoutEcho(text: string, { rows }: ScreenState, typed: TypedLine | undefined): ConditionText {
  const isTyped = typed?.text.includes(text) && rows.some((row) => row.trimStart().startsWith(text));
  return isTyped ? { pattern: `^\\s*${escapePattern(text)}` } : { text };
}

/** A whole row that is new, with its numbers, or whose text was part of another row. */
function findNewRow(
  before: ScreenState,
  after: ScreenState,
  { hidden, typed }: ChangeOptions,
  isEcho: (row: string, at: number) => boolean,
): ConditionText | undefined {
  const known = new Set(before.rows.map((row) => row.trim()));
  const found = after.rows.map((row, at) => ({ row: row.trim(), at }));
  const fresh = found.filter(
    ({ row, at }) =>
      /[\p{L}\p{N}]/u.test(row) &&
      row.length <= maxChars &&
      !known.has(row) &&
      !isEcho(row, at) &&
      !isVolatile(row) &&
      pieces(row, hidden)[0] === row,
  );
  const row = fresh.at(-1)?.row;
  if (row === undefined) return undefined;
  const isKnown = before.rows.join('\n').includes(row) || typed?.text.includes(row);
  return isKnown ? { pattern: `^\\s*${escapePattern(row)}$` } : { text: row };
}

/** A text that got a background or became inverse, such as the selected line of a menu. */
function findStyleChange(
  before: ScreenState,
  after: ScreenState,
  { hidden }: ChangeOptions,
): ScreenCondition | undefined {
  const known = new Set(before.runs.flatMap((row) => row.map((run) => runKey(run))));
  for (const run of after.runs.flat()) {
    const [text = ''] = pieces(run.text, hidden);
    const marked = run.bg !== undefined || run.inverse;
    const fits = letters(text) > 1 && text.length <= maxChars && !isVolatile(text);
    const { fg, bg, bold, inverse } = run;
    const style = { ...(fg !== undefined && { fg }), ...(bg !== undefined && { bg }), ...(bold && { bold }) };
    if (marked && fits && text === run.text.trim() && !known.has(runKey(run)))
      return { kind: 'styled', text, style: { ...style, ...(inverse && { inverse }) } };
  }
  return undefined;
}

const runKey = ({ text, fg, bg, bold, inverse }: CellRun): string =>
  JSON.stringify([text.trim(), fg, bg, bold, inverse]);

/** The end of a prompt, if it is all that the screen shows. That of a shell depends on the user. */
function findPrompt(before: ScreenState, after: ScreenState): ScreenCondition | undefined {
  const row = after.rows[after.cursor.row] ?? '';
  if (before.rows.some((other) => other !== '') || row === '') return undefined;
  const end = row.trim().slice(-1);
  return { kind: 'shows', what: /[$#]/.test(end) ? { pattern: '[$#]$' } : { text: end } };
}

/** A row that ends in the prompt of a shell, with the cursor behind it. */
const isPrompt = ({ rows, cursor }: ScreenState): boolean => {
  const row = rows[cursor.row] ?? '';
  return cursor.col >= row.length && /[$#%>❯➜»λ]$/u.test(row);
};

/**
 * Returns the texts that a person may mean, the most likely first: the row of the cursor, then the rows that have
 * changed since `before`, the last one first, then all others.
 */
export function assertableTexts(
  before: ScreenState,
  now: ScreenState,
  hidden: readonly string[],
): readonly ConditionText[] {
  const known = countRows(before);
  const rows = now.rows.map((row, at) => ({ row, at, isNew: takeRow(known, row) }));
  const { row: cursorRow, col, visible } = now.cursor;
  const prompt = visible && isPrompt(now);
  const all = rows.flatMap(({ row, at, isNew }) => {
    const isCursor = visible && at === cursorRow;
    const text = isCursor
      ? pieceAt(row, col, hidden)
      : best(pieces(row, hidden).map((text) => ({ text, row })));
    if (text === undefined || !/[\p{L}\p{N}]/u.test(text)) return [];
    if (prompt && (row === now.rows[cursorRow] || isCursor)) return [];
    const recency = now.alternate ? score(text, row) : at * 100;
    return [{ text, rank: (isCursor ? 1e6 : 0) + (isNew ? 1e5 : 0) + recency }];
  });
  const texts = all.toSorted((one, other) => other.rank - one.rank).map(({ text }) => shorten(text));
  return [...new Set(texts)].map(withoutVolatileNumbers);
}

function countRows({ rows }: ScreenState): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

function takeRow(counts: Map<string, number>, row: string): boolean {
  const left = counts.get(row) ?? 0;
  counts.set(row, left - 1);
  return left <= 0;
}

/** The piece of a row at a column, or else the one that is nearest. */
function pieceAt(row: string, col: number, hidden: readonly string[]): string | undefined {
  let from = 0;
  const placed = pieces(row, hidden).map((text) => {
    const start = row.indexOf(text, from);
    from = start + text.length;
    return { text, distance: col < start ? start - col : Math.max(0, col - from) };
  });
  return placed.toSorted((one, other) => one.distance - other.distance)[0]?.text;
}

/** Replaces clocks, sizes and ids by patterns. */
function withoutVolatileNumbers(text: string): ConditionText {
  const found = [...text.matchAll(volatileNumbers)];
  if (found.length === 0) return { text };
  let pattern = '';
  let end = 0;
  for (const { index, 0: number } of found) {
    pattern += escapePattern(text.slice(end, index));
    pattern += escapePattern(number).replace(/[0-9a-f]{7,}|\d+/g, classOf);
    end = index + number.length;
  }
  return { pattern: pattern + escapePattern(text.slice(end)) };
}

const classOf = (run: string): string => (/^\d+$/.test(run) ? '\\d+' : '[0-9a-f]+');

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Whether a screen shows a text. */
export const isOnScreen = (what: ConditionText, { rows }: ScreenState): boolean =>
  'text' in what
    ? rows.join('\n').includes(what.text)
    : compilePattern(`(?m)${what.pattern}`).all(rows.join('\n')).length > 0;
