/** What stands between two places of the main screen: a command, as it was typed behind its prompt. */
import { limits } from '../limits.ts';
import type { LinePlace } from './lineNumbers.ts';
import { columnsOf, isWrittenToTheEnd, readRow } from './rows.ts';
import { cutShort } from './strings.ts';
import type { Line } from './xterm.ts';

/** Rows that belong together are one line of text. What is too long is cut at a word. */
export function textBetween(
  lineAt: (line: number) => Line | undefined,
  from: LinePlace,
  to: LinePlace,
): string {
  if (to.line - from.line > limits.commandRows) return '';
  let text = '';
  for (let at = from.line; at <= to.line; at++) {
    const line = lineAt(at);
    if (!line) return '';
    text += cut(line, at === from.line ? from.col : 0, at === to.line ? to.col : line.length);
    if (text.length > limits.terminalEventChars) return cutShort(text.slice(0, limits.terminalEventChars));
    // Some shells go to the next row themselves when one is full.
    if (isWrittenToTheEnd(line)) text += ' '.repeat(line.length - columnsOf(line).at(-1)!);
    else if (!lineAt(at + 1)?.isWrapped) text += '\n';
  }
  return text.trim();
}

function cut(line: Line, from: number, to: number): string {
  const { text } = readRow(line);
  if (from === 0 && to >= line.length) return text;
  const columns = columnsOf(line);
  const unit = (col: number) => {
    const found = columns.findIndex((one) => one >= col);
    return found < 0 ? text.length : found;
  };
  return text.slice(unit(from), unit(to));
}
