/** Zero-width characters anywhere in a secret do not prevent its redaction. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { findRowSpans } from '#terminal/screenRedaction.ts';
import { longestLeak } from '../../harness/leaks.ts';
import { times } from '../../soak/scale.ts';
import { secretSamples } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);
const characters: Readonly<Record<string, string>> = {
  'zero width space': '\u200b',
  'zero width non-joiner': '\u200c',
  'zero width joiner': '\u200d',
  'word joiner': '\u2060',
  'soft hyphen': '\u00ad',
  'byte order mark': '\ufeff',
  'acute accent': '\u0301',
  'enclosing circle': '\u20dd',
  'variation selector': '\ufe0f',
  'left-to-right mark': '\u200e',
  'right-to-left override': '\u202e',
  'bidi isolate': '\u2066',
  'grapheme joiner': '\u034f',
  'hangul filler': '\u3164',
  'tag character': '\u{e0041}',
  'several of them': '\u200b\u0301\u{e0020}',
};
const without = new RegExp(`[${Object.values(characters).join('')}]`, 'gu');
const leakOf = (secret: string, output: string) => longestLeak(secret, output.replace(without, ''));

/** A soak run streams each secret with each character in each way, others one in four of them in one way. */
const isStreamed = (name: string, kind: string, way: number) =>
  times(0, 1) > 0 || (way === 0 && (name.length + kind.length) % 4 === 0);

describe.each(Object.entries(characters))('%s', (name, char) => {
  it.each(secretSamples)('in $kind', ({ kind, make }) => {
    const secret = make(5);
    for (const [way, every] of [1, secret.length >> 1, 4, 9].entries()) {
      const written = secret.replace(new RegExp(`.{${every}}(?!$)`, 'gu'), `$&${char}`);
      const line = `the key is ${written} ok\r\n`;
      expect(redaction.text(line)).toBe('the key is [REDACTED] ok\r\n');
      const rows = findRowSpans(redaction, [{ text: line.trimEnd(), wrapped: false, full: false }]);
      expect(rows[0]).toHaveLength(1);
      if (!isStreamed(name, kind, way)) continue;
      const stream = createRedactionStream(redaction);
      let received = '';
      for (const unit of line) received += stream.push(unit) + stream.pause();
      expect(leakOf(secret, received)).toBeLessThan(limits.restedSecretChars);
    }
  });
});

it.each(['नमस्ते दुनिया', 'é è ñ', '👩‍👩‍👧 family', 'שָׁלוֹם', 'a\u200bb c'])('leaves %s as it is', (text) => {
  expect(redaction.text(text)).toBe(text);
});
