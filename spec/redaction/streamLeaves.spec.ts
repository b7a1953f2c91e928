/** What leaves a redacted stream at once, at a pause and at its end, and how much the stream holds. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { createRedaction, defaultPolicy, noRedaction } from '#redaction/policy.ts';
import { createRedactionStream } from '#redaction/stream.ts';
import { longestLeak } from '../harness/leaks.ts';
import { leaked, pieces, randomOf, secretSamples } from './samples.ts';

const redaction = createRedaction(defaultPolicy);
const R = '[REDACTED]';

const randomText = (length: number) => {
  const random = randomOf(length);
  return Array.from({ length }, () => 'abcdefghjkmnqruvwxyz0123456789'[random(30)]).join('');
};

describe('released text', () => {
  it.each([
    'name?',
    'name? ',
    '$ ',
    'Password: ',
    '\x07',
    'a:\x1b[?25l',
    '\x1b[31m',
    '> \x1b[H\x1b[2J',
    '\x1b]2;one\x07',
  ])('%j at once, as no secret can begin in it', (prompt) => {
    const stream = createRedactionStream(redaction);
    expect([stream.push(prompt), stream.held]).toEqual([prompt, 0]);
  });

  it('a control sequence before held text, and not the one in it', () => {
    const stream = createRedactionStream(redaction);
    expect(stream.push('a: \x1b[31m\x1b[?25lgh')).toBe('a: \x1b[31m\x1b[?25l');
    expect(stream.push('p_\x1b[m')).toBe('');
    expect(stream.end()).toBe('ghp_\x1b[m');
  });

  it('the text after a prompt', () => {
    const stream = createRedactionStream(redaction);
    expect(stream.push('name?')).toBe('name?');
    expect(stream.push(' ada\n')).toBe(' ada\n');
  });

  it('all but the possible beginning of a secret at once, from the last blank before it on, and that at the end', () => {
    const stream = createRedactionStream(redaction);
    expect(stream.push('one\r\ntwo thr')).toBe('one\r\ntwo ');
    expect(stream.held).toBe(3);
    expect(stream.pause()).toBe('');
    expect(stream.push('ee\n')).toBe('three\n');
    expect(stream.push('x')).toBe('');
    expect(stream.end()).toBe('x');
    expect(stream.held).toBe(0);
  });

  it('a prompt for a secret at a pause, but never the secret', () => {
    const stream = createRedactionStream(redaction);
    expect(stream.push('Password: ') + stream.pause()).toBe('Password: ');
    expect(stream.push('hunter2') + stream.pause()).toBe('');
    expect(stream.push('\r\n')).toBe(`${R}\r\n`);
    expect(stream.push('key: "api_key": "k7 b ') + stream.pause()).toBe('key: "api_key": ');
    expect(stream.push('Qz"\n')).toBe(`"${R}"\n`);
  });

  it('nothing at a pause after a blank that a line editor may continue', () => {
    const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(1);
    const stream = createRedactionStream(redaction);
    const visible =
      stream.push(`$ echo ${secret.slice(0, 20)} `) +
      stream.pause() +
      stream.push(`\r${secret.slice(20)}\r\n`);
    expect(visible).toBe(`$ echo ${R}\r\n`);
  });

  it('a line that a line editor wrapped, after any delay', () => {
    const stream = createRedactionStream(redaction);
    expect(stream.push('password   ') + stream.pause()).toBe('password   ');
    expect(stream.push('\r') + stream.pause()).toBe('');
    expect(stream.push(': hunter2 two words') + stream.pause() + stream.end()).toBe(`\r: ${R} two words`);
  });

  it('all but an unfinished escape sequence', () => {
    const stream = createRedactionStream(redaction);
    expect(stream.push('a \x1b[3') + stream.pause()).toBe('a ');
    expect(stream.push('1mb\n')).toBe('\x1b[31mb\n');
  });

  it('the complete words of a long line', () => {
    const stream = createRedactionStream(redaction);
    const line = 'word '.repeat(1000);
    const visible = pieces(line, 1, 100)
      .map((chunk) => stream.push(chunk))
      .join('');
    expect(line.startsWith(visible)).toBe(true);
    expect(stream.held).toBeLessThan(limits.holdBackChars + 300);
    expect(visible + stream.end()).toBe(line);
  });

  it('a line without a blank, all but its end', () => {
    const blob = randomText(50_000);
    const stream = createRedactionStream(redaction);
    const visible = pieces(blob, 2, 400)
      .map((chunk) => stream.push(chunk))
      .join('');
    expect(stream.held).toBeLessThan(limits.holdBackChars * 2);
    expect(visible + stream.end()).toBe(blob);
  });

  it('is bounded, also in a string sequence that does not end', () => {
    const stream = createRedactionStream(redaction);
    const secret = secretSamples[1]!.make(9);
    let most = 0;
    let visible = stream.push('\x1bPq');
    for (let part = 0; part < 300; part += 1) {
      visible += stream.push(part === 150 ? `${randomText(500)} ${secret} ` : randomText(1000));
      most = Math.max(most, stream.held);
    }
    visible += stream.push('\x1b\\done\n') + stream.end();
    expect(most).toBeLessThan(2 * limits.blockChars);
    expect(leaked(secret, visible)).toBeUndefined();
    expect(visible).toMatch(/\x1b\\done\n$/);
    expect(visible.length).toBeGreaterThan(299_000);
  });

  it('is bounded by a pattern that takes everything', () => {
    const greedy = createRedaction({ ...defaultPolicy, extraRegexes: ['(?s)START.*END'] });
    const stream = createRedactionStream(greedy);
    let visible = stream.push('START\n');
    for (let part = 0; part < 100; part += 1) visible += stream.push(`${'z'.repeat(999)}\n`) + stream.pause();
    expect(stream.held).toBeLessThan(2 * limits.blockChars);
    expect(visible.length).toBeGreaterThan(20_000);
  });

  it('everything without rules', () => {
    const stream = createRedactionStream(noRedaction);
    expect(stream.push('password=a')).toBe('password=a');
    expect([stream.pause(), stream.end(), stream.held]).toEqual(['', '', 0]);
  });
});

describe('half a secret at the end of output', () => {
  const half = randomText(26).replaceAll(/^./g, 'Q');
  const starts = ['ghp_', 'AIza', 'glpat-', 'npm_', 'sk-ant-api03-'];
  const strings = { text: '', 'a title': '\x1b]0;', 'a link': '\x1b]8;;' };
  const cases = Object.entries(strings).flatMap(([place, begin]) =>
    starts.map((start) => [start, place, begin] as const),
  );

  it.each(cases)('is hidden after %s in %s', (start, _, begin) => {
    for (const chunks of [[`x ${begin}${start}${half}`], [...`x ${begin}${start}${half}`]]) {
      const stream = createRedactionStream(redaction);
      const out = chunks.map((chunk) => stream.push(chunk) + stream.pause()).join('') + stream.end();
      expect(longestLeak(start + half, out)).toBeLessThan(limits.restedSecretChars);
      expect(out).toContain(R);
    }
  });

  it('is shown where it is short', () => {
    const stream = createRedactionStream(redaction);
    expect(stream.push('x ghp_abc') + stream.end()).toBe('x ghp_abc');
  });
});
