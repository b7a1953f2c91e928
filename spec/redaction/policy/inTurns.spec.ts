/** Long texts are redacted and stripped over several turns of the event loop, with the same result. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { stripEscapes, stripInTurns } from '#redaction/escapes.ts';
import {
  composeRedactions,
  createRedaction,
  defaultPolicy,
  noRedaction,
  spansInTurns,
  textInTurns,
} from '#redaction/policy.ts';
import { turnsOf } from '../../harness/turns.ts';
import { Grammar } from '../../terminal/grammar.ts';
import { randomOf, secretSamples } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);
const slices = 4;

/** Lines of a log with secrets. One secret crosses the end of each slice. */
function log(seed: number): string {
  const random = randomOf(seed);
  const secret = () => secretSamples[random(secretSamples.length)]!.make(random(1000));
  let text = '';
  for (let slice = 1; slice <= slices; slice++) {
    const end = slice * limits.textSliceChars;
    while (text.length < end - 300) {
      text +=
        random(8) === 0
          ? `key: ${secret()}\r\n`
          : `\x1b[3${random(8)}mwords ${'of a log '.repeat(random(12))}\x1b[m\r\n`;
    }
    const across = secret();
    text += `${'.'.repeat(Math.max(0, end - text.length - 1 - random(across.length)))} ${across}\r\n`;
  }
  return text;
}

describe('a long text', () => {
  it('has its secrets where they are found in one go', async () => {
    for (let seed = 0; seed < 10; seed++) {
      const text = log(seed);
      expect(await spansInTurns(redaction, text, 80)).toEqual(redaction.spans(text, 80));
      expect(await textInTurns(redaction, text)).toBe(redaction.text(text));
    }
  });

  it('has the secrets of both redactions where two are composed', async () => {
    const own = createRedaction({ ...defaultPolicy, extraLiterals: ['of a log'], replacement: '<gone>' });
    const both = composeRedactions(redaction, own);
    const text = log(3);
    expect(await spansInTurns(both, text, 80)).toEqual(both.spans(text, 80));
    expect(await textInTurns(both, text)).not.toContain('of a log');
  });

  it('is redacted in turns', async () => {
    expect(await turnsOf(textInTurns(redaction, log(1)))).toBeGreaterThanOrEqual(slices - 2);
  });

  it('is unchanged in no turn if redaction is disabled', async () => {
    expect(await spansInTurns(noRedaction, log(1))).toEqual([]);
    expect(await turnsOf(textInTurns(noRedaction, log(1)))).toBe(0);
  });

  it('is stripped of its escapes as in one go', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const grammar = new Grammar(seed);
      const parts: string[] = [];
      for (let chars = 0; chars < slices * limits.textSliceChars; chars += parts.at(-1)!.length)
        parts.push(`${'😀é'.repeat(grammar.below(3000))}${Buffer.from(grammar.output(50)).toString()}`);
      const text = parts.join('');
      expect(await stripInTurns(text)).toBe(stripEscapes(text));
    }
  });

  it.each([
    ['with escapes', '\x1b[1mwords\x1b[m\r\n'],
    ['with hardly any', 'words '],
    ['of characters of two units', '😀'],
  ])('%s is stripped in turns', async (_, piece) => {
    const text = `\x1b[m${piece.repeat((slices * limits.textSliceChars) / piece.length)}`;
    expect(await turnsOf(stripInTurns(text))).toBeGreaterThanOrEqual(slices - 2);
  });
});
