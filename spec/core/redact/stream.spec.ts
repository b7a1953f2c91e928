import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/core/limits.ts';
import { createRedaction, defaultPolicy, noRedaction } from '../../../src/core/redact/policy.ts';
import { createStream } from '../../../src/core/redact/stream.ts';
import { seedOr, times } from '../../soak/scale.ts';
import { leaked, namedSamples, privateKey, randomOf, secretSamples } from './samples.ts';

const runs = times(1000, 50_000);
const redaction = createRedaction(defaultPolicy);
const R = '[REDACTED]';

const streamed = (chunks: readonly string[], how = redaction): string => {
  const stream = createStream(how);
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end();
};

const bytes = (text: string) => text.split('');

function pieces(text: string, seed: number, most = 12): string[] {
  const random = randomOf(seed);
  const out: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + random(most);
    out.push(text.slice(at, at + size));
    at += size;
  }
  return out;
}

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
  const seeds = 200;
  for (const [name, deliver] of Object.entries(deliveries))
    it(`${name}: ${secretSamples.length} kinds, ${seeds} seeds`, () => {
      const leaks: string[] = [];
      for (const { kind, make } of secretSamples)
        for (let seed = 0; seed < seeds; seed += 1) {
          const secret = make(seed);
          const shown = streamed(deliver(secret, seed));
          if (leaked(secret, shown) || !shown.includes(R) || !shown.endsWith('ok\r\n$ '))
            leaks.push(`${kind} ${seed}`);
        }
      expect(leaks).toEqual([]);
    });

  it('not with a pause after every chunk either', () => {
    const leaks: string[] = [];
    for (const { kind, make } of secretSamples)
      for (let seed = 0; seed < 20; seed += 1) {
        const secret = make(seed);
        for (const chunks of [bytes(around(secret)), pieces(around(middle(secret, '\x1b[m')), seed)]) {
          const stream = createStream(redaction);
          const shown = chunks.map((chunk) => stream.push(chunk) + stream.pause()).join('') + stream.end();
          if (leaked(secret, shown) || !shown.endsWith('ok\r\n$ ')) leaks.push(`${kind} ${seed}`);
        }
      }
    expect(leaks).toEqual([]);
  });

  it('not in a title, a name before it, or a key block', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      for (const { make } of namedSamples) {
        const { before, secret, after } = make(seed);
        const text = `${before}${secret}${after}\r\n`;
        for (const chunks of [bytes(text), pieces(text, seed), bytes(`\x1b]2;${text.trim()}\x07`)])
          expect(leaked(secret, streamed(chunks))).toBeUndefined();
      }
      const lines = privateKey(seed);
      const shown = streamed(pieces(`a\r\n${lines.join('\r\n')}\r\nb\r\n`, seed, 90));
      expect(shown).toBe(`a\r\n${R}\r\nb\r\n`);
    }
  });
});

