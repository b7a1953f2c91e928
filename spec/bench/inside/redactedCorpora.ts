/** How much of the spec corpora is redacted, in percent. */
import { readFileSync } from 'node:fs';
import { isSeen, secretLines } from '../../redaction/corpora/secrets.ts';
import { createRedaction, defaultPolicy } from '../internals.ts';

const ordinaryFile = 'spec/redaction/corpora/ordinary.txt';

export function redactedCorpora() {
  const { text } = createRedaction(defaultPolicy);
  const secrets = secretLines(1000);
  const seen = secrets.filter((line) => isSeen(line, text(line.text)));
  const ordinary = readFileSync(ordinaryFile, 'utf8').trimEnd().split('\n');
  const touched = ordinary.filter((line) => text(line) !== line);
  return {
    hidden: 100 - (100 * seen.length) / secrets.length,
    touched: (100 * touched.length) / ordinary.length,
  };
}
