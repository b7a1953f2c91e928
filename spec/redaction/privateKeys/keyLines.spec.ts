import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { times } from '../../soak/scale.ts';
import { leaked, pieces, randomOf } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);
const R = '[REDACTED]';

const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1') =>
  (key.export({ type, format: 'pem' } as never) as string).trimEnd().split('\n');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const encrypted = (
  rsa.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string
)
  .trimEnd()
  .split('\n');

const keys: Readonly<Record<string, readonly string[]>> = {
  'PKCS #1': pem(rsa.privateKey, 'pkcs1'),
  'PKCS #8': pem(rsa.privateKey, 'pkcs8'),
  'PKCS #8, encrypted': encrypted,
  'SEC 1': pem(ec.privateKey, 'sec1'),
};
const body = keys['PKCS #1']!.slice(1, -1);
const publicKey = (rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string).trimEnd().split('\n');

const streamed = (chunks: readonly string[]) => {
  const stream = createRedactionStream(redaction);
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end();
};

/** Removes the beginning of a line, with the marks of a diff, that was sent before a key could be recognized in it. */
const whole = (visible: string) => visible.replaceAll(/[A-Za-z0-9+/]{1,17}(?=\[REDACTED\])/g, '');

const ways: Readonly<Record<string, (line: string, at: number) => string>> = {
  plain: (line) => line,
  numbered: (line, at) => `${`${at + 20}`.padStart(6)}\t${line}`,
  'numbered by a pager': (line, at) => `${`${at + 20}`.padStart(7)} ${line}`,
  'with a frame': (line, at) => `${`${at + 20}`.padStart(4)}   │ ${line}`,
  added: (line) => `+${line}`,
  'added twice': (line) => `++${line}`,
  removed: (line) => `-${line}`,
  quoted: (line) => `> ${line}`,
  indented: (line) => `    ${line}`,
  'in strings': (line) => `  "${line}\\n" +`,
  'found by grep': (line, at) => `id/key.pem:${at}:${line}`,
  'beside what was found': (line, at) => `id/key.pem-${at}-${line}`,
  'with its end shown': (line) => `${line}$`,
  'added in a diff of words': (line) => `{+${line}+}`,
  'removed in a diff of words': (line) => `[-${line}-]`,
  'coloured in a diff of words': (line) => `\x1b[32m{+${line}+}\x1b[m`,
  'in italics': (line) => `*${line}*`,
  'in bold': (line) => `**${line}**`,
  'with an entity as line end': (line) => `${line}&#10;`,
};

describe('a key without its first line', () => {
  for (const [kind, lines] of Object.entries(keys))
    it.each(Object.entries(ways))(`${kind}, %s`, (_, way) => {
      for (const from of [1, 2, Math.max(2, lines.length - 4)]) {
        const text = `before\n${lines.slice(from).map(way).join('\n')}\nafter it\n`;
        const visible = redaction.text(text);
        for (const line of lines.slice(1, -1)) expect(leaked(line, visible)).toBe(undefined);
        expect(visible.startsWith('before\n')).toBe(true);
        expect(visible.endsWith('\nafter it\n')).toBe(true);
        for (let seed = 0; seed < times(1, 5); seed += 1)
          expect(whole(streamed(pieces(text, seed, 90)))).toBe(whole(visible));
      }
    });

  it('as one line of many, its line feeds written out', () => {
    const visible = redaction.text(`"key": "${body.slice(3, 8).join('\\n')}\\n"`);
    for (const line of body) expect(leaked(line, visible)).toBe(undefined);
  });

  it.each([
    ['of an encrypted key', 'MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBBtJVRhYUwfDJtArLIfjIXtBIIE'],
    ['at the start of a key', 'MIIEpAIBAAKCAQEAoYnDygJEqX/yQGFTByXCJhLTvYKDDPrLZyrnkMOmGrgWZyMN'],
  ])('also a line with few digits %s', (_, line) => {
    expect(redaction.text(`before\n${line}\n`)).toBe(`before\n${R}\n`);
  });

  it('is held back by a stream while a line is not whole', () => {
    const stream = createRedactionStream(redaction);
    const visible =
      stream.push(body[4]!.slice(0, 40)) + stream.pause() + stream.push(`${body[4]!.slice(40)}\r\n$ `);
    expect(visible + stream.end()).toBe(`${R}\r\n$ `);
  });

  it('ignores prompts between the lines', () => {
    expect(redaction.text(`${body[3]}\r\n:\r\x1b[K${body[4]}\r\n--More--\r\x1b[K${body[5]}\r\n`)).toBe(
      `${R}\r\n:\r\x1b[K${R}\r\n--More--\r\x1b[K${R}\r\n`,
    );
  });
});

