/** Prints results to standard output and everything else to standard error. A closed output is not an error. */
import { realpathSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { standardError, standardOutput } from '#platform/standardStreams.ts';

/** Resolves when the system has the text or the reader has closed the stream. */
function writeText(stream: Writable, text: string): Promise<void> {
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  return new Promise((resolve) => stream.write(text, () => resolve()));
}

export const printResult = (text: string): Promise<void> => writeText(standardOutput(), text);
export const printNote = (line: string): Promise<void> => writeText(standardError(), `${line}\n`);

export const printJson = (value: unknown): Promise<void> =>
  printResult(`${JSON.stringify(value, null, 2)}\n`);

/** Aligns the cells of the columns. Each row ends with a line feed. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]!.length))) ?? [];
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  '));
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

export const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes one word for a shell if necessary. */
export const quoteShellWord = (word: string): string =>
  /^[\w./:=+-]+$/.test(word) ? word : quoteShell(word);

/** How to run this program in a shell: `ptywright` if the PATH leads to it, otherwise Node and the path of the file. */
export function shownCommand(): string {
  const file = resolveLink(process.argv[1] ?? '');
  if (file === undefined) return 'ptywright';
  // npm and npx add such folders for the programs that they start; other shells do not have them.
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder));
  if (folders.some((folder) => resolveLink(join(folder, 'ptywright')) === file)) return 'ptywright';
  const near = relative(process.cwd(), file);
  return `node ${quoteShellWord(near.startsWith('..') ? file : near)}`;
}

function resolveLink(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
