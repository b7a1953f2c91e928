import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { AssembledText } from '#redaction/redaction.ts';
import { ContextView, createRedactionStream } from '#redaction/stream.ts';
import { seedOr, times } from '../soak/scale.ts';
import { leaked, namedSamples, pieces, privateKey, randomOf, secretSamples } from './samples.ts';

const runs = times(60, 50_000);
const redaction = createRedaction(defaultPolicy);
const R = '[REDACTED]';

const streamed = (chunks: readonly string[], how = redaction): string => {
  const stream = createRedactionStream(how);
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end(true);
};

const bytes = (text: string) => text.split('');

const middle = (text: string, insert: string) =>
  text.slice(0, text.length >> 1) + insert + text.slice(text.length >> 1);
const around = (text: string) => `some output\r\nthe key is ${text} ok\r\n$ `;

const deliveries: Record<string, (secret: string, seed: number) => string[]> = {
  whole: (secret) => [around(secret)],
  'split in 2': (secret, seed) => {
    const text = around(secret);
    const at = text.indexOf(secret) + 1 + randomOf(seed)(secret.length - 1);
    return [text.slice(0, at), text.slice(at)];
  },
  'byte by byte': (secret) => bytes(around(secret)),
  'SGR in the middle': (secret) => [around(middle(secret, '\x1b[1;31m'))],
  'SGR before every character': (secret) => [
    around(
      bytes(secret)
        .map((char) => `\x1b[32m${char}`)
        .join(''),
    ),
  ],
  'OSC 8 in the middle': (secret) => [around(middle(secret, '\x1b]8;;https://example.org/\x1b\\'))],
  'SGR split over chunks': (secret, seed) => pieces(around(middle(secret, '\x1b[38;5;196m')), seed, 3),
};

describe('no secret leaks', () => {
  const seeds = times(6, 200);
  for (const [name, deliver] of Object.entries(deliveries))
    it(`${name}: ${secretSamples.length} kinds, ${seeds} seeds`, () => {
      const leaks: string[] = [];
      for (const { kind, make } of secretSamples)
        for (let seed = 0; seed < seeds; seed += 1) {
          const secret = make(seed);
          const visible = streamed(deliver(secret, seed));
          if (leaked(secret, visible) || !visible.includes(R) || !visible.endsWith('ok\r\n$ '))
            leaks.push(`${kind} ${seed}`);
        }
      expect(leaks).toEqual([]);
    });

  it('not with a pause after every chunk either', () => {
    const leaks: string[] = [];
    for (const { kind, make } of secretSamples)
      for (let seed = 0; seed < times(3, 20); seed += 1) {
        const secret = make(seed);
        for (const chunks of [bytes(around(secret)), pieces(around(middle(secret, '\x1b[m')), seed)]) {
          const stream = createRedactionStream(redaction);
          const visible = chunks.map((chunk) => stream.push(chunk) + stream.pause()).join('') + stream.end();
          if (leaked(secret, visible) || !visible.endsWith('ok\r\n$ ')) leaks.push(`${kind} ${seed}`);
        }
      }
    expect(leaks).toEqual([]);
  });

  it('not in a title, a name before it, or a key block', () => {
    for (let seed = 0; seed < times(5, 60); seed += 1) {
      for (const { make } of namedSamples) {
        const { before, secret, after } = make(seed);
        const text = `${before}${secret}${after}\r\n`;
        for (const chunks of [bytes(text), pieces(text, seed), bytes(`\x1b]2;${text.trim()}\x07`)])
          expect(leaked(secret, streamed(chunks))).toBeUndefined();
      }
      const lines = privateKey(seed);
      const visible = streamed(pieces(`a\r\n${lines.join('\r\n')}\r\nb\r\n`, seed, 90));
      expect(visible).toBe(`a\r\n${R}\r\nb\r\n`);
    }
  });
});