it('hides the private lines of PuTTY, and no others', () => {
  const file = [
    'PuTTY-User-Key-File-3: ssh-rsa',
    'Encryption: none',
    'Comment: rsa-key',
    'Public-Lines: 6',
    ...body.slice(0, 6),
    'Private-Lines: 4',
    ...body.slice(6, 9),
    'AAAAIQDh1Z7R0b8e5Q==',
    `Private-MAC: ${'0f'.repeat(32)}`,
    '',
  ].join('\n');
  const visible = redaction.text(file);
  for (const line of body.slice(0, 6)) expect(visible).toContain(line);
  for (const line of [...body.slice(6, 9), 'AAAAIQDh1Z7R0b8e5Q=='])
    expect(leaked(line, visible)).toBe(undefined);
  for (let seed = 0; seed < times(1, 5); seed += 1)
    expect(whole(streamed(pieces(file, seed, 90)))).toBe(whole(visible));
});

/** Such lines follow the names of algorithms, which are zeros and low numbers. */
const capitals = 'DQEBBQUAA4IBAQCFDF2O5G9RaEIFoN27TyclhAO992T9Ldcw46QQF+vaKSm2eT92';

it('a line that begins in capitals is hidden, without a first line of a key', () => {
  expect(redaction.text(`$ tail key.pem\n${capitals}\n${body[3]}\n`)).toBe(`$ tail key.pem\n${R}\n${R}\n`);
});

describe('text other than keys', () => {
  const random = randomOf(7);
  const noise = Buffer.from(Array.from({ length: 4000 }, () => random(256)));
  const wrapped = (text: string, width: number) => text.replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n');
  const certificate = [
    '-----BEGIN CERTIFICATE-----',
    ...body.slice(0, 9),
    body[10]!.slice(0, 32),
    '-----END CERTIFICATE-----',
  ];
  const hash = (length: number) => noise.subarray(0, length).toString('base64');
  const texts: Readonly<Record<string, string>> = {
    'a certificate under its first line': certificate.join('\n'),
    'a certificate with a line that begins in capitals': [
      certificate[0],
      capitals,
      ...certificate.slice(1),
    ].join('\n'),
    'several of them': [...certificate, ...certificate].join('\n'),
    'one in YAML': certificate.map((line) => `    ${line}`).join('\n'),
    'one that was added': certificate.map((line) => `+${line}`).join('\n'),
    'a public key': publicKey.join('\n'),
    'a public key whose first line is gone': publicKey.slice(1).join('\n'),
    'a signature': [
      '-----BEGIN PGP SIGNATURE-----',
      'Version: GnuPG v2',
      '',
      ...body.slice(2, 9),
      '=aB3x',
      '-----END PGP SIGNATURE-----',
    ].join('\n'),
    'an attachment': wrapped(noise.toString('base64'), 76),
    'an image': `<img src="data:image/png;base64,${noise.toString('base64')}">`,
    'a lock file': `"integrity": "sha512-${hash(64)}",\n      integrity sha384-${hash(48)}\n`,
    'an attribute': `<script integrity="sha384-${hash(48)}" src=x>`,
    'a checksum in hex': `${noise.subarray(0, 32).toString('hex')}  file\n${noise.subarray(0, 35).toString('hex')}\n`,
    'a path': '/usr/lib/node/Modules/core/Src4/redact/Lines/of/keys/in/files/abc\n'.replace(/^.{2}/, ''),
    'a name': `${'ReadTheLinesOfAPrivateKey'.repeat(3).slice(0, 63)}2\n`,
    'an address': `https://example.org/${hash(48)}?x=1\n`,
    'a public key of SSH': `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${hash(32).slice(0, 43)} ada@example.org\n`,
  };
  it.each(Object.entries(texts))('%s', (_, text) => {
    expect(redaction.text(`${text}\n`)).toBe(`${text}\n`);
    for (let seed = 0; seed < times(1, 5); seed += 1)
      expect(streamed(pieces(`${text}\n`, seed, 90))).toBe(`${text}\n`);
  });

  it('ends with the text: lines after a certificate elsewhere are hidden', () => {
    const text = [...certificate.slice(0, 3), '$ tail key.pem', ...body.slice(11, 13), ''].join('\n');
    expect(redaction.text(text)).toBe([...certificate.slice(0, 3), '$ tail key.pem', R, R, ''].join('\n'));
  });
});

const wholeWays: typeof ways = {
  ...ways,
  'changed in a diff of words': (line) => `[-${line}-]{+${line}+}`,
};
describe('a key with its first line', () => {
  for (const [kind, lines] of Object.entries(keys))
    it.each(Object.entries(wholeWays))(`${kind}, %s`, (_, way) => {
      const text = `before\n${lines.map(way).join('\n')}\nafter it\n`;
      const bytes = [...text];
      for (const visible of [redaction.text(text), streamed(bytes), streamed(pieces(text, 3))]) {
        for (const line of lines.slice(1, -1)) expect(leaked(line, visible)).toBe(undefined);
        expect(visible.startsWith('before\n')).toBe(true);
        expect(visible.endsWith('after it\n')).toBe(true);
      }
    });
});

it('a mark after BEGIN in code hides no line below', () => {
  const text = "if (line.includes('-----BEGIN PRIVATE KEY-----')) {\n  return;\n}\n";
  expect(redaction.text(text)).toBe(text);
});
