/** What was done to a session, as calls of this dialect. */
import { limits } from '../../core/limits.ts';
import type { RecordedDeed } from '../../core/recording/readDeeds.ts';

export interface ScriptCall {
  readonly time: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Something that was done and that this dialect has no word for. */
export interface Unsaid {
  readonly time: number;
  readonly unsaid: string;
}

export type Scripted = ScriptCall | Unsaid;

type Sent = Readonly<Record<string, unknown>>;
type Words = Omit<ScriptCall, 'time'> | Omit<Unsaid, 'time'>;

export const callsOf = (deeds: readonly RecordedDeed[]): Scripted[] =>
  deeds.flatMap((deed) => wordsOf(deed).map((words) => ({ time: deed.time, ...words })));

function wordsOf(deed: RecordedDeed): Words[] {
  if (deed.call === 'resize') return [resized(deed)];
  const actions = 'actions' in deed ? joined(deed.actions) : [];
  return 'matcher' in deed ? [...actions, waitOf(deed.matcher, deed.timeout_ms)] : actions;
}

const resized = ({ cols, rows }: Sent): Words => ({ method: 'Terminal.resize', params: { cols, rows } });
const typed = (text: unknown): Words => ({ method: 'Input.sendText', params: { text } });

/** Keys that were pressed in a row are one call. */
function joined(actions: readonly Sent[]): Words[] {
  const words: Words[] = [];
  for (const action of actions) {
    const keys = keysOf(action);
    const last = words.at(-1);
    if (keys && last && 'method' in last && last.method === 'Input.sendKeys')
      words[words.length - 1] = pressed([...(last.params.keys as unknown[]), ...keys]);
    else if (keys) words.push(pressed(keys));
    else words.push(...wordsOfAction(action));
  }
  return words;
}

const pressed = (keys: readonly unknown[]): Words => ({ method: 'Input.sendKeys', params: { keys } });

function keysOf({ type, value }: Sent): readonly unknown[] | undefined {
  if (type === 'key') return [value];
  if (type === 'interrupt') return ['Ctrl+c'];
  if (type === 'eof') return ['Ctrl+d'];
  if (type !== 'keys') return undefined;
  return Array.isArray(value) ? value : (((value as Sent | null)?.chords as unknown[]) ?? []);
}

function wordsOfAction({ type, value }: Sent): Words[] {
  if (type === 'text' || type === 'paste' || type === 'bracketed_paste') return [typed(value)];
  if (type === 'stream_text') return [typed((value as Sent).text)];
  if (type === 'resize') return [resized(value as Sent)];
  if (type === 'mouse') return mouseOf(value as Sent);
  const text = type === 'raw' ? textOf(Buffer.from(String(value), 'base64')) : undefined;
  return [text === undefined ? { unsaid: `${type} ${told(value)}` } : typed(text)];
}

/** Undefined where bytes are no text: nothing here sends them. */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

/** In one line. */
const told = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** One report each, as this dialect has no click and counts nothing. */
function mouseOf({ event, button, direction, row, col, modifiers, count }: Sent): Words[] {
  const held = (modifiers as readonly string[] | undefined) ?? [];
  const keys = held.map((name) => `${name[0]!.toUpperCase()}${name.slice(1)}`);
  const at = (what: unknown, which: unknown): Words => ({
    method: 'Input.sendMouse',
    params: { event: what, button: which, row, col, ...(keys.length > 0 && { modifiers: keys }) },
  });
  const times = (reports: readonly Words[]) =>
    Array.from({ length: typeof count === 'number' ? count : 1 }, () => reports).flat();
  const pointer = button ?? 'left';
  const unsaid = { unsaid: `mouse ${told({ event, button, direction, row, col })}` };
  if (event === 'scroll') {
    const wheel = wheels[String(direction)];
    return times([wheel ? at('scroll', wheel) : unsaid]);
  }
  if (event === 'move') return [at('move', 'none')];
  if (!['left', 'right', 'middle'].includes(String(pointer))) return [unsaid];
  if (event === 'click') return times([at('press', pointer), at('release', pointer)]);
  return [at(event === 'drag' ? 'move' : event, pointer)];
}

const wheels: Readonly<Record<string, string>> = { up: 'scrollUp', down: 'scrollDown' };

/** Where nothing is said a wait takes as long as here anyway. */
function waitOf({ type, value, rows, region }: Sent, timeoutMs: number): Words {
  const within = regionOf(rows as Lines | undefined, region as Part | undefined);
  const patience = timeoutMs === limits.defaultTimeoutMs ? {} : { timeout: timeoutMs };
  const limited = { ...(within && { region: within }), ...patience };
  const wait = (params: Sent): Words => ({
    method: 'Screen.waitForText',
    params: { ...params, ...limited },
  });
  if (type === 'contains_text') return wait({ pattern: value });
  if (type === 'screen_regex') return wait({ pattern: value, isRegex: true });
  if (type === 'cursor_at')
    return { method: 'Screen.waitForCursor', params: { ...(value as Sent), ...patience } };
  return { unsaid: `wait for ${told({ type, value })}` };
}

interface Lines {
  readonly from: number;
  readonly count: number;
}

interface Part {
  readonly row: number;
  readonly rows: number;
  readonly col?: number;
  readonly cols?: number;
}

/** Both ends belong to it. */
function regionOf(lines: Lines | undefined, part: Part | undefined): Sent | undefined {
  const asked = part ?? (lines && { row: lines.from, rows: lines.count });
  if (!asked) return undefined;
  const { row, rows, col = 0, cols = limits.maxCols - col } = asked as Part;
  return { top: row, left: col, bottom: row + rows - 1, right: col + cols - 1 };
}
