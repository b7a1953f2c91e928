/** Redacts output as a stream, in chunks of the size that the kernel delivers. */
import { readFileSync } from 'node:fs';
import { createRedaction, createRedactionStream, defaultPolicy, systemClock } from '../internals.ts';

const chunkChars = 4096;

export function redactedStream([file]: readonly string[]) {
  const text = readFileSync(file!, 'utf8');
  const redaction = createRedaction(defaultPolicy);
  const once = () => {
    const stream = createRedactionStream(redaction);
    const start = systemClock.now();
    for (let at = 0; at < text.length; at += chunkChars) stream.push(text.slice(at, at + chunkChars));
    stream.end();
    return text.length / 1e3 / (systemClock.now() - start);
  };
  once();
  return { rate: once() };
}
