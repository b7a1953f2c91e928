/** Shell integration: marks of prompts and commands (OSC 133, OSC 633), and the text of a typed command. */
import { limits } from '#limits.ts';
import { onOsc, truncateSafely } from './controlStrings.ts';
import type { EmitEvent, EventFacts, LineNumbers, LinePosition } from './events.ts';
import { columnsByOffset, isLastCellWritten, offsetOfColumn, readRow } from './rows.ts';
import type { BufferLine, Emulator } from './xterm.ts';

/**
 * Returns the text between two positions. Wrapped rows are joined to one line. Text over the limit is cut at a word.
 */
function textBetween(
  lineAt: (line: number) => BufferLine | undefined,
  from: LinePosition,
  to: LinePosition,
): string {
  if (to.line - from.line > limits.commandRows) return '';
  let text = '';
  for (let at = from.line; at <= to.line; at++) {
    const line = lineAt(at);
    if (!line) return '';
    text += sliceColumns(line, at === from.line ? from.col : 0, at === to.line ? to.col : line.length);
    if (text.length > limits.terminalEventChars)
      return truncateSafely(text.slice(0, limits.terminalEventChars));
    // Some shells move to the next row themselves when a row is full.
    if (isLastCellWritten(line)) text += ' '.repeat(line.length - columnsByOffset(line).at(-1)!);
    else if (!lineAt(at + 1)?.isWrapped) text += '\n';
  }
  return text.trim();
}

function sliceColumns(line: BufferLine, from: number, to: number): string {
  const { text } = readRow(line);
  if (from === 0 && to >= line.length) return text;
  const columns = columnsByOffset(line);
  return text.slice(offsetOfColumn(columns, from), offsetOfColumn(columns, to));
}

/**
 * Marks of a shell for the start of prompts, commands and output: OSC 133 (FinalTerm and its successors), and the
 * same letters in OSC 633. Any program can send them, so the events do not identify the sender.
 */
export function registerShellIntegration(emulator: Emulator, lines: LineNumbers, emit: EmitEvent): void {
  const bound = { keep: limits.terminalEventChars, cut: true };
  // OSC 633;E reports the command just before its C mark.
  let reported: string | null = null;
  let promptEnd: LinePosition | null = null;
  let running: string | null = null;
  const started = (fields: readonly string[]) => {
    running = reportedCommand(fields) ?? reported ?? typedCommand(lines, promptEnd);
    emit('command_started', { ...lines.cursor(), ...(running !== null && { command: running }) });
  };
  const finished = (field: string | undefined) => {
    const facts: EventFacts = { ...lines.cursor(), ...(running !== null && { command: running }) };
    running = null;
    emit('command_finished', { ...facts, exit_code: parseExitCode(field) });
  };
  const mark = (letter: string, fields: readonly string[]) => {
    if (letter === 'A') emit('prompt_started', lines.cursor());
    else if (letter === 'B') emit('prompt_ended', lines.cursor());
    else if (letter === 'C') started(fields);
    else if (letter === 'D') finished(fields[0]);
    reported = null;
    promptEnd = letter === 'B' ? mainScreenPosition(lines.cursor()) : null;
  };
  onOsc(emulator, 133, bound, (text) => {
    const [letter = '', ...fields] = text.split(';');
    mark(letter, fields);
  });
  onOsc(emulator, 633, bound, (text) => {
    const [letter = '', ...fields] = text.split(';');
    if (letter === 'E') reported = unescapeHex(fields[0] ?? '');
    else mark(letter, fields);
  });
}

const mainScreenPosition = ({ line, col }: { line: number | null; col: number }) =>
  line === null ? null : { line, col };

/** The text after the prompt, for shells that do not report their commands. */
function typedCommand(lines: LineNumbers, from: LinePosition | null): string | null {
  const to = mainScreenPosition(lines.cursor());
  return from && to ? textBetween(lines.lineAt, from, to) || null : null;
}

const reportedCommand = (fields: readonly string[]) => {
  const url = fieldValue(fields, 'cmdline_url');
  const quoted = fieldValue(fields, 'cmdline');
  if (quoted !== null) return unquote(quoted);
  return url === null ? null : decodeUrl(url);
};

/** Reverses shell quoting with backslashes. Text with `$'…'` stays as it is. */
const unquote = (text: string): string =>
  text.includes("$'") ? text : text.replace(/\\(.)/gs, (_, char: string) => char);

function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** The value of `name=value`, which includes all later fields: a command may contain semicolons. */
function fieldValue(fields: readonly string[], name: string): string | null {
  const at = fields.findIndex((field) => field.startsWith(`${name}=`));
  return at < 0
    ? null
    : fields
        .slice(at)
        .join(';')
        .slice(name.length + 1);
}

const parseExitCode = (field = '') => (/^\d{1,10}$/.test(field) ? Number(field) : null);

/** `\\` is a backslash, `\x3b` the character with that code. */
const unescapeHex = (text: string) =>
  text.replace(/\\(?:\\|x([0-9a-f]{2}))/gi, (_, hex?: string) =>
    hex === undefined ? '\\' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
