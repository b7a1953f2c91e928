import { describe, expect, it } from 'vitest';
import { decodeKey } from '#terminal/input/keyDecoder.ts';
import { encodeChord, parseChord } from '#terminal/input/keys.ts';
import { modifierNames } from '#terminal/input/keyTable.ts';
import { freshScreen } from '../../viewers/screens.ts';

describe('the name of a key', () => {
  it.each([
    ['a', 'a', []],
    ['\r', 'enter', []],
    ['\x7f', 'backspace', []],
    ['\t', 'tab', []],
    ['\x1b', 'escape', []],
    [' ', 'space', []],
    ['\x03', 'c', ['ctrl']],
    ['\x00', 'space', ['ctrl']],
    ['\x1d', ']', ['ctrl']],
    ['\x1bx', 'x', ['alt']],
    ['\x1b[A', 'up', []],
    ['\x1bOA', 'up', []],
    ['\x1b[1;6D', 'left', ['shift', 'ctrl']],
    ['\x1b[Z', 'tab', ['shift']],
    ['\x1bOP', 'f1', []],
    ['\x1b[24~', 'f12', []],
    ['\x1b[3;2~', 'delete', ['shift']],
    ['\x1b[97;5u', 'a', ['ctrl']],
    ['\x1b[13;2u', 'enter', ['shift']],
    ['\x1b[27;5;93~', ']', ['ctrl']],
    ['\x1b\x1b[A', 'up', ['alt']],
    ['\x1b[200~x\x1b[201~', null, []],
    ['ls', null, []],
    ['😀', '😀', []],
    ['\x1b[<0;1;1M', null, []],
    ['\x1b[99999999u', '\u{10ffff}', []],
  ])('%j', (raw, key, modifiers) => {
    const decoded = decodeKey(raw);
    expect({ key: decoded.key, modifiers: modifierNames(decoded.modifiers) }).toEqual({ key, modifiers });
  });
});

describe('a key that was encoded', () => {
  const { modes } = freshScreen({ rows: 24, cols: 80 });
  const kitty = { ...modes, kittyKeyboard: 1 };
  const xterm = { ...modes, modifyOtherKeys: 2 as const };
  const keys = [
    'a',
    'é',
    'space',
    'enter',
    'tab',
    'escape',
    'backspace',
    'up',
    'home',
    'page_down',
    'f1',
    'f5',
  ];

  it.each(keys.flatMap((key) => [key, `ctrl+${key}`, `alt+${key}`, `shift+alt+ctrl+${key}`]))(
    '%s',
    (name) => {
      const chord = parseChord(name);
      if ('reason' in chord) throw new Error(chord.reason);
      const decodeIn = (encoded: string) => {
        const { key, modifiers } = decodeKey(encoded);
        return [...modifierNames(modifiers), key].join('+');
      };
      for (const each of [kitty, xterm]) expect(decodeIn(encodeChord(chord, each)).toLowerCase()).toBe(name);
    },
  );
});
