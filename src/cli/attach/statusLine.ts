/** The last row of the person's terminal: which session it is, who has its input, and how to leave. */
import { textWidth } from '../../core/screen/widths.ts';
import { visible } from '../../core/viewer/rowText.ts';

interface Beyond {
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
}

export interface Status {
  readonly session: string;
  readonly name: string | null;
  readonly readOnly: boolean;
  readonly holder: {
    readonly name: string | null;
    readonly person: boolean;
    readonly from: 'everyone' | 'people';
  } | null;
  /** It is this connection that has the input. */
  readonly holds: boolean;
  /** The session is asked to have the size of this terminal. */
  readonly follows: boolean;
  /** It has it: nobody else has asked since. */
  readonly fits: boolean;
  /** What there is beyond what is seen, where somebody looks back or aside. */
  readonly beyond: Beyond | null;
  /** How the program has ended, if it has. */
  readonly ended: string | undefined;
  /** Told for once, instead of the rest; of several parts as many as have room. */
  readonly notice: string | readonly string[] | undefined;
}

/** In a row of 80 there is room beside it for the session. */
export const keysHelp = 'ctrl+] d detach, t take, g give, [ look, r size, twice: ^]'.split(', ');

/** The fullest that has room. */
export function statusText(status: Status, cols: number): string {
  const texts = versions(status).map((parts) => ` ${parts.map(visible).join(' | ')}`);
  return fill(texts.find((text) => textWidth(text) <= cols) ?? texts.at(-1)!, cols);
}

function versions(status: Status): readonly (readonly string[])[] {
  const { session, name, notice, beyond, ended, follows, fits } = status;
  const called = name === null ? session : `${session} ${name}`;
  if (typeof notice === 'string') return [[called, notice], [session, notice], [notice]];
  if (notice) return [[called, notice.join(', ')], ...fewerAndFewer(notice)];
  if (beyond) return looking(called, session, beyond);
  const size = follows ? [fits ? 'has this size' : 'asks for this size'] : [];
  const [long, short] = ended === undefined ? inputText(status) : [ended, ended];
  const help = 'ctrl+] ? helps';
  return [
    [called, long, ...size, 'ctrl+] d detaches, ? helps'],
    [called, long, ...size, help],
    [called, long, help],
    [session, long, help],
    [short, help],
    // Why keys do not arrive is worth more than how to get help.
    ...(status.holder ? [[short]] : []),
    ...brief(session, help),
  ];
}

const brief = (session: string, hint: string) => [[session, hint], [hint], [session]];

const fewerAndFewer = (parts: readonly string[]) =>
  parts.map((_, at) => [parts.slice(0, parts.length - at).join(', ')]);

function looking(called: string, session: string, { above, below, left, right }: Beyond): string[][] {
  const rows = `${above} above, ${below} below`;
  const cols = `${left} left, ${right} right`;
  const [long, short] =
    left + right === 0 ? [`rows: ${rows}`, rows] : [`rows: ${rows}; columns: ${cols}`, `${rows}, ${cols}`];
  return [
    [called, long, 'arrows, page up and down, g, G; q comes back'],
    [called, long, 'q comes back'],
    [long, 'q comes back'],
    [short, 'q comes back'],
    ...brief(session, 'q comes back'),
  ];
}

/** In full, and in short. */
function inputText({ holder, holds, readOnly }: Status): readonly [string, string] {
  if (holds) return ['you have the input: ctrl+] g gives it back', 'you have the input'];
  const own = readOnly ? 'read-only' : 'everybody types';
  if (!holder) return [own, own];
  const who = holder.name ?? 'somebody';
  if (holder.from === 'people') return [`${who} gets what people type`, `${who} gets the keys`];
  return [`${who} has the input: ctrl+] t takes it`, `${who} has the input`];
}

/** What is too long even so ends with a whole word. */
function fill(text: string, cols: number): string {
  const fitting = textWidth(text) <= cols ? text : wholeWords(text, cols);
  return fitting + ' '.repeat(Math.max(0, cols - textWidth(fitting)));
}

function wholeWords(text: string, cols: number): string {
  let fitting = '';
  let width = 1;
  for (const char of text) {
    width += textWidth(char);
    if (width > cols) break;
    fitting += char;
  }
  const end = fitting.trimEnd().lastIndexOf(' ');
  return `${end > 0 ? fitting.slice(0, end) : fitting}…`.slice(0, Math.max(0, cols));
}

/** Drawn without a trace: the cursor and its looks are as before. */
export const drawn = (text: string, row: number): string => `\x1b7\x1b[${row};1H\x1b[0;7m${text}\x1b[0m\x1b8`;