describe('a stream has the same result as the whole text', () => {
  const secrets = secretSamples.map(({ make }) => make);
  const secret = fc
    .tuple(fc.nat(secrets.length - 1), fc.nat(500))
    .map(([kind, seed]) => secrets[kind]!(seed));
  const name = fc.tuple(fc.nat(namedSamples.length - 1), fc.nat(500)).map(([kind, seed]) => {
    const { before, secret, after } = namedSamples[kind]!.make(seed);
    return before + secret + after;
  });
  const fragments = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ' ',
        '  ',
        '\n',
        '\r\n',
        '\r',
        '\t',
        ' \r',
        '"',
        "'",
        '=',
        ': ',
        '/',
        '\\n',
        ',',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '\x1b[31m',
        '\x1b[0m',
        '\x1b[2;3H',
        '\x1b[C',
        '\x1b]8;;http://a/b\x07',
        '\x1b]0;',
        '\x07',
        '\x1b\\',
        '\x1b[',
        '\x1b',
        '\x9b1m',
        '\x18',
        '\x1bP',
      ),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        'password',
        'token',
        'api_key',
        'Bearer',
        'basic ',
        'sk-',
        'ghp_',
        'AKIA',
        'eyJ',
        '://u:',
        '@',
        'null',
        'hunter2',
        'xoxb-',
        '-----BEGIN ',
        'PRIVATE KEY-----',
        '-----END ',
      ),
    },
    { weight: 2, arbitrary: secret },
    { weight: 2, arbitrary: name },
    { weight: 1, arbitrary: fc.nat(200).map((seed) => privateKey(seed).join('\n')) },
    { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'word ', 'é', '0a '), fc.nat(700))
        .map(([unit, count]) => unit.repeat(count)),
    },
  );
  const output = fc.array(fragments, { maxLength: 30 }).map((parts) => parts.join(''));

  /** Removes the beginning of a line that was sent before there was enough of it to recognize a key. */
  const known = (visible: string) => visible.replaceAll(/[A-Za-z0-9+/]{1,15}(?=\[REDACTED\])/g, '');

  it('in any chunks', () => {
    fc.assert(
      fc.property(output, fc.nat(), fc.constantFrom(1, 7, 60, 3000), (text, seed, most) => {
        expect(known(streamed(pieces(text, seed, most)))).toBe(known(redaction.text(text)));
      }),
      { numRuns: runs, seed: seedOr(20_260) },
    );
  });

  it('with pauses anywhere', () => {
    fc.assert(
      fc.property(output, fc.nat(), fc.constantFrom(1, 7, 60, 3000), (text, seed, most) => {
        const stream = createRedactionStream(redaction);
        const random = randomOf(seed + 1);
        const visible = pieces(text, seed, most)
          .map((chunk) => stream.push(chunk) + (random(3) === 0 ? stream.pause() : ''))
          .join('');
        expect(known(visible + stream.end(true))).toBe(known(redaction.text(text)));
      }),
      { numRuns: runs, seed: seedOr(20_261) },
    );
  });

  it('with the rules of a caller', () => {
    const own = createRedaction({
      ...defaultPolicy,
      extraLiterals: ['two words', 'aab', 'x\ny'],
      extraRegexes: ['EMP-\\d+(?: \\w+)?', '(?i)begin\\s+end'],
    });
    const words = fc.constantFrom(
      'two',
      ' ',
      'words',
      'a',
      'b',
      'x',
      '\n',
      'y',
      'EMP-',
      '12',
      'begin',
      'END',
      '\r\n',
      '\x1b[m',
      '-',
      'q'.repeat(700),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), fc.nat(), (parts, seed) => {
        const text = parts.join('');
        const stream = createRedactionStream(own);
        const visible = pieces(text, seed, 9)
          .map((chunk) => stream.push(chunk) + stream.pause())
          .join('');
        expect(visible + stream.end(true)).toBe(own.text(text));
      }),
      { numRuns: runs, seed: seedOr(20_262) },
    );
  });
});

it('a view with text before it maps only its own part', () => {
  const view = new AssembledText();
  view.add('token', 100);
  const context = new ContextView(view, 'the ');
  expect(context.text).toBe('the token');
  expect(context.offset(5)).toBe(101);
  expect(
    context.originals([
      { start: 0, end: 4 },
      { start: 2, end: 6 },
      { start: 6, end: 9 },
    ]),
  ).toEqual([
    { start: 100, end: 102 },
    { start: 102, end: 105 },
  ]);
});
