/** The status line in the last row of the local terminal: the session, the holder of its input, and how to detach. */
import type { Holder, SessionLookResult } from '#client/api.ts';
import { replaceControls } from '#terminal/ansi.ts';
import { textWidth } from '#terminal/unicodeWidth.ts';

export interface StatusLineState {
  readonly session: string;
  readonly name: string | null;
  readonly readOnly: boolean;
  readonly holder: Pick<Holder, 'name' | 'person' | 'from'> | null;
  /** This connection has the input. */
  readonly holds: boolean;
  /** The session is asked to have the size of this terminal. */
  readonly follows: boolean;
  /** The session has the size of this terminal. */
  readonly fits: boolean;
  /** What is hidden around the visible part in scroll mode. */
  readonly beyond: SessionLookResult['beyond'];
  /** How the program ended, if it has. */
  readonly ended: string | undefined;
  /** Shown once instead of the rest. Of several parts, as many as fit. */
  readonly notice: string | readonly string[] | undefined;
  /** Shown instead of the state of the session. The longest comes first. */
  readonly texts?: readonly (readonly string[])[] | undefined;
}

/** Short enough to leave room for the session in a row of 80 columns. */
export const keyHelp = 'ctrl+] d detach, t take, g give, [ scroll, r size, twice: ^]'.split(', ');

/** Returns the longest variant that fits. */
export function formatStatus(status: StatusLineState, cols: number): string {
  const texts = statusVariants(status).map((parts) => ` ${parts.map(replaceControls).join(' | ')}`);
  return fillRow(texts.find((text) => textWidth(text) <= cols) ?? texts.at(-1)!, cols);
}

function statusVariants(status: StatusLineState): readonly (readonly string[])[] {
  const { session, name, notice, beyond, ended, follows, fits, texts } = status;
  const called = name === null ? session : `${session} ${name}`;
  if (typeof notice === 'string') return [[called, notice], [session, notice], [notice]];
  if (notice) return [[called, notice.join(', ')], ...shrinkingLists(notice)];
  if (beyond) return scrollVariants(called, session, beyond);
  if (texts) return texts;
  const size = follows ? [fits ? 'has this size' : 'wants this size'] : [];
  const [long, short] = ended === undefined ? formatInputHolder(status) : [ended, ended];
  const help = 'ctrl+] ? helps';
  return [
    [called, long, ...size, 'ctrl+] d detaches, ? helps'],
    [called, long, ...size, help],
    [called, long, help],
    [session, long, help],
    [short, help],
    // Why keys do not arrive is more important than how to get help.
    ...(status.holder ? [[short]] : []),
    ...shortVariants(session, help),
  ];
}

const shortVariants = (session: string, hint: string) => [[session, hint], [hint], [session]];

const shrinkingLists = (parts: readonly string[]) =>
  parts.map((_, at) => [parts.slice(0, parts.length - at).join(', ')]);

function scrollVariants(
  called: string,
  session: string,
  { above, below, left, right }: NonNullable<SessionLookResult['beyond']>,
): string[][] {
  const rows = `${above} above, ${below} below`;
  const cols = `${left} left, ${right} right`;
  const [long, short] =
    left + right === 0 ? [`rows: ${rows}`, rows] : [`rows: ${rows}; columns: ${cols}`, `${rows}, ${cols}`];
  return [
    [called, long, 'arrows, page up and down, g, G; q returns'],
    [called, long, 'q returns'],
    [long, 'q returns'],
    [short, 'q returns'],
    ...shortVariants(session, 'q returns'),
  ];
}

/** Returns a long and a short form. */
function formatInputHolder({ holder, holds, readOnly }: StatusLineState): readonly [string, string] {
  if (holds) return ['you have the input: ctrl+] g gives it back', 'you have the input'];
  const own = readOnly ? 'read-only' : 'everyone can type';
  if (!holder) return [own, own];
  const who = holder.name ?? 'another client';
  if (holder.from === 'people') return [`${who} gets what people type`, `${who} gets the keys`];
  return [`${who} has the input: ctrl+] t takes it`, `${who} has the input`];
}

/** Truncates a text that is still too long at a word boundary. */
function fillRow(text: string, cols: number): string {
  const fitting = textWidth(text) <= cols ? text : truncateAtWord(text, cols);
  return fitting + ' '.repeat(Math.max(0, cols - textWidth(fitting)));
}

function truncateAtWord(text: string, cols: number): string {
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

/** Writes the text without changing the cursor position and attributes. */
export const statusLineSequence = (text: string, row: number): string =>
  `\x1b7\x1b[${row};1H\x1b[0;7m${text}\x1b[0m\x1b8`;
