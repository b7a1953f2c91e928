/** Pieces of keys after panes, cuts and redraws, blocks behind a prefix, and readable text near a key. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { withProgram } from '../../harness/withProgram.ts';
import { times } from '../../soak/scale.ts';
import { leaked, pieces } from '../samples.ts';

const redaction = createRedaction(defaultPolicy);

const streamed = (chunks: readonly string[]) => {
  const stream = createRedactionStream(redaction);
  return chunks.map((chunk) => stream.push(chunk)).join('') + stream.end();
};

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const linesOf = (pem: string | Buffer) => String(pem).trimEnd().split('\n');
const key = linesOf(privateKey.export({ type: 'pkcs1', format: 'pem' }));
const body = key.slice(1, -1);
const publicLines = linesOf(publicKey.export({ type: 'spki', format: 'pem' })).slice(1, -1);

const nothingOf = (lines: readonly string[], text: string, most = 90) => {
  const whole = redaction.text(text);
  for (const line of lines) expect(leaked(line, whole)).toBe(undefined);
  for (let seed = 0; seed < times(2, 8); seed += 1) {
    const visible = streamed(pieces(text, seed, most));
    for (const line of lines) expect(leaked(line, visible)).toBe(undefined);
  }
};

const wrap = (lines: readonly string[], width: number) =>
  lines.flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'g'))!);

describe('lines that a pane wrapped', () => {
  it.each([63, 60, 55, 50, 40, 33, 32, 30, 24])('at %i columns', (width) => {
    nothingOf(body.slice(3), `${wrap(body.slice(3), width).join('\r\n')}\r\n$ `);
  });

  it('between frames', () => {
    const framed = wrap(body.slice(2), 50).map((piece) => `│ ${piece.padEnd(50)} │`);
    nothingOf(body.slice(2), `${framed.join('\r\n')}\r\n$ `);
  });

  it('drawn by moves of the cursor, with erasing', () => {
    const rendered = wrap(body.slice(2), 55).map((piece, at) => `\x1b[${at + 1};1H\x1b[1K\r${piece}`);
    nothingOf(body.slice(2), `${rendered.join('')}\x1b[24;1H:`);
  });
});

describe('after a key was shown', () => {
  const before = `${key.slice(0, 4).join('\r\n')}\r\n\x1b[2J`;

  it('lines that are cut off', () => {
    const cut = body.slice(5).map((line) => `${line.slice(0, 49)}\x1b[7m>\x1b[m`);
    nothingOf(body.slice(5), `${before}${cut.join('\r\n')}\r\n:`);
  });

  it('the rest of a line whose first characters are already on the screen', () => {
    const rendered = body
      .slice(5)
      .map((line, at) => `\x1b[${at + 1};3H${line.slice(2, 30)}\x1b[2C${line.slice(32)}`);
    nothingOf(body.slice(5), `${before}${rendered.join('')}\x1b[24;1H:`);
  });

  it('two panes beside each other', () => {
    const rows = body.slice(5, 15).map((line, at) => `${line.slice(0, 30)}│${body[at + 8]!.slice(0, 30)}`);
    nothingOf(body.slice(5), `${before}${rows.join('\r\n')}\r\n:`);
  });

  const ordinary = {
    'sums of files': `${'0123456789abcdef'.repeat(4)}  src/core/redact.ts`,
    'a commit': `commit ${'89abcdef01'.repeat(4)}`,
    'a fingerprint': '256 SHA256:Xk3vR8TnQ2mZ5yLpW7cJd4HfB9sGaEoKuM1iNxVqYtA ada@example.org (ED25519)',
    'a lock file':
      '"integrity": "sha512-Xk3vR8TnQ2mZ5yLpW7cJd4HfB9sGaEoKuM1iNxVqYtAXk3vR8TnQ2mZ5yLpW7cJd4HfB9sGaEoKuM1iNxV==",',
    'a public key of SSH': `ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ${'Xk3vR8TnQ2mZ5yLpW7cJd4HfB9sGaEoKuM1iNxVqYt'.repeat(8)} ada@example.org`,
    identifiers: 'const bytes = generateKeyPairSync(UnauthenticatedClient, isPlaceOfName);',
    paths: '/home/ada/Projects/ReadableStream/src/HttpServer/index.ts:12',
    prose: 'The quick brown fox jumps over the lazy dog, internationalization included.',
  };
  it.each(Object.entries(ordinary))('%s stays', (_, line) => {
    const text = `${key.join('\r\n')}\r\n$ cat other\r\n${line}\r\n`;
    expect(redaction.text(text)).toContain(line);
    for (let seed = 0; seed < times(2, 8); seed += 1)
      expect(streamed(pieces(text, seed, 90))).toContain(line);
  });

  it('a certificate stays, also in a narrow pane', () => {
    for (const lines of [publicLines, wrap(publicLines, 50)]) {
      const text = [...key, '-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', '$ '].join(
        '\r\n',
      );
      for (const line of lines) expect(redaction.text(text)).toContain(line);
    }
  });

  it('ends a while after it', () => {
    const piece = `see ${body[3]!.slice(0, 40)} there`;
    const text = `${key.join('\r\n')}\r\n${'a line of text\r\n'.repeat(5000)}${piece}\r\n`;
    expect(redaction.text(text)).toContain(piece);
    expect(streamed(pieces(text, 1, 4096))).toContain(piece);
    expect(redaction.text(text.replace(/(a line of text\r\n)+/, '$1'))).not.toContain(piece);
  });
});

const prefixes = {
  quoted: '> ',
  'quoted twice': '>> ',
  added: '+',
  'added with a blank': '+ ',
  removed: '-',
  numbered: '  12 ',
  indented: '    ',
  'found by grep': 'key.asc:12:',
  'found near by grep': 'key.asc-12-',
};

describe.each(Object.entries(prefixes))('%s', (_, prefix) => {
  const withPrefix = (lines: readonly string[]) => lines.map((line) => `${prefix}${line}`).join('\n');

  withProgram('gpg', 'a key of PGP', async () => {
    const home = mkdtempSync(join(tmpdir(), 'gpg-'));
    try {
      const gpg = (...args: string[]) =>
        execFileSync('gpg', ['--homedir', home, '--batch', '--quiet', '--passphrase', '', ...args], {
          stdio: ['ignore', 'pipe', 'ignore'],
        });
      gpg('--quick-generate-key', 'ada@example.org', 'rsa2048', 'default', 'never');
      const block = linesOf(gpg('--armor', '--comment', 'for tests', '--export-secret-keys'));
      const secret = block.filter((line) => /^[A-Za-z0-9+/=]{16,}$/.test(line));
      expect(secret.length).toBeGreaterThan(20);
      nothingOf(secret, `before\n${withPrefix(block)}\nafter\n`);
      nothingOf(secret.slice(8), `before\n${withPrefix(block.slice(block.indexOf(secret[8]!)))}\nafter\n`);
      expect(redaction.text(`${withPrefix(block)}\nafter\n`)).toContain('\nafter\n');
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  it('a key of PuTTY', () => {
    const file = [
      'PuTTY-User-Key-File-3: ssh-rsa',
      'Encryption: none',
      'Comment: rsa-key',
      `Public-Lines: ${publicLines.length}`,
      ...publicLines,
      `Private-Lines: ${body.length}`,
      ...body,
      `Private-MAC: ${'0f'.repeat(32)}`,
    ];
    nothingOf(body, `before\n${withPrefix(file)}\nafter\n`);
    nothingOf(body.slice(4), `before\n${withPrefix(file.slice(-body.length + 3))}\nafter\n`);
    for (const line of publicLines) expect(redaction.text(withPrefix(file))).toContain(line);
  });
});
