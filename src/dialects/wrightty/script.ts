/** Converts recorded operations to calls of this dialect, and the calls to scripts. */
import { limits } from '#limits.ts';
import type { SearchArea } from '#matchers/sessionView.ts';
import type { RecordedOperation } from '#recording/actionsRecording.ts';

interface ScriptCall {
  readonly time: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An operation that this dialect cannot express. */
interface UnsupportedAction {
  readonly time: number;
  readonly unsaid: string;
}

export type ScriptEntry = ScriptCall | UnsupportedAction;

type ActionParams = Readonly<Record<string, unknown>>;
type UntimedEntry = Omit<ScriptCall, 'time'> | Omit<UnsupportedAction, 'time'>;

export const toScript = (operations: readonly RecordedOperation[]): ScriptEntry[] =>
  operations.flatMap((operation) =>
    convertOperation(operation).map((words) => ({ time: operation.time, ...words })),
  );

function convertOperation(operation: RecordedOperation): UntimedEntry[] {
  if (operation.call === 'resize') return [createResizeCall(operation)];
  const actions = 'actions' in operation ? convertActions(operation.actions) : [];
  return 'matcher' in operation
    ? [...actions, convertMatcher(operation.matcher, operation.timeout_ms)]
    : actions;
}

const createResizeCall = ({ cols, rows }: ActionParams): UntimedEntry => ({
  method: 'Terminal.resize',
  params: { cols, rows },
});
const createTextCall = (text: unknown): UntimedEntry => ({ method: 'Input.sendText', params: { text } });

/** Merges successive keys into one call. */
function convertActions(actions: readonly ActionParams[]): UntimedEntry[] {
  const words: UntimedEntry[] = [];
  for (const action of actions) {
    const keys = getKeys(action);
    const last = words.at(-1);
    if (keys && last && 'method' in last && last.method === 'Input.sendKeys')
      words[words.length - 1] = createKeysCall([...(last.params.keys as unknown[]), ...keys]);
    else if (keys) words.push(createKeysCall(keys));
    else words.push(...convertAction(action));
  }
  return words;
}

const createKeysCall = (keys: readonly unknown[]): UntimedEntry => ({
  method: 'Input.sendKeys',
  params: { keys },
});

function getKeys({ type, value }: ActionParams): readonly unknown[] | undefined {
  if (type === 'key') return [value];
  if (type === 'interrupt') return ['Ctrl+c'];
  if (type === 'eof') return ['Ctrl+d'];
  if (type !== 'keys') return undefined;
  return Array.isArray(value) ? value : (((value as ActionParams | null)?.chords as unknown[]) ?? []);
}

function convertAction({ type, value }: ActionParams): UntimedEntry[] {
  if (type === 'text' || type === 'paste' || type === 'bracketed_paste') return [createTextCall(value)];
  if (type === 'stream_text') return [createTextCall((value as ActionParams).text)];
  if (type === 'resize') return [createResizeCall(value as ActionParams)];
  if (type === 'mouse') return convertMouse(value as ActionParams);
  const text = type === 'raw' ? decodeUtf8(Buffer.from(String(value), 'base64')) : undefined;
  return [text === undefined ? { unsaid: `${type} ${formatValue(value)}` } : createTextCall(text)];
}

/** Undefined if the bytes are not UTF-8: this dialect cannot send them. */
function decodeUtf8(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

const formatValue = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value));

/** One call per report: this dialect has no clicks and no counts. */
function convertMouse({
  event,
  button,
  direction,
  row,
  col,
  modifiers,
  count,
}: ActionParams): UntimedEntry[] {
  const held = (modifiers as readonly string[] | undefined) ?? [];
  const keys = held.map((name) => `${name[0]!.toUpperCase()}${name.slice(1)}`);
  const at = (what: unknown, which: unknown): UntimedEntry => ({
    method: 'Input.sendMouse',
    params: { event: what, button: which, row, col, ...(keys.length > 0 && { modifiers: keys }) },
  });
  const times = (reports: readonly UntimedEntry[]) =>
    Array.from({ length: typeof count === 'number' ? count : 1 }, () => reports).flat();
  const pointer = button ?? 'left';
  const unsaid = { unsaid: `mouse ${formatValue({ event, button, direction, row, col })}` };
  if (event === 'scroll') {
    const wheel = wheelButtons[String(direction)];
    return times([wheel ? at('scroll', wheel) : unsaid]);
  }
  if (event === 'move') return [at('move', 'none')];
  if (!['left', 'right', 'middle'].includes(String(pointer))) return [unsaid];
  if (event === 'click') return times([at('press', pointer), at('release', pointer)]);
  return [at(event === 'drag' ? 'move' : event, pointer)];
}

const wheelButtons: Readonly<Record<string, string>> = { up: 'scrollUp', down: 'scrollDown' };

