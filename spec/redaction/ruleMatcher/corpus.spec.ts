import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { findRowSpans } from '#terminal/screenRedaction.ts';

const redaction = createRedaction(defaultPolicy);
const MB = 1e6;

const printed = (program: string, args: string[]): string => {
  try {
    return execFileSync(program, args, {
      encoding: 'utf8',
      maxBuffer: 512 * MB,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (failure) {
    return String((failure as { stdout?: string }).stdout ?? ''); // `ls` fails on what it may not read, and lists the rest
  }
};

/** Bytes that look random and are the same in every run. */
const noise = (bytes: number) =>
  Buffer.concat(
    Array.from({ length: Math.ceil(bytes / 64) }, (_, at) => createHash('sha512').update(`${at}`).digest()),
  );

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');
const hex = (at: number) => createHash('sha1').update(`${at}`).digest('hex');
const uuid = (at: number) => hex(at).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
const wrapped = (text: string) => text.replaceAll(/.{76}/g, '$&\n');

const packages = [
  'chalk',
  'token-types',
  'js-tokens',
  'passwd-user',
  'basic-auth',
  'secret-stack',
  '@types/node',
  'sk-icons',
];
const install = (at: number) =>
  [
    `npm http fetch GET 200 https://registry.npmjs.org/${packages[at % 8]} ${at}ms (cache hit)`,
    `added ${at} packages, and audited ${at + 1} packages in ${at}s`,
    `"integrity": "sha512-${createHash('sha512').update(`${at}`).digest('base64')}",`,
    `"resolved": "https://registry.npmjs.org/${packages[at % 8]}/-/${packages[at % 8]}-1.${at % 50}.0.tgz",`,
    `npm warn deprecated ${packages[at % 8]}@1.${at % 9}.0: this library is no longer supported`,
  ][at % 5]!;

const log = (at: number) =>
  [
    `commit ${hex(at)}`,
    'Author: Ada <ada@example.org>',
    `Date:   Mon Jan ${(at % 30) + 1} 10:00:00 2024 +0100`,
    '',
    `    ${['Fix the token parser', 'Remove basic authentication', 'Ask for a password again', 'Move secret handling to core', 'auth: add bearer type'][at % 5]} (#${at})`,
    '',
  ].join('\n');

const corpora: Record<string, () => string> = {
  'ls -lR /usr/lib': () => printed('ls', ['-lR', '/usr/lib']),
  'coloured ls -lR of node_modules': () => printed('ls', ['-lR', '--color=always', 'node_modules/']),
  // Prose after `secret: ` is hidden, as it may be a secret. Commit messages may contain it, subjects rarely do.
  'git log --stat': () =>
    printed('git', ['log', '--stat', '--format=commit %H%nDate: %ad%n%n    %s', '-n', '2000']),
  'a git log': () => lines(8_000, log),
  'npm install and its lock file': () => lines(20_000, install),
  UUIDs: () => lines(40_000, uuid),
  'SHA-1 sums': () => lines(40_000, (at) => `${hex(at)}  file-${at}`),
  'base64 in lines': () => wrapped(noise(2.5 * MB).toString('base64')),
  'base64 in one line': () => noise(2 * MB).toString('base64'),
};

const texts = Object.entries(corpora).map(([name, make]) => ({ name, text: make() }));
const size = texts.reduce((sum, { text }) => sum + text.length, 0);

describe('text without a secret', () => {
  it('is 10 MB at least', () => {
    expect(size).toBeGreaterThan(10 * MB);
  });

  it.each(texts)('$name: less than one redaction a megabyte', ({ text }) => {
    const spans = redaction.spans(text);
    // A secret that is wrapped over several lines counts once.
    const begins = spans.filter(
      ({ start }, at) => at === 0 || text.slice(spans[at - 1]!.end, start) !== '\n',
    );
    const found = begins.map(({ start, end }) => text.slice(Math.max(0, start - 30), end));
    expect(found.length, found.slice(0, 5).join('\n')).toBeLessThan(Math.max(1, text.length / MB));
  });

  const long = texts.filter(({ text }) => text.length > MB / 2);
  it.each(long)('$name: four times as much takes about four times as long, also in a stream', ({ text }) => {
    expectLinear(text, redaction.spans);
    expectLinear(text, (part) => streamed(part, 4096));
  });
});

function streamed(text: string, size: number): void {
  const stream = createRedactionStream(redaction);
  for (let at = 0; at < text.length; at += size) stream.push(text.slice(at, at + size));
  stream.end();
}

/**
 * Compares four runs on a part of the text with one on four times that part. It takes 1.8 times as long if 60 % of
 * its time is quadratic. Both take about the same time, so a busy machine slows both alike. Takes the best of several runs.
 */
function expectLinear(text: string, operation: (part: string) => void): void {
  const part = text.slice(0, text.length / 4);
  const whole = part.repeat(4);
  const least = { parts: Number.POSITIVE_INFINITY, whole: Number.POSITIVE_INFINITY };
  for (let run = 0; run < 24 && !(run > 0 && least.whole <= most * least.parts); run += 1) {
    const parts = () => [1, 2, 3, 4].forEach(() => void operation(part));
    least.parts = Math.min(least.parts, processorTime(parts));
    least.whole = Math.min(
      least.whole,
      processorTime(() => operation(whole)),
    );
  }
  expect(least.whole / least.parts).toBeLessThanOrEqual(most);
}

const most = 1.8;

/** CPU time in microseconds. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.max(1, user + system);
}

it('a screen of four times as many rows takes about four times as long', () => {
  const rows = printed('ls', ['-l', '/usr/lib'])
    .split('\n')
    .slice(1, 25)
    .map((text, at) => ({
      text: at % 5 === 0 ? text.padEnd(80, 'x').slice(0, 80) : text.slice(0, 70),
      wrapped: at % 5 === 1,
      full: at % 5 === 0,
    }));
  const units = Array.from({ length: 40 }, () => rows).flat();
  expectLinear('x'.repeat(units.length), ({ length }) => {
    for (let time = 0; time < 20; time += 1) findRowSpans(redaction, units.slice(0, length));
  });
});

describe('hostile text takes time in proportion to its length', () => {
  const units = [
    'token',
    'token=',
    'token= ',
    'password="',
    'eyJ',
    'ey.',
    'sk-',
    'Bearer ',
    '://a:',
    'basic aA',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----\n',
    '-----END PRIVATE KEY-----\n',
    'xox',
    '\b',
    'a \r',
    '\x1b',
    '\x1b[D',
    '\x1b]52;',
    '\x1b]99;a:',
    '\x1b]1337;Copy=',
    '\x1b]1337;File=a;',
    ' ',
  ];
  const hostile = (unit: string) => unit.repeat(Math.ceil(200_000 / unit.length));

  it.each(units)('%j', (unit) => {
    expectLinear(hostile(unit), redaction.text);
    expectLinear(hostile(unit), (text) =>
      findRowSpans(redaction, [{ text: text.slice(0, text.length / 10), wrapped: false, full: false }]),
    );
  });

  it.each(units)('%j in a stream', (unit) => {
    expectLinear(hostile(unit), (text) => streamed(text, 500));
  });
});
