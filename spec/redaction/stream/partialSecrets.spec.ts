/** Parts of a secret in a line that is redrawn with each key, cut off, or bounded by a pane. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { longestLeak } from '../../harness/leaks.ts';
import { namedSamples, pieces, secretSamples } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);

function streamed(chunks: readonly string[], pauses: boolean): string {
  const stream = createRedactionStream(redaction);
  let received = '';
  for (const chunk of chunks) received += stream.push(chunk) + (pauses ? stream.pause() : '');
  return received + stream.end();
}

const samples = [
  ...secretSamples.map(({ kind, make }) => ({
    kind,
    make: () => ({ before: 'export X=', secret: make(3), after: '' }),
  })),
  ...namedSamples.map(({ kind, make }) => ({ kind, make: () => make(3) })),
];

/** How a line editor redraws its line after each key. */
const redraws: Readonly<Record<string, (line: string) => string>> = {
  'a return, and what is right of the cursor erased': (line) => `\r\x1b[K$ ${line}`,
  'a return, the line, and what is right of it erased': (line) => `\r$ ${line}\x1b[K`,
  'the row of the cursor': (line) => `\x1b[24;1H$ ${line}\x1b[K`,
  'its column': (line) => `\x1b[1G$ ${line}`,
  'all rows below': (line) => `\r\x1b[J$ ${line}\x1b[A\x1b[B`,
  'an attribute, and the cursor hidden': (line) => `\x1b[?25l\r\x1b[2K$ \x1b[36m${line}\x1b[m\x1b[?25h`,
  'a saved place': (line) => `\x1b8\x1b[K$ ${line}`,
};

describe.each(Object.entries(redraws))('a line that is drawn with each key: %s', (_, redraw) => {
  it.each(samples)('$kind', ({ make }) => {
    const { before, secret, after } = make();
    const typed = `${before}${secret}`;
    const chunks = ['$ '];
    for (let at = 1; at <= typed.length; at += 1) chunks.push(redraw(typed.slice(0, at)));
    chunks.push(`${after}\r\nnext line\r\n`);
    const texts = {
      whole: redaction.text(chunks.join('')),
      streamed: streamed(chunks, false),
      'with pauses': streamed(chunks, true),
    };
    for (const [how, text] of Object.entries(texts)) {
      expect({ how, shown: longestLeak(secret, text) < limits.restedSecretChars }).toEqual({
        how,
        shown: true,
      });
      expect(text).toContain('next line');
    }
  });
});

const strings = { OSC: '\x1b]2;', DCS: '\x1bP', APC: '\x1b_', PM: '\x1b^', SOS: '\x1bX' };
it.each(Object.entries(strings))('%s that a sequence cuts short', (_, begins) => {
  for (const { make } of secretSamples) {
    const secret = make(5);
    const chunks = [`${begins}key `, ...secret.slice(0, 33), '\x1b[m', 'after it\r\n'];
    for (const text of [redaction.text(chunks.join('')), streamed(chunks, false), streamed(chunks, true)])
      expect(longestLeak(secret, text)).toBeLessThan(limits.restedSecretChars);
  }
});

const edges: Readonly<Record<string, (half: string) => string>> = {
  'the edge of a pane': (half) => `key ${half}│\r\n`,
  'the line that vim draws between windows': (half) => `  ${half}\x1b[7m|\x1b[m\r\n`,
  'the sign of a line that is cut off': (half) => `key ${half}\x1b[7m>\x1b[27m\r\x1b[K`,
  'a move of the cursor': (half) => `\x1b[3;1Hkey ${half}\x1b[4;1H`,
};
it.each(Object.entries(edges))('half a token before %s', (_, show) => {
  for (const { make } of secretSamples) {
    const secret = make(9);
    const text = `${show(secret.slice(0, 30))}more\r\n`;
    expect(longestLeak(secret, redaction.text(text))).toBeLessThan(limits.restedSecretChars);
    expect(longestLeak(secret, streamed([...text], true))).toBeLessThan(limits.restedSecretChars);
    expect(redaction.text(text)).toContain('more');
  }
});

const panes: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  'a window of vim': (parts) => parts.map((part) => `${part.padEnd(38)}\x1b[7m|\x1b[m~        \r\n`).join(''),
  'two windows of vim': (parts) => parts.map((part) => `${part.padEnd(38)}|${part.padEnd(38)}\r\n`).join(''),
  'a pane of tmux': (parts) => `${parts.map((part, at) => `\x1b[${at + 3};41H│${part}`).join('')}\x1b[20;1H`,
  'rows that are drawn one by one': (parts) =>
    `${parts.map((part, at) => `\x1b[${at + 3};1H${part}\x1b[K`).join('')}\x1b[20;1H`,
};
it.each(Object.entries(panes))('a token in %s', (_, show) => {
  for (const { make } of secretSamples) {
    const secret = make(11);
    if (secret.length < 80) continue;
    const text = `\x1b[2J\x1b[H${show(secret.match(/.{1,38}/g)!)}\x1b[23;1Hthe end of it\r\n`;
    for (const received of [
      redaction.text(text),
      ...[1, 3, 16, 90].map((most) => streamed(pieces(text, 4, most), true)),
    ]) {
      expect(longestLeak(secret, received)).toBeLessThan(limits.restedSecretChars);
      expect(received).toContain('the end of it');
    }
  }
});

it.each(['', 'MARK ', 'a line\r\n'])(
  'the rest of a half in the next row, after %j, in any three chunks',
  (before) => {
    const [half, rest] = ['ghp_Ab12Cd34Ef56Gh78', 'Ij90Kl12Mn34Op56Qr78'];
    const whole = `${before}${half}\x1b[2;1H${rest} end\n`;
    const expected = `${before}[REDACTED]\x1b[2;1H[REDACTED] end\n`;
    for (let one = 1; one < whole.length; one += 1)
      for (let two = one; two < whole.length; two += 1) {
        const chunks = [whole.slice(0, one), whole.slice(one, two), whole.slice(two)];
        expect([chunks, streamed(chunks, false)]).toEqual([chunks, expected]);
      }
  },
);

it.each([
  'npm run build\r\x1b[K',
  '\rProgress: 45% sk-learn/datasets/fetch_openml.py\x1b[K\r',
  '\x1b[3;1HUnauthenticatedClient.connectionContext\x1b[4;1H',
  'https://example.org/a/path/that/is/long?page=2\x1b[5;1H',
  '│ token: required │ spec/redaction/privateKeys/programs.spec.ts │\r\n',
  '\r/home/ada/projects/secret-garden/src/tokens.ts\r\n',
])('%j is no half', (text) => {
  expect(redaction.text(`${text}next\r\n`)).toBe(`${text}next\r\n`);
  expect(streamed([...`${text}next\r\n`], false)).toBe(`${text}next\r\n`);
});

it('a token after an ESC that a line feed cuts short', () => {
  for (const { make } of secretSamples) {
    const secret = make(4);
    for (const feed of ['\n', '\r', '\r\n', '\v'])
      for (const text of [
        redaction.text(`a\x1b${feed}${secret} b\r\n`),
        streamed([...`a\x1b${feed}${secret} b\r\n`], false),
      ])
        expect(longestLeak(secret, text)).toBeLessThan(4);
  }
});
