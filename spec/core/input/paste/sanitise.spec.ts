import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Action, perform } from '../../../../src/core/input/index.ts';
import { sanitise } from '../../../../src/core/input/paste/sanitise.ts';
import { times } from '../../../soak/scale.ts';
import { RecordingTarget } from '../target.ts';

/**
 * Reads as a VT parser does, byte for byte and with 8-bit controls: a control inside a sequence acts at once
 * and the sequence goes on, DEL is skipped, zeros before a number count for nothing. Gives where pastes end.
 */
function pasteEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  let state: 'ground' | 'escape' | 'csi' = 'ground';
  let parameters = '';
  for (const [at, byte] of bytes.entries()) {
    if (byte === 0x1b) state = 'escape';
    else if (byte === 0x9b || (state === 'escape' && byte === 0x5b)) {
      state = 'csi';
      parameters = '';
    } else if (byte < 0x20 || byte === 0x7f) continue;
    else if (state === 'csi' && byte >= 0x30 && byte <= 0x3f) parameters += String.fromCharCode(byte);
    else {
      if (state === 'csi' && byte === 0x7e && /^0*201(;|$)/.test(parameters)) ends.push(at);
      state = 'ground';
    }
  }
  return ends;
}

function pasted(value: string) {
  const target = new RecordingTarget({ bracketedPaste: true });
  const outcome = perform(target, Action.parse({ type: 'bracketed_paste', value }));
  return { bytes: target.written, outcome };
}

const attacks: readonly [string, string][] = [
  ['the end marker', '\x1b[201~'],
  ['the end marker in C1', '\x9b201~'],
  ['an end marker within an end marker', '\x1b[20\x1b[201~1~'],
  ['twice within', '\x1b[2\x1b[20\x1b[201~1~01~'],
  ['an ESC kept apart by a marker', '\x1b\x1b[201~[201~'],
  ['a NUL inside', '\x1b\0[201~'],
  ['a DEL inside', '\x1b[2\x7f01~'],
  ['a newline inside', '\x1b[2\n01~'],
  ['zeros before', '\x1b[00201~'],
  ['C1 kept apart by C1', '\x9b\x9b201~201~'],
  ['a last UTF-8 byte that is CSI', 'ě201~'],
  ['the same, twice', 'ě201~201~'],
  ['the same, with zeros', '\u{1f6db}0201~'],
  ['the same, kept apart by a control', 'ě\x01201~'],
  ['the same, kept apart by a newline', 'ě\n201~'],
  ['the same, split by a newline', 'ě20\n1~'],
  ['the same, before itself', 'ěě201~'],
  ['the same, with a half before', 'ě2ě01~ě201~'],
  ['more parameters', 'ě201;1~'],
];

describe('a bracketed paste', () => {
  it.each(attacks)('holds no end but its own: %s', (_title, value) => {
    const { bytes } = pasted(`before ${value}after`);
    expect(pasteEnds(bytes)).toEqual([bytes.length - 1]);
    expect(bytes.toString()).toMatch(/^\x1b\[200~before .*after\x1b\[201~$/s);
  });

  it('holds no end but its own, whatever is pasted', () => {
    const hostile = fc.constantFrom(
      '\x1b',
      '[',
      '\x9b',
      '2',
      '0',
      '1',
      '~',
      '201~',
      ';',
      '\0',
      '\n',
      '\x7f',
      'ě',
      'é',
    );
    const text = fc.oneof(
      { weight: 3, arbitrary: fc.array(hostile, { maxLength: 40 }).map((parts) => parts.join('')) },
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    );
    fc.assert(
      fc.property(text, (value) => {
        const { bytes } = pasted(value);
        expect(pasteEnds(bytes)).toEqual([bytes.length - 1]);
      }),
      { numRuns: times(5000, 500_000) },
    );
  });

  it('the scanner itself finds ends in what is not sanitised', () => {
    for (const [title, value] of attacks) {
      expect(pasteEnds(Buffer.from(value, title.includes('C1') ? 'latin1' : 'utf8')), title).not.toEqual([]);
    }
  });

  it('leaves honest text alone', () => {
    const honest = 'tab\tnewline\nreturn\r\nžluťoučký kůň ě2011~ 字 😀 201~ [201~ ~';
    expect(sanitise(honest)).toEqual({ text: honest, changed: 0 });
  });

  it.each([...Array(0x20).keys(), 0x7f, 0x80, 0x9b, 0x9f])(
    'control %i passes only if it is white space',
    (code) => {
      const kept = [0x09, 0x0a, 0x0d].includes(code);
      const control = String.fromCharCode(code);
      expect(sanitise(`a${control}b`)).toEqual({ text: kept ? `a${control}b` : 'ab', changed: kept ? 0 : 1 });
    },
  );

  it('tells what it removed, and that nobody asked for a paste', () => {
    expect(pasted('a\x1b[201~b').outcome).toMatchObject({
      warnings: [expect.stringMatching(/^6 characters/)],
    });
    expect(pasted('ab').outcome).toMatchObject({ warnings: [] });
    const quiet = perform(new RecordingTarget(), Action.parse({ type: 'bracketed_paste', value: 'x' }));
    expect(quiet).toMatchObject({ warnings: [expect.stringContaining('not turned bracketed paste on')] });
  });
});
