/** What was done to a session, as calls of this dialect, and these as a script. */
import type { RecordedDeed } from '../../core/recording/readDeeds.ts';

export const scriptFormats = ['python', 'json', 'cli'] as const;
export type ScriptFormat = (typeof scriptFormats)[number];

export interface ScriptCall {
  readonly time: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Sent = Readonly<Record<string, unknown>>;

/** What this dialect has no word for is left out. */
export const callsOf = (deeds: readonly RecordedDeed[]): ScriptCall[] =>
  deeds.flatMap((deed) => wordsOf(deed).map((call) => ({ time: deed.time, ...call })));

type Words = Omit<ScriptCall, 'time'>;

function wordsOf(deed: RecordedDeed): Words[] {
  if (deed.call === 'resize')
    return [{ method: 'Terminal.resize', params: { cols: deed.cols, rows: deed.rows } }];
  const actions = 'actions' in deed ? joined(deed.actions) : [];
  return 'matcher' in deed ? [...actions, ...waitOf(deed.matcher)] : actions;
}

/** Keys that were pressed in a row are one call. */
function joined(actions: readonly Sent[]): Words[] {
  const words: { method: string; params: Record<string, unknown> }[] = [];
  for (const { type, value } of actions) {
    const last = words.at(-1);
    const keys = type === 'key' ? [value] : type === 'keys' ? keysOf(value) : undefined;
    if (keys && last?.method === 'Input.sendKeys')
      last.params.keys = [...(last.params.keys as unknown[]), ...keys];
    else if (keys) words.push({ method: 'Input.sendKeys', params: { keys } });
    else if (type === 'text' || type === 'paste' || type === 'bracketed_paste')
      words.push({ method: 'Input.sendText', params: { text: value } });
    else if (type === 'mouse') words.push(...mouseOf(value as Sent));
  }
  return words;
}

const keysOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : (((value as Sent | null)?.chords as unknown[]) ?? []);

/** One report each, as this dialect has no click. */
function mouseOf({ event, button, direction, row, col }: Sent): Words[] {
  const at = (what: unknown, which: unknown): Words => ({
    method: 'Input.sendMouse',
    params: { event: what, button: which, row, col },
  });
  if (event === 'click') return [at('press', button), at('release', button)];
  if (event === 'drag') return [at('move', button)];
  if (event === 'scroll') return [at('scroll', direction === 'up' ? 'scrollUp' : 'scrollDown')];
  return [at(event, button ?? 'none')];
}

function waitOf({ type, value }: Sent): Words[] {
  if (type === 'contains_text') return [{ method: 'Screen.waitForText', params: { pattern: value } }];
  if (type === 'screen_regex')
    return [{ method: 'Screen.waitForText', params: { pattern: value, isRegex: true } }];
  if (type === 'cursor_at') return [{ method: 'Screen.waitForCursor', params: value as Sent }];
  return [];
}

export function scriptOf(calls: readonly ScriptCall[], format: ScriptFormat): string | ScriptCall[] {
  if (format === 'json') return [...calls];
  if (format === 'cli')
    return calls
      .flatMap(commandOf)
      .map((line) => `${line}\n`)
      .join('');
  const lines = calls.flatMap(statementOf).map((line) => `term.${line}\n`);
  return ['from wrightty import Terminal\n\nterm = Terminal.connect()\n', ...lines, 'term.close()\n'].join(
    '',
  );
}

function statementOf({ method, params }: ScriptCall): string[] {
  const { text, keys, pattern, isRegex, cols, rows } = params;
  if (method === 'Input.sendText') return [`send_text(${python(text)})`];
  if (method === 'Input.sendKeys') return [`send_keys(${(keys as unknown[]).map(python).join(', ')})`];
  if (method === 'Screen.waitForText')
    return [`wait_for(${python(pattern)}${isRegex ? ', regex=True' : ''})`];
  return method === 'Terminal.resize' ? [`resize(${cols}, ${rows})`] : [];
}

function commandOf({ method, params }: ScriptCall): string[] {
  const { text, keys, pattern, isRegex } = params;
  if (method === 'Input.sendText') return [`wrightty send-text ${shell(python(text).slice(1, -1))}`];
  if (method === 'Input.sendKeys') return [`wrightty send-keys ${(keys as unknown[]).map(shell).join(' ')}`];
  if (method !== 'Screen.waitForText') return [];
  return [`wrightty wait-for ${shell(pattern)}${isRegex ? ' --regex' : ''}`];
}

const names: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A literal of Python in single quotes. */
const python = (value: unknown): string =>
  `'${String(value).replace(
    /[\\'\p{Cc}]/gu,
    (one) =>
      names[one] ??
      (/\p{Cc}/u.test(one) ? `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}` : `\\${one}`),
  )}'`;

const shell = (value: unknown): string => {
  const text = String(value);
  return /^[\w+./:@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
};
