import { describe, expect, it } from 'vitest';
import { PrefixKeys } from '#cli/keys.ts';

const commands = { s: 'save', q: 'quit', '?': 'help' } as const;

/** Keys that arrive in pieces: what the program gets, and which commands are recognized. */
function typed(...pieces: readonly string[]) {
  const chords = new PrefixKeys(commands);
  const all = pieces.map((piece) => chords.handleInput(Buffer.from(piece)));
  return {
    passed: Buffer.concat(all.map(({ passed }) => passed)).toString(),
    commands: all.flatMap(({ commands }) => commands),
  };
}

const begins = '\x1b[200~';
const ends = '\x1b[201~';

describe('keys for us and keys for the program', () => {
  it.each([
    ['nothing but keys', ['hello é\r\x03\x1b[A'], 'hello é\r\x03\x1b[A', []],
    ['a picture', ['a\x1dsb'], 'ab', ['save']],
    ['in pieces', ['a\x1d', 'sb'], 'ab', ['save']],
    ['twice', ['\x1ds\x1ds\x1dq'], '', ['save', 'save', 'quit']],
    ['the key itself', ['\x1d\x1dx'], '\x1dx', []],
    ['another key', ['\x1dx'], '\x1dx', []],
    ['another key, and more', ['\x1dés'], '\x1dés', []],
    ['an unfinished one', ['x\x1d'], 'x', []],
    ['as kitty encodes it', ['\x1b[93;5us'], '', ['save']],
    ['all of it as kitty encodes it', ['\x1b[93;5u\x1b[115u'], '', ['save']],
    ['with kinds of events', ['\x1b[93;5:1u\x1b[113;1:1u'], '', ['quit']],
    ['as xterm encodes it', ['\x1b[27;5;93~s'], '', ['save']],
    ['all of it as xterm encodes it', ['\x1b[27;5;93~\x1b[27;2;63~'], '', ['help']],
    ['an encoded key itself', ['\x1b[93;5u\x1b[93;5u'], '\x1b[93;5u', []],
    ['an encoded key and another', ['\x1b[93;5ux'], '\x1b[93;5ux', []],
    ['other encoded keys', ['\x1b[115u\x1b[97;5u'], '\x1b[115u\x1b[97;5u', []],
  ])('%s', (_, pieces, passed, commands) => {
    expect(typed(...pieces)).toEqual({ passed, commands });
  });

  it.each([
    ['ctrl+g', { key: 'g', modifiers: 4 }, 'a\x07b\x1dq\x1b[103;5uc', 'abc', ['save', 'quit', 'save']],
    ['f12', { key: 'f12', modifiers: 0 }, 'a\x1b[24~\x1b[24;2~b', 'a\x1b[24;2~b', ['save']],
  ])('%s runs a command without the prefix', (_, chord, text, passed, found) => {
    const keys = new PrefixKeys(commands, { chord, command: 'save' });
    const handled = keys.handleInput(Buffer.from(text));
    expect({ passed: Buffer.from(handled.passed).toString(), commands: handled.commands }).toEqual({
      passed,
      commands: found,
    });
  });

  it.each([
    ['with caps lock', ['\x1b[93;69u\x1b[115;65u'], '', ['save']],
    ['with num lock', ['\x1b[93;133u\x1b[115;129u'], '', ['save']],
    ['with caps lock and what it types', ['\x1b[93;69u\x1b[115;65;83u'], '', ['save']],
    ['where another layout has the keys', ['\x1b[1098::93;5u\x1b[1099::115u'], '', ['save']],
    ['with an empty alternate', ['\x1b[93::93;5u\x1b[115::115u'], '', ['save']],
    [
      'not where a Latin layout has another letter',
      ['\x1b[93;5u\x1b[111::115u'],
      '\x1b[93;5u\x1b[111::115u',
      [],
    ],
    ['with the text', ['\x1b[93;5u\x1b[115;;115u'], '', ['save']],
    ['with the text of a shifted key', ['\x1b[93;5u\x1b[223:63;2;63u'], '', ['help']],
    ['with the shifted key', ['\x1b[93;5u\x1b[223:63;2u'], '', ['help']],
    ['with a shifted key of which no more is said', ['\x1b[93;5u\x1b[47;2u'], '', ['help']],
    ['by the digit that is the same byte', ['\x1b[53;5us\x1b[27;5;53~q'], '', ['save', 'quit']],
    ['not with shift', ['\x1b[93;6u\x1b[115u'], '\x1b[93;6u\x1b[115u', []],
    ['not with a letter and ctrl', ['\x1b[93;5u\x1b[115;5u'], '\x1b[93;5u\x1b[115;5u', []],
  ])('are separated %s', (_, pieces, passed, commands) => {
    expect(typed(...pieces)).toEqual({ passed, commands });
  });

  it.each([
    ['of the prefix', ['\x1b[93;5u', '\x1b[93;5:3u', '\x1b[115u'], '', ['save']],
    ['of both', ['\x1b[93;5u\x1b[93;5:3u\x1b[115;1u\x1b[115;1:3u'], '', ['save']],
    ['of both, at last', ['\x1b[93;5u\x1b[115u\x1b[93;5:3u\x1b[115;1:3u'], '', ['save']],
    ['of keys that are held', ['\x1b[93;5u\x1b[93;5:2u\x1b[115u\x1b[115;1:2u\x1b[115;1:3u'], '', ['save']],
    ['of a key before', ['\x1b[93;5u\x1b[1;1:3A\x1b[97;1:3u\x1b[115u'], '\x1b[1;1:3A\x1b[97;1:3u', ['save']],
    [
      'of ctrl alone',
      ['\x1b[57442;5u\x1b[93;5u\x1b[93;5:3u\x1b[57442;1:3u\x1b[115u'],
      '\x1b[57442;5u\x1b[57442;1:3u',
      ['save'],
    ],
    ['of shift alone', ['\x1b[93;5u\x1b[57441;2u\x1b[47:63;2u'], '\x1b[57441;2u', ['help']],
    ['of what is not for us', ['\x1b[93;5u\x1b[93;5:3ux'], '\x1b[93;5u\x1b[93;5:3ux', []],
    ['of the prefix itself', ['\x1b[93;5u\x1b[93;5:3u\x1b[93;5u\x1b[93;5:3u'], '\x1b[93;5u\x1b[93;5:3u', []],
    [
      'of a key that is ours once',
      ['\x1b[93;5u\x1b[115u\x1b[115u\x1b[115;1:3u'],
      '\x1b[115u\x1b[115;1:3u',
      ['save'],
    ],
    ['of the mouse', ['\x1d\x1b[<35;10;5Ms'], '\x1b[<35;10;5M', ['save']],
    ['of the mouse, in bytes', ['\x1d\x1b[M !!s'], '\x1b[M !!', ['save']],
    ['of the focus', ['\x1d\x1b[O\x1b[Is'], '\x1b[O\x1b[I', ['save']],
  ])('are not confused by news %s', (_, pieces, passed, commands) => {
    expect(typed(...pieces)).toEqual({ passed, commands });
  });

  const paste = `${begins}\x1ds\x1b[93;5us${ends}`;

  it.each([
    ['at once', `a${paste}b\x1dq`, `a${paste}b`],
    ['that is empty', `${begins}${ends}\x1dq`, `${begins}${ends}`],
    ['after the prefix', `\x1d${paste}\x1dq`, `\x1d${paste}`],
  ])('are not looked for in a paste %s', (_, text, passed) => {
    expect(typed(text)).toEqual({ passed, commands: ['quit'] });
    for (let at = 1; at < text.length; at++)
      expect(typed(text.slice(0, at), text.slice(at)).passed).toBe(passed);
    expect(typed(...text)).toEqual({ passed, commands: ['quit'] });
  });

  it('are recognized in pieces, unless an escape may be a separate key', () => {
    const text = '\x1b[93;5u\x1b[115;1u';
    for (const at of [3, 4, 5, 6, 7, 10, 12])
      expect(typed(text.slice(0, at), text.slice(at)).commands).toEqual(['save']);
    expect(typed('\x1b', '[93;5u')).toEqual({ passed: '\x1b[93;5u', commands: [] });
  });

  it('are held no longer than the longest key', () => {
    const long = `\x1b[${'1;'.repeat(64)}`;
    expect(typed(long)).toEqual({ passed: long, commands: [] });
  });

  it('keeps every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, at) => at).filter((byte) => byte !== 0x1d);
    expect(Buffer.from(new PrefixKeys(commands).handleInput(all).passed)).toEqual(Buffer.from(all));
  });
});
