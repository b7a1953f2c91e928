/** Calls of this dialect as a script, in the languages of its document. What a language has no words for is a comment. */
import type { ScriptCall, Scripted } from './script.ts';

export const scriptFormats = ['python', 'json', 'cli'] as const;
export type ScriptFormat = (typeof scriptFormats)[number];

export const isCall = (one: Scripted): one is ScriptCall => 'method' in one;

/** In JSON there is no room for a comment: there are the calls alone. */
export function scriptOf(script: readonly Scripted[], format: ScriptFormat): string | ScriptCall[] {
  if (format === 'json') return script.filter(isCall);
  const lines = script.flatMap((one) => (isCall(one) ? linesOf(one, format) : [comment(one.unsaid)]));
  const body = lines.map((line) => `${line}\n`).join('');
  return format === 'cli'
    ? body
    : `from wrightty import Terminal\n\nterm = Terminal.connect()\n${body}term.close()\n`;
}

function linesOf(call: ScriptCall, format: 'python' | 'cli'): string[] {
  const said = format === 'cli' ? commandOf(call) : statementOf(call);
  const { method, params } = call;
  if (said === undefined) return [comment(`${method} ${JSON.stringify(params)}`)];
  const { region, timeout } = params;
  const narrowed = {
    ...(region !== undefined && { region }),
    ...(timeout !== undefined && { timeout }),
  };
  return Object.keys(narrowed).length > 0
    ? [comment(`${method} with ${JSON.stringify(narrowed)}`), said]
    : [said];
}

/** One line, whatever it tells of. */
const comment = (text: string): string => `# not said here: ${text.replaceAll(/\p{Cc}/gu, ' ')}`;

function statementOf({ method, params }: ScriptCall): string | undefined {
  const { text, keys, pattern, isRegex, cols, rows } = params;
  if (method === 'Input.sendText') return `term.send_text(${python(text)})`;
  if (method === 'Input.sendKeys') return `term.send_keys(${(keys as unknown[]).map(python).join(', ')})`;
  if (method === 'Screen.waitForText')
    return `term.wait_for(${python(pattern)}${isRegex ? ', regex=True' : ''})`;
  return method === 'Terminal.resize' ? `term.resize(${cols}, ${rows})` : undefined;
}

function commandOf({ method, params }: ScriptCall): string | undefined {
  const { text, keys, pattern, isRegex } = params;
  if (method === 'Input.sendText') return command('send-text', [python(text).slice(1, -1)]);
  if (method === 'Input.sendKeys') return command('send-keys', keys as readonly unknown[]);
  if (method !== 'Screen.waitForText') return undefined;
  return command('wait-for', [pattern], isRegex ? ' --regex' : '');
}

/** A word that begins with a dash would be taken for an option. */
const command = (name: string, words: readonly unknown[], options = ''): string => {
  const guard = words.some((word) => String(word).startsWith('-')) ? ' --' : '';
  return guard
    ? `wrightty ${name}${options}${guard} ${words.map(shell).join(' ')}`
    : `wrightty ${name} ${words.map(shell).join(' ')}${options}`;
};

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