describe('what leaves, and when', () => {
  it('a prompt without a blank at a pause, as no secret can begin in it', () => {
    const stream = createStream(redaction);
    expect(stream.push('name?')).toBe('');
    expect(stream.pause()).toBe('name?');
    expect(stream.push(' ada\n')).toBe(' ada\n');
  });

  it('lines at once, the rest at a pause up to the last blank, all at the end', () => {
    const stream = createStream(redaction);
    expect(stream.push('one\r\ntwo thr')).toBe('one\r\n');
    expect(stream.held).toBe(7);
    expect(stream.pause()).toBe('two ');
    expect(stream.held).toBe(3);
    expect(stream.push('ee\n')).toBe('three\n');
    expect(stream.push('x')).toBe('');
    expect(stream.end()).toBe('x');
    expect(stream.held).toBe(0);
  });

  it('a prompt for a secret at a pause, the secret never', () => {
    const stream = createStream(redaction);
    expect(stream.push('Password: ') + stream.pause()).toBe('Password: ');
    expect(stream.push('hunter2') + stream.pause()).toBe('');
    expect(stream.push('\r\n')).toBe(`${R}\r\n`);
    expect(stream.push('key: "api_key": "a b ') + stream.pause()).toBe('key: "api_key": ');
    expect(stream.push('c"\n')).toBe(`"${R}"\n`);
  });

  it('nothing at a pause that a line editor may go on with after its blank', () => {
    const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(1);
    const stream = createStream(redaction);
    const shown =
      stream.push(`$ echo ${secret.slice(0, 20)} `) +
      stream.pause() +
      stream.push(`\r${secret.slice(20)}\r\n`);
    expect(shown).toBe(`$ echo ${R}\r\n`);
  });

  it('a line goes on where a line editor wrapped it, whenever that was', () => {
    const stream = createStream(redaction);
    expect(stream.push('token   ') + stream.pause()).toBe('token   ');
    expect(stream.push('\r') + stream.pause()).toBe('');
    expect(stream.push(': hunter2 two words') + stream.pause() + stream.end()).toBe(`\r: ${R} two words`);
  });

  it('an unfinished escape sequence stays', () => {
    const stream = createStream(redaction);
    expect(stream.push('a \x1b[3') + stream.pause()).toBe('a ');
    expect(stream.push('1mb\n')).toBe('\x1b[31mb\n');
  });

  it('the words of a long line', () => {
    const stream = createStream(redaction);
    const line = 'word '.repeat(1000);
    const shown = pieces(line, 1, 100)
      .map((chunk) => stream.push(chunk))
      .join('');
    expect(line.startsWith(shown)).toBe(true);
    expect(stream.held).toBeLessThan(limits.holdBackChars + 300);
    expect(shown + stream.end()).toBe(line);
  });

  it('a line without a blank, all but its end', () => {
    const blob = randomText(50_000);
    const stream = createStream(redaction);
    const shown = pieces(blob, 2, 400)
      .map((chunk) => stream.push(chunk))
      .join('');
    expect(stream.held).toBeLessThan(limits.holdBackChars * 2);
    expect(shown + stream.end()).toBe(blob);
  });

  it('is bounded, also in a string sequence that does not end', () => {
    const stream = createStream(redaction);
    const secret = secretSamples[1]!.make(9);
    let most = 0;
    let shown = stream.push('\x1bPq');
    for (let part = 0; part < 300; part += 1) {
      shown += stream.push(part === 150 ? `${randomText(500)} ${secret} ` : randomText(1000));
      most = Math.max(most, stream.held);
    }
    shown += stream.push('\x1b\\done\n') + stream.end();
    expect(most).toBeLessThan(2 * limits.blockChars);
    expect(leaked(secret, shown)).toBeUndefined();
    expect(shown).toMatch(/\x1b\\done\n$/);
    expect(shown.length).toBeGreaterThan(299_000);
  });

  it('is bounded by a pattern that takes everything', () => {
    const greedy = createRedaction({ ...defaultPolicy, extraRegexes: ['(?s)START.*END'] });
    const stream = createStream(greedy);
    let shown = stream.push('START\n');
    for (let part = 0; part < 100; part += 1) shown += stream.push(`${'z'.repeat(999)}\n`) + stream.pause();
    expect(stream.held).toBeLessThan(2 * limits.blockChars);
    expect(shown.length).toBeGreaterThan(20_000);
  });

  it('everything when nothing is to be hidden', () => {
    const stream = createStream(noRedaction);
    expect(stream.push('password=a')).toBe('password=a');
    expect([stream.pause(), stream.end(), stream.held]).toEqual(['', '', 0]);
  });
});

const randomText = (length: number) => {
  const random = randomOf(length);
  return Array.from({ length }, () => 'abcdefghjkmnqruvwxyz0123456789'[random(30)]).join('');
};

describe('a stream gives what the whole gives', () => {
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

  it('in any chunks', () => {
    fc.assert(
      fc.property(output, fc.nat(), fc.constantFrom(1, 7, 60, 3000), (text, seed, most) => {
        expect(streamed(pieces(text, seed, most))).toBe(redaction.text(text));
      }),
      { numRuns: runs, seed: seedOr(20_260) },
    );
  });

  it('with pauses anywhere', () => {
    fc.assert(
      fc.property(output, fc.nat(), fc.constantFrom(1, 7, 60, 3000), (text, seed, most) => {
        const stream = createStream(redaction);
        const random = randomOf(seed + 1);
        const shown = pieces(text, seed, most)
          .map((chunk) => stream.push(chunk) + (random(3) === 0 ? stream.pause() : ''))
          .join('');
        expect(shown + stream.end()).toBe(redaction.text(text));
      }),
      { numRuns: runs, seed: seedOr(20_261) },
    );
  });

  it('with what a caller adds', () => {
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
        const stream = createStream(own);
        const shown = pieces(text, seed, 9)
          .map((chunk) => stream.push(chunk) + stream.pause())
          .join('');
        expect(shown + stream.end()).toBe(own.text(text));
      }),
      { numRuns: runs, seed: seedOr(20_262) },
    );
  });
});
