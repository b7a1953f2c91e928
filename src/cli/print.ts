/** Prints results to standard output and everything else to standard error. A closed output is not an error. */
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

export const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Quotes one word for a shell if necessary. */
export const quoteShellWord = (word: string): string =>
  /^[\w./:=+-]+$/.test(word) ? word : quoteShell(word);
