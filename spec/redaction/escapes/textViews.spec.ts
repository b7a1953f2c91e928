import { describe, expect, it } from 'vitest';
import { createRedaction, defaultPolicy } from '#redaction/policy.ts';
import { leaked, secretSamples } from '../samples.ts';

const { text } = createRedaction(defaultPolicy);
const R = '[REDACTED]';

describe('escape sequences', () => {
  const secret = secretSamples.find(({ kind }) => kind === 'github_token')!.make(5);
  const inside = (sequence: string) => `see ${secret.slice(0, 9)}${sequence}${secret.slice(9)} there`;
  it.each([
    ['SGR', '\x1b[31m'],
    ['SGR with colons', '\x1b[38:2::1:2:3m'],
    ['8 bit SGR', '\x9b1m'],
    ['OSC 8 with ST', '\x1b]8;id=1;http://x/y\x1b\\'],
    ['OSC 8 with BEL', '\x1b]8;;http://x/y\x07'],
    ['8 bit OSC', '\x9d0;title\x9c'],
    ['DCS with a BEL in it', '\x1bP$q\x07m\x1b\\'],
    ['APC', '\x1b_Gi=1;AAAA\x1b\\'],
    ['PM', '\x1b^x\x1b\\'],
    ['SOS', '\x1bXx\x1b\\'],
    ['a character set', '\x1b(B'],
    ['a sequence that CAN ends', '\x1b[12\x18'],
    ['a string that SUB ends', '\x1b]0;abc\x1a'],
    ['a sequence that ESC cuts short', '\x1b[12\x1b[0m'],
    ['a string that ESC cuts short', '\x1b]0;abc\x1b[0m'],
    ['modes', '\x1b[?25l\x1b[?2004h'],
    ['keypad and shift', '\x1b=\x1b>\x0f\x0e'],
    ['NUL, BEL and DEL', '\0\x07\x7f'],
    ['erase to the right', '\x1b[K'],
    ['a blank with CR, as line editors wrap', ' \r'],
    ['a letter taken back', 'x\b \b'],
    ['a letter taken back with erase', 'x\b\x1b[K'],
    ['a letter taken back with CUB', 'x\x1b[D\x1b[K'],
  ])('%s in the middle', (_, sequence) => {
    expect(text(inside(sequence))).toBe(`see ${R} there`);
  });

  it('leaves sequences beside a secret unchanged', () => {
    expect(text(`\x1b[1m${secret}\x1b[0m\x1b]0;t\x07`)).toBe(`\x1b[1m${R}\x1b[0m\x1b]0;t\x07`);
    expect(text(`"token":\x1b[32m"k7 Qz9"\x1b[0m`)).toBe(`"token":\x1b[32m"${R}"\x1b[0m`);
  });

  it('redacts the content of string sequences', () => {
    expect(text(`\x1b]2;login ${secret}\x07`)).toBe(`\x1b]2;login ${R}\x07`);
    expect(text(`\x1b]8;;https://x/?access_token=abc\x1b\\here\x1b]8;;\x1b\\`)).toBe(
      `\x1b]8;;https://x/?access_token=${R}\x1b\\here\x1b]8;;\x1b\\`,
    );
    expect(text(`\x1bPq${secret}`)).toBe(`\x1bPq${R}`);
  });

  it('does not join text across a cursor movement', () => {
    expect(text('password=a\x1b[2;5Hb c')).toBe(`password=${R}\x1b[2;5Hb c`);
    expect(text('password=a\rb c')).toBe(`password=${R}\rb c`);
    expect(text('password=a\x1b[Cb c')).toBe(`password=${R}\x1b[Cb c`);
    expect(text(`x\x1b[5;1H${secret}`)).toBe(`x\x1b[5;1H${R}`);
  });

  it('hides text that was shown and then erased', () => {
    expect(leaked(secret, text(`${secret}${'\b \b'.repeat(secret.length)}`))).toBeUndefined();
    expect(leaked(secret, text(`${secret}\r\x1b[Kdone`))).toBeUndefined();
    expect(leaked(secret, text(`${secret.slice(0, 20)}zz\b\b${secret.slice(20)}`))).toBeUndefined();
  });
});
