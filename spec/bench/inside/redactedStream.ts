/** Redacts output as a stream, in chunks of the size that the kernel delivers. Rates are in MB/s. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { createRedaction, createRedactionStream, defaultPolicy, systemClock } from '../internals.ts';

const chunkChars = 4096;

export const redactedStream = ([file]: readonly string[]) => ({ rate: rateOf(readFileSync(file!, 'utf8')) });

/** Text that looks like keys and tokens, but contains no secret. */
export function redactedLookAlikes() {
  const sums = Array.from({ length: 20_000 }, (_, at) => createHash('sha256').update(`${at}`).digest());
  const base64 = Buffer.concat(sums).toString('base64').replaceAll(/.{76}/g, '$&\n');
  const hashes = sums.map((sum, at) => `${sum.toString('hex')}  ./build/file-${at}.js\n`).join('');
  return {
    base64: rateOf(base64),
    certificates: rateOf(`${rootCertificates.join('\n')}\n`.repeat(4)),
    hashes: rateOf(hashes),
  };
}

/** The best of several runs: the first ones are not compiled yet. */
function rateOf(text: string): number {
  const redaction = createRedaction(defaultPolicy);
  const once = () => {
    const stream = createRedactionStream(redaction);
    const start = systemClock.now();
    for (let at = 0; at < text.length; at += chunkChars) stream.push(text.slice(at, at + chunkChars));
    stream.end();
    return text.length / 1e3 / (systemClock.now() - start);
  };
  return Math.max(...Array.from({ length: 5 }, once));
}
