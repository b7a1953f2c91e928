import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { Action } from '#terminal/input/actions.ts';
import { sanitiseInTurns, sanitizePaste } from '#terminal/input/textActions.ts';
import { turnsOf } from '../../harness/turns.ts';
import { randomOf } from '../../redaction/samples.ts';
import { times } from '../../soak/scale.ts';
import { performAction, RecordingTarget } from './target.ts';

/**
 * Returns where pastes end. Reads bytes as a VT parser with 8-bit controls does: a control inside a sequence acts at
 * once and the sequence continues, DEL is skipped, and leading zeros of a number are ignored.
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
  const outcome = performAction(target, Action.parse({ type: 'bracketed_paste', value }));
  return { bytes: target.written, outcome };
}

const attacks: readonly [string, string][] = [
  ['the end marker', '\x1b[201~'],
  ['the end marker with a C1 CSI', '\x9b201~'],
  ['an end marker within an end marker', '\x1b[20\x1b[201~1~'],
  ['twice within', '\x1b[2\x1b[20\x1b[201~1~01~'],
  ['an ESC separated by a marker', '\x1b\x1b[201~[201~'],
  ['a NUL inside', '\x1b\0[201~'],
  ['a DEL inside', '\x1b[2\x7f01~'],
  ['a newline inside', '\x1b[2\n01~'],
  ['zeros before', '\x1b[00201~'],
  ['a C1 CSI separated by another', '\x9b\x9b201~201~'],
  ['a final UTF-8 byte that is CSI', 'ě201~'],
  ['the same, twice', 'ě201~201~'],
  ['the same, with zeros', '\u{1f6db}0201~'],
  ['the same, separated by a control', 'ě\x01201~'],
  ['the same, separated by a newline', 'ě\n201~'],
  ['the same, split by a newline', 'ě20\n1~'],
  ['the same, before itself', 'ěě201~'],
  ['the same, after a partial one', 'ě2ě01~ě201~'],
  ['more parameters', 'ě201;1~'],
];

describe('a bracketed paste', () => {
  it.each(attacks)('contains only the final end marker: %s', (_title, value) => {
    const { bytes } = pasted(`before ${value}after`);
    expect(pasteEnds(bytes)).toEqual([bytes.length - 1]);
    expect(bytes.toString()).toMatch(/^\x1b\[200~before .*after\x1b\[201~$/s);
  });

  it('contains only the final end marker for any text', () => {
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
      { numRuns: times(300, 500_000) },
    );
  });

  it('the scanner of this spec finds end markers in unsanitized text', () => {
    for (const [title, value] of attacks) {
      expect(pasteEnds(Buffer.from(value, title.includes('C1') ? 'latin1' : 'utf8')), title).not.toEqual([]);
    }
  });

  it('leaves harmless text unchanged', () => {
    const honest = 'tab\tnewline\nreturn\r\nžluťoučký kůň ě2011~ 字 😀 201~ [201~ ~';
    expect(sanitizePaste(honest)).toEqual({ text: honest, changed: 0 });
  });

  it.each([...Array(0x20).keys(), 0x7f, 0x80, 0x9b, 0x9f])(
    'control %i passes only if it is white space',
    (code) => {
      const kept = [0x09, 0x0a, 0x0d].includes(code);
      const control = String.fromCharCode(code);
      expect(sanitizePaste(`a${control}b`)).toEqual({
        text: kept ? `a${control}b` : 'ab',
        changed: kept ? 0 : 1,
      });
    },
  );

  it('warns about removed characters and about disabled bracketed paste', () => {
    expect(pasted('a\x1b[201~b').outcome).toMatchObject({
      warnings: [expect.stringMatching(/^6 characters/)],
    });
    expect(pasted('ab').outcome).toMatchObject({ warnings: [] });
    const quiet = performAction(new RecordingTarget(), Action.parse({ type: 'bracketed_paste', value: 'x' }));
    expect(quiet).toMatchObject({ warnings: [expect.stringContaining('not enabled bracketed paste')] });
  });
});

describe('a long paste', () => {
  const slices = 8;

  it.each(attacks)(
    'contains only the final end marker at any cut of the text: %s',
    async (_title, attack) => {
      const random = randomOf(attack.length);
      for (let round = 0; round < 5; round++) {
        const fill = ['x', ' ', '0', '\n', 'ě', attack][random(6)]!;
        let value = '';
        while (value.length < slices * limits.textSliceChars)
          value += `${fill.repeat(random(3000))}${attack.repeat(1 + random(50))}`;
        const whole = sanitizePaste(value);
        expect(await sanitiseInTurns(value)).toEqual(whole);
        expect(pasteEnds(Buffer.from(whole.text))).toEqual([]);
      }
    },
  );

  it('is sanitized in slices and written at once', async () => {
    const target = new RecordingTarget({ bracketedPaste: true });
    const value = 'words of a paste\n'.repeat((slices * limits.textSliceChars) / 16);
    const action = Action.parse({ type: 'bracketed_paste', value });
    expect(await turnsOf(Promise.resolve(performAction(target, action)))).toBeGreaterThanOrEqual(slices - 1);
    expect(target.writes.map((bytes) => Buffer.from(bytes).toString())).toEqual([
      `\x1b[200~${value}\x1b[201~`,
    ]);
  });
});