/** Omits the default time-out, which is the same in this dialect. */
function convertMatcher({ type, value, rows, region }: ActionParams, timeoutMs: number): UntimedEntry {
  const within = toRegionParam(rows as RowRange | undefined, region as SearchArea | undefined);
  const patience = timeoutMs === limits.defaultTimeoutMs ? {} : { timeout: timeoutMs };
  const limited = { ...(within && { region: within }), ...patience };
  const wait = (params: ActionParams): UntimedEntry => ({
    method: 'Screen.waitForText',
    params: { ...params, ...limited },
  });
  if (type === 'contains_text') return wait({ pattern: value });
  if (type === 'screen_regex') return wait({ pattern: value, isRegex: true });
  if (type === 'cursor_at')
    return { method: 'Screen.waitForCursor', params: { ...(value as ActionParams), ...patience } };
  return { unsaid: `wait for ${formatValue({ type, value })}` };
}

interface RowRange {
  readonly from: number;
  readonly count: number;
}

/** Both ends are inclusive. */
function toRegionParam(lines: RowRange | undefined, part: SearchArea | undefined): ActionParams | undefined {
  const requested = part ?? (lines && { row: lines.from, rows: lines.count });
  if (!requested) return undefined;
  const { row, rows, col = 0, cols = limits.maxCols - col } = requested as SearchArea;
  return { top: row, left: col, bottom: row + rows - 1, right: col + cols - 1 };
}

/** The script formats of the protocol document. A call that a format cannot express becomes a comment. */
export const scriptFormats = ['python', 'json', 'cli'] as const;
export type ScriptFormat = (typeof scriptFormats)[number];

export const isCall = (one: ScriptEntry): one is ScriptCall => 'method' in one;

/** JSON has no comments, so the script has only the calls. */
export function formatScript(script: readonly ScriptEntry[], format: ScriptFormat): string | ScriptCall[] {
  if (format === 'json') return script.filter(isCall);
  const lines = script.flatMap((one) =>
    isCall(one) ? formatCall(one, format) : [formatComment(one.unsaid)],
  );
  const body = lines.map((line) => `${line}\n`).join('');
  return format === 'cli'
    ? body
    : `from wrightty import Terminal\n\nterm = Terminal.connect()\n${body}term.close()\n`;
}

function formatCall(call: ScriptCall, format: 'python' | 'cli'): string[] {
  const said = format === 'cli' ? formatCommand(call) : formatStatement(call);
  const { method, params } = call;
  if (said === undefined) return [formatComment(`${method} ${JSON.stringify(params)}`)];
  const { region, timeout } = params;
  const narrowed = {
    ...(region !== undefined && { region }),
    ...(timeout !== undefined && { timeout }),
  };
  return Object.keys(narrowed).length > 0
    ? [formatComment(`${method} with ${JSON.stringify(narrowed)}`), said]
    : [said];
}

/** Replaces control characters, so that the comment stays on one line. */
const formatComment = (text: string): string => `# not supported here: ${text.replaceAll(/\p{Cc}/gu, ' ')}`;

function formatStatement({ method, params }: ScriptCall): string | undefined {
  const { text, keys, pattern, isRegex, cols, rows } = params;
  if (method === 'Input.sendText') return `term.send_text(${quotePython(text)})`;
  if (method === 'Input.sendKeys')
    return `term.send_keys(${(keys as unknown[]).map(quotePython).join(', ')})`;
  if (method === 'Screen.waitForText')
    return `term.wait_for(${quotePython(pattern)}${isRegex ? ', regex=True' : ''})`;
  return method === 'Terminal.resize' ? `term.resize(${cols}, ${rows})` : undefined;
}

function formatCommand({ method, params }: ScriptCall): string | undefined {
  const { text, keys, pattern, isRegex } = params;
  if (method === 'Input.sendText') return createCommand('send-text', [quotePython(text).slice(1, -1)]);
  if (method === 'Input.sendKeys') return createCommand('send-keys', keys as readonly unknown[]);
  if (method !== 'Screen.waitForText') return undefined;
  return createCommand('wait-for', [pattern], isRegex ? ' --regex' : '');
}

/** Adds `--` if an argument begins with a dash. */
const createCommand = (name: string, words: readonly unknown[], options = ''): string => {
  const guard = words.some((word) => String(word).startsWith('-')) ? ' --' : '';
  return guard
    ? `wrightty ${name}${options}${guard} ${words.map(quoteShell).join(' ')}`
    : `wrightty ${name} ${words.map(quoteShell).join(' ')}${options}`;
};

const pythonEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A Python literal in single quotes. */
const quotePython = (value: unknown): string =>
  `'${String(value).replace(
    /[\\'\p{Cc}]/gu,
    (one) =>
      pythonEscapes[one] ??
      (/\p{Cc}/u.test(one) ? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}` : `\\${one}`),
  )}'`;

const quoteShell = (value: unknown): string => {
  const text = String(value);
  return /^[\w+./:@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
};
