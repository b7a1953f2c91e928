/** The last row of the person's terminal: which session it is, who has its input, and how to leave. */
import { textWidth } from '../../core/screen/widths.ts';
import { visible } from '../../core/viewer/rowText.ts';

export interface Status {
  readonly session: string;
  readonly name: string | null;
  readonly readOnly: boolean;
  readonly holder: { readonly name: string | null; readonly from: 'everyone' | 'people' } | null;
  /** It is this connection that has the input. */
  readonly holds: boolean;
  readonly follows: boolean;
  /** How the program has ended, if it has. */
  readonly ended: string | undefined;
  /** Told for once, instead of the rest. */
  readonly notice: string | undefined;
}

export const keysHelp =
  'ctrl+] and then: d detach, t take the input, g give it back, r size on/off, ctrl+] itself';

export function statusText(status: Status, cols: number): string {
  const { session, name, notice, ended } = status;
  const parts = [
    name === null ? session : `${session} ${name}`,
    ...(notice !== undefined
      ? [notice]
      : [
          ended ?? inputText(status),
          ...(status.follows ? ['has this size'] : []),
          'ctrl+] d detaches, ctrl+] ? helps',
        ]),
  ];
  return fill(` ${parts.map(visible).join(' | ')}`, cols);
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
