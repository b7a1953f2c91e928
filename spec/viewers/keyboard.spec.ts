/** Keyboard input, cut into keys, and encoded for the modes of the program. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { encodeForProgram, KeySplitter } from '#viewers/keyboard.ts';
import { freshScreen } from './screens.ts';

describe('keys that come in pieces', () => {
  const keysIn = (...pieces: readonly string[]) => {
    const sequences = new KeySplitter();
    return pieces.map((piece) => sequences.push(piece));
  };

  it.each([
    ['characters', ['aé日😀\rb'], [['aé日😀', '\r', 'b']]],
    ['a sequence in halves', ['x\x1b[1;', '5Ay'], [['x'], ['\x1b[1;5A', 'y']]],
    ['an escape at the end', ['\x1b', '[A'], [[], ['\x1b[A']]],
    ['alt with a character', ['\x1bx\x1b😀'], [['\x1bx', '\x1b😀']]],
    ['alt with a sequence', ['\x1b\x1b[A'], [['\x1b\x1b[A']]],
    ['escape twice', ['\x1b\x1b', '\x1b'], [[], ['\x1b']]],
    ['escape over and over', ['\x1b\x1b\x1b\x1b[A'], [['\x1b', '\x1b', '\x1b\x1b[A']]],
    ['a key of an application', ['\x1bOA\x1bO', 'B'], [['\x1bOA'], ['\x1bOB']]],
    ['a paste', ['\x1b[200~a\x1b[A', 'b\x1b[201', '~c'], [[], [], ['\x1b[200~a\x1b[Ab\x1b[201~', 'c']]],
    ['a mouse of old', ['\x1b[M !', '!x'], [[], ['\x1b[M !!', 'x']]],
    ['a function key of a console', ['\x1b[[', 'Ax'], [[], ['\x1b[[A', 'x']]],
    ['a sequence that breaks off', ['\x1b[1\r'], [['\x1b[1', '\r']]],
  ])('%s', (_, pieces, keys) => {
    expect(keysIn(...pieces)).toEqual(keys);
  });

  it('are complete and unchanged, at any cut', () => {
    const piece = fc.oneof(
      fc.constantFrom('\x1b[1;5A', '\x1b', 'a', '\x1b[200~', '\x1b[201~', '[', 'O', '\x1b[<0;1;1M', '~'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const sequences = new KeySplitter();
        const cut = pieces.flatMap((text) => sequences.push(text));
        const all = pieces.join('');
        expect(all.startsWith(cut.join(''))).toBe(true);
        expect(all.length - cut.join('').length).toBeLessThanOrEqual(limits.typedPasteChars);
      }),
    );
  });

  it('are split if there are very many of them', () => {
    for (const text of ['x', '\r', '\x1b', '\x1b[', '😀']) {
      const keys = new KeySplitter().push(text.repeat(200_000 / text.length));
      expect(keys.join('').length).toBeGreaterThan(199_000);
      expect(Math.max(...new Set(keys.map((key) => key.length)))).toBeLessThanOrEqual(limits.sliceBytes);
      expect(keys.every((key) => !/\p{Surrogate}/u.test(key))).toBe(true);
    }
  });

  it('are kept up to a time limit', () => {
    const sequences = new KeySplitter();
    expect(sequences.push(`\x1b[${'1'.repeat(limits.typedKeyChars)}`)).toHaveLength(1);
    expect(sequences.push(`\x1b[200~${'x'.repeat(limits.typedPasteChars - 6)}`)).toEqual([]);
    expect(sequences.push('y').join('')).toHaveLength(limits.typedPasteChars + 1);
  });
});

describe('the input of the program', () => {
  const facing = (requested: string, corner = { row: 0, col: 0 }) => {
    const screen = freshScreen({ rows: 24, cols: 80 });
    screen.feed(Buffer.from(requested));
    return { modes: screen.modes, size: { ...screen.size, pixelWidth: 800, pixelHeight: 480 }, ...corner };
  };
  const press = '\x1b[<0;3;2M';
  const release = '\x1b[<0;3;2m';
  const drag = '\x1b[<32;3;2M';
  const move = '\x1b[<35;3;2M';

  it.each([
    ['no mouse that it has not asked for', '', press, ''],
    ['no focus that it has not asked for', '', '\x1b[I', ''],
    ['the focus', '\x1b[?1004h', '\x1b[I', '\x1b[I'],
    ['a press in SGR', '\x1b[?1000h\x1b[?1006h', press, press],
    ['a press in old characters', '\x1b[?1000h', press, '\x1b[M #"'],
    ['a release in old characters', '\x1b[?1000h', release, '\x1b[M##"'],
    ['a press in pixels', '\x1b[?1000h\x1b[?1016h', press, '\x1b[<0;25;30M'],
    ['no release with X10', '\x1b[?9h', release, ''],
    ['no drag with plain tracking', '\x1b[?1000h\x1b[?1006h', drag, ''],
    ['a drag', '\x1b[?1002h\x1b[?1006h', drag, drag],
    ['no move with dragging', '\x1b[?1002h\x1b[?1006h', move, ''],
    ['a move', '\x1b[?1003h\x1b[?1006h', move, move],
    ['nothing from off the screen', '\x1b[?1003h\x1b[?1006h', '\x1b[<0;81;1M', ''],
    ['a paste as it is', '\x1b[?2004h', '\x1b[200~x\x1b[201~', '\x1b[200~x\x1b[201~'],
    ['a paste without brackets that it does not know', '', '\x1b[200~x\x1b[201~', 'x'],
    ['all else as it is', '', '\x1b[1;5A', '\x1b[1;5A'],
  ])('%s', (_, requested, typed, gets) => {
    expect(encodeForProgram(typed, facing(requested)).toString('latin1')).toBe(gets);
  });

  it('the place on its own screen, where a part of it or panels above it are shown', () => {
    const requested = '\x1b[?1000h\x1b[?1006h';
    expect(encodeForProgram(press, facing(requested, { row: 10, col: 20 })).toString()).toBe(
      '\x1b[<0;23;12M',
    );
    expect(encodeForProgram(press, facing(requested, { row: -1, col: 0 })).toString()).toBe('\x1b[<0;3;1M');
    expect(encodeForProgram(press, facing(requested, { row: -2, col: 0 })).toString()).toBe('');
  });
});
