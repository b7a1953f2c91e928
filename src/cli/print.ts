/** Results go to standard output and all else to standard error; a reader that has left is no failure of ours. */
import type { Writable } from 'node:stream';
import { standardError, standardOutput } from '../platform/standardStreams.ts';

/** The promise is kept when the system has the text, or nobody is there to read it. */
function put(stream: Writable, text: string): Promise<void> {
  if (stream.listenerCount('error') === 0) stream.on('error', () => {});
  return new Promise((resolve) => stream.write(text, () => resolve()));
}

export const printResult = (text: string): Promise<void> => put(standardOutput(), text);
export const printNote = (line: string): Promise<void> => put(standardError(), `${line}\n`);
