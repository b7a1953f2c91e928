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
  readonly follows: boolean;
  /** What there is beyond what is seen, where somebody looks back or aside. */
  readonly beyond: Beyond | null;
  /** How the program has ended, if it has. */
  readonly ended: string | undefined;
  /** Told for once, instead of the rest. */
  readonly notice: string | undefined;
}

export const keysHelp =
  'ctrl+] and then: d detach, t take the input, g give it back, [ look back, r size on/off, ctrl+] itself';

export function statusText(status: Status, cols: number): string {
  const { session, name, notice } = status;
  const parts = [name === null ? session : `${session} ${name}`];
  parts.push(...(notice === undefined ? usual(status) : [notice]));
  return fill(` ${parts.map(visible).join(' | ')}`, cols);
}

function usual(status: Status): string[] {
  const { beyond, ended, follows } = status;
  if (beyond) return [beyondText(beyond), 'arrows, page up and down, g, G; q comes back'];
  const size = follows ? ['has this size'] : [];
  return [ended ?? inputText(status), ...size, 'ctrl+] d detaches, ctrl+] ? helps'];
}

function beyondText({ above, below, left, right }: Beyond): string {
  const rows = `rows: ${above} above, ${below} below`;
  return left + right === 0 ? rows : `${rows}; columns: ${left} left, ${right} right`;
}

function inputText({ holder, holds, readOnly }: Status): string {
  if (holds) return 'you have the input: ctrl+] g gives it back';
  const own = readOnly ? 'read-only' : 'everybody types';
  if (!holder) return own;
  const who = holder.name ?? 'somebody';
  return holder.from === 'everyone'
    ? `${who} has the input: ctrl+] t takes it`
    : `${who} gets what people type`;
}

function fill(text: string, cols: number): string {
  let fitting = '';
  let width = 0;
  for (const char of text) {
    const more = textWidth(char);
    if (width + more > cols) return fitting;
    fitting += char;
    width += more;
  }
  return fitting + ' '.repeat(cols - width);
}

/** Drawn without a trace: the cursor and its looks are as before. */
export const drawn = (text: string, row: number): string => `\x1b7\x1b[${row};1H\x1b[0;7m${text}\x1b[0m\x1b8`;
