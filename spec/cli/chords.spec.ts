import { describe, expect, it } from 'vitest';
import { Chords } from '../../src/cli/chords.ts';

const commands = { s: 'save', q: 'quit' } as const;

/** What comes of keys that come in pieces: what the program gets, and what we are told. */
function typed(...pieces: readonly string[]) {
  const chords = new Chords(commands);
  const all = pieces.map((piece) => chords.typed(Buffer.from(piece)));
  return {
    passed: Buffer.concat(all.map(({ passed }) => passed)).toString(),
    commands: all.flatMap(({ commands }) => commands),
  };
}

describe('keys for us and keys for the program', () => {
  it.each([
    ['nothing but keys', ['hello é\r\x03\x1b[A'], 'hello é\r\x03\x1b[A', []],
    ['a picture', ['a\x1dsb'], 'ab', ['save']],
    ['in pieces', ['a\x1d', 'sb'], 'ab', ['save']],
    ['twice', ['\x1ds\x1ds\x1dq'], '', ['save', 'save', 'quit']],
    ['the key itself', ['\x1d\x1dx'], '\x1dx', []],
    ['another key', ['\x1dx'], '\x1dx', []],
    ['an unfinished one', ['x\x1d'], 'x', []],
    ['as kitty encodes it', ['\x1b[93;5us'], '', ['save']],
    ['all of it as kitty encodes it', ['\x1b[93;5u\x1b[115u'], '', ['save']],
    ['with kinds of events', ['\x1b[93;5:1u\x1b[113;1:1u'], '', ['quit']],
    ['as xterm encodes it', ['\x1b[27;5;93~s'], '', ['save']],
    ['an encoded key itself', ['\x1b[93;5u\x1b[93;5u'], '\x1b[93;5u', []],
    ['an encoded key and another', ['\x1b[93;5ux'], '\x1b[93;5ux', []],
    ['other encoded keys', ['\x1b[115u\x1b[97;5u'], '\x1b[115u\x1b[97;5u', []],
  ])('%s', (_, pieces, passed, commands) => {
    expect(typed(...pieces)).toEqual({ passed, commands });
  });

  it('keeps every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, at) => at).filter((byte) => byte !== 0x1d);
    expect(Buffer.from(new Chords(commands).typed(all).passed)).toEqual(Buffer.from(all));
  });
});
