/** The two corpora: secrets that must be hidden, and ordinary lines that look like secrets and must stay. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { isSeen, secretLines } from '../corpora/secrets.ts';
import { pieces } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);
const ordinary = readFileSync(new URL('../corpora/ordinary.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const secrets = secretLines(1000);

const streamed = (chunks: readonly string[]): string => {
  const stream = createRedactionStream(redaction);
  return chunks.map((chunk) => stream.push(chunk) + stream.pause()).join('') + stream.end();
};

describe('a thousand secrets', () => {
  it('are of many kinds', () => {
    expect(new Set(secrets.map(({ kind }) => kind)).size).toBeGreaterThan(55);
  });

  it('99.5 % are hidden', () => {
    const seen = secrets.filter((line) => isSeen(line, redaction.text(line.text)));
    expect(seen.length / secrets.length, seen.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.005);
  });

  it.each([
    ['byte by byte', (text: string) => [...text]],
    ['in random cuts', (text: string, seed: number) => pieces(text, seed)],
  ])('do not leak %s, also where the output pauses after each', (_, cut) => {
    const different = secrets.filter(({ text }, seed) => {
      const line = `before\r\n${text}\r\nafter\r\n`;
      return streamed(cut(line, seed)) !== redaction.text(line);
    });
    expect(different.map(({ text }) => text)).toEqual([]);
  });
});

describe('hard ordinary lines', () => {
  it('are at least 500 different lines', () => {
    expect(new Set(ordinary).size).toBe(ordinary.length);
    expect(ordinary.length).toBeGreaterThanOrEqual(500);
  });

  it('at most 1 % of them are touched, also where they follow each other', () => {
    const together = redaction.text(ordinary.join('\n')).split('\n');
    const touched = ordinary.filter((line, at) => redaction.text(line) !== line || together[at] !== line);
    expect(touched.length / ordinary.length, touched.join('\n')).toBeLessThanOrEqual(0.01);
  });

  it('are unchanged by a stream', () => {
    const text = `${ordinary.join('\r\n')}\r\n`;
    for (const chunks of [pieces(text, 1), pieces(text, 2, 90), [...text]])
      expect(streamed(chunks)).toBe(redaction.text(text));
  });
});

it('a sequence of any length in the notation of cat -v is ignored', () => {
  const { secrets, text } = createRedaction(defaultPolicy);
  const keys = 'ready:^[[A^[[1;1:3A^[[1;5:2D';
  expect(keys.length - secrets!.findUnfinished(keys)).toBeLessThan(4);
  expect(text(`key^[[A=^[[mghp_${'a1B2'.repeat(9)}`)).not.toContain('a1B2a1B2');
});

it.each(['pass=hunter2', 'DB_PASS=horse7battery', 'pwd=Xy7!kk2p', 'PASS: Xy7!kk2p', 'admin pass: sesame'])(
  '%s is hidden',
  (line) => expect(redaction.text(line)).toContain('[REDACTED]'),
);
it.each(ordinary.slice(-22))('%s stays visible', (line) => expect(redaction.text(line)).toBe(line));

const letters =
  'aB3dE5gH7jK9mN2pQ4sT6vW8xY1zC0fLrUiOqXeZhMyDkGbJnRwVtSuPcAoFlIaB3dE5gH7jK9mN2pQ4sT6vW8xY1zC0fLrUi';
it.each([
  ['an old Notion token', `secret_${letters.slice(0, 43)}`],
  ['a Contentful token', `CFPAT-${letters.slice(0, 43)}`],
  ['a Dropbox token', `sl.${letters.slice(0, 80)}`],
  ['a Facebook token', `EAACEdEose0cBA${letters.slice(0, 40)}`],
])('%s is hidden', (_, token) => {
  expect(redaction.text(`x ${token} y`)).toBe('x [REDACTED] y');
  expect(streamed([...`x ${token} y\n`])).toBe('x [REDACTED] y\n');
});
it('a card number with many zeros is hidden', () => {
  expect(redaction.text('card 5500000000000004 ok')).toBe('card 5500[REDACTED] ok');
  expect(redaction.text('size 5000000000000000 ok')).toBe('size 5000000000000000 ok');
});
