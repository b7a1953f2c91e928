import { limits } from '../limits.ts';
import type { Facts, TellEvent } from './events.ts';
import type { LineNumbers, LinePlace } from './lineNumbers.ts';
import { onOsc } from './strings.ts';
import { textBetween } from './typedCommand.ts';
import type { Emulator } from './xterm.ts';

/**
 * A shell's marks of where prompts, commands and their output begin: OSC 133 (FinalTerm and its heirs) and the same
 * letters in OSC 633. Any program can send them, so they tell what was said and not who said it.
 */
export function hearShellMarks(emulator: Emulator, lines: LineNumbers, tell: TellEvent): void {
  const bound = { keep: limits.terminalEventChars, cut: true };
  // OSC 633;E tells the command just before its C.
  let told: string | null = null;
  let promptEnd: LinePlace | null = null;
  let running: string | null = null;
  const started = (fields: readonly string[]) => {
    running = said(fields) ?? told ?? typed(lines, promptEnd);
    tell('command_started', { ...lines.cursor(), ...(running !== null && { command: running }) });
  };
  const finished = (field: string | undefined) => {
    const facts: Facts = { ...lines.cursor(), ...(running !== null && { command: running }) };
    running = null;
    tell('command_finished', { ...facts, exit_code: exitCode(field) });
  };
  const mark = (letter: string, fields: readonly string[]) => {
    if (letter === 'A') tell('prompt_started', lines.cursor());
    else if (letter === 'B') tell('prompt_ended', lines.cursor());
    else if (letter === 'C') started(fields);
    else if (letter === 'D') finished(fields[0]);
    told = null;
    promptEnd = letter === 'B' ? onMain(lines.cursor()) : null;
  };
  onOsc(emulator, 133, bound, (text) => {
    const [letter = '', ...fields] = text.split(';');
    mark(letter, fields);
  });
  onOsc(emulator, 633, bound, (text) => {
    const [letter = '', ...fields] = text.split(';');
    if (letter === 'E') told = unescaped(fields[0] ?? '');
    else mark(letter, fields);
  });
}

const onMain = ({ line, col }: { line: number | null; col: number }) =>
  line === null ? null : { line, col };

/** What stands behind the prompt, for shells that do not say what they run. */
function typed(lines: LineNumbers, from: LinePlace | null): string | null {
  const to = onMain(lines.cursor());
  return from && to ? textBetween(lines.at, from, to) || null : null;
}

const said = (fields: readonly string[]) => {
  const url = option(fields, 'cmdline_url');
  const quoted = option(fields, 'cmdline');
  if (quoted !== null) return unquoted(quoted);
  return url === null ? null : decoded(url);
};

/** As a shell writes it to read it again; what it has to write in a longer way stays as it is. */
const unquoted = (text: string): string =>
  text.includes("$'") ? text : text.replace(/\\(.)/gs, (_, char: string) => char);

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The value of `name=value`, which holds all that follows: a command may have semicolons of its own. */
function option(fields: readonly string[], name: string): string | null {
  const at = fields.findIndex((field) => field.startsWith(`${name}=`));
  return at < 0
    ? null
    : fields
        .slice(at)
        .join(';')
        .slice(name.length + 1);
}

const exitCode = (field = '') => (/^\d{1,10}$/.test(field) ? Number(field) : null);

/** `\\` is a backslash, `\x3b` the character of that number. */
const unescaped = (text: string) =>
  text.replace(/\\(?:\\|x([0-9a-f]{2}))/gi, (_, hex?: string) =>
    hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
