import { limits } from '../limits.ts';
import type { TellEvent } from './events.ts';
import type { LineNumbers } from './lineNumbers.ts';
import { onOsc } from './strings.ts';
import type { Emulator } from './xterm.ts';

/**
 * A shell's marks of where prompts, commands and their output begin: OSC 133 (FinalTerm and its heirs) and the same
 * letters in OSC 633. Any program can send them, so they tell what was said and not who said it.
 */
export function hearShellMarks(emulator: Emulator, lines: LineNumbers, tell: TellEvent): void {
  const bound = { keep: limits.terminalEventChars, cut: true };
  // OSC 633;E tells the command just before its C.
  let told: string | null = null;
  const mark = (letter: string, fields: readonly string[]) => {
    const command = letter === 'C' ? (option(fields, 'cmdline') ?? told) : null;
    if (letter !== 'E') told = null;
    const facts = { ...lines.cursor(), ...(command === null ? {} : { command }) };
    if (letter === 'A') tell('prompt_started', facts);
    else if (letter === 'B') tell('prompt_ended', facts);
    else if (letter === 'C') tell('command_started', facts);
    else if (letter === 'D') tell('command_finished', { ...facts, exit_code: exitCode(fields[0]) });
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
