/**
 * The bytes of each chord in each mode.
 *
 * Long because it is one table.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Chord,
  encodeChord,
  lostModifierWarnings,
  parseChord,
  requireChord,
} from '#terminal/input/keys.ts';
import { keyAliases, modifierWords, namedCharacters, namedKeys } from '#terminal/input/keyTable.ts';
import type { Modes } from '#terminal/modes.ts';
import { times } from '../../../soak/scale.ts';
import { modesWith } from '../target.ts';

const runs = times(400, 300_000);

/** A chord and its bytes. `^[` means ESC; other control characters are escapes. */
type Rows = readonly (readonly [chord: string, bytes: string])[];

const plain: Rows = [
  // All keys of the first implementation of the protocol.
  ['enter', '\r'],
  ['escape', '^['],
  ['tab', '\t'],
  ['shift_tab', '^[[Z'],
  ['backspace', '\x7f'],
  ['delete', '^[[3~'],
  ['space', ' '],
  ['insert', '^[[2~'],
  ['up', '^[[A'],
  ['down', '^[[B'],
  ['right', '^[[C'],
  ['left', '^[[D'],
  ['home', '^[[H'],
  ['end', '^[[F'],
  ['page_up', '^[[5~'],
  ['page_down', '^[[6~'],
  ['f1', '^[OP'],
  ['f2', '^[OQ'],
  ['f3', '^[OR'],
  ['f4', '^[OS'],
  ['f5', '^[[15~'],
  ['f6', '^[[17~'],
  ['f7', '^[[18~'],
  ['f8', '^[[19~'],
  ['f9', '^[[20~'],
  ['f10', '^[[21~'],
  ['f11', '^[[23~'],
  ['f12', '^[[24~'],
  ...[...'abcdefghijklmnopqrstuvwxyz'].map(
    (letter, at) => [`ctrl_${letter}`, String.fromCharCode(at + 1)] as const,
  ),
  // Other spellings of the same keys.
  ['page-up', '^[[5~'],
  ['PageUp', '^[[5~'],
  ['pgdn', '^[[6~'],
  ['Shift-Tab', '^[[Z'],
  ['back_tab', '^[[Z'],
  ['ArrowLeft', '^[[D'],
  ['Return', '\r'],
  ['ESC', '^['],
  ['Control+C', '\x03'],
  ['ctrl-c', '\x03'],
  // Characters.
  ['a', 'a'],
  ['A', 'A'],
  ['shift+a', 'A'],
  ['shift+1', '!'],
  ['shift+/', '?'],
  ['!', '!'],
  ['+', '+'],
  ['-', '-'],
  ['_', '_'],
  ['é', 'é'],
  ['shift+é', 'É'],
  ['字', '字'],
  ['😀', '😀'],
  ['ß', 'ß'],
  ['plus', '+'],
  ['minus', '-'],
  // Control characters that are not letters.
  ['ctrl+space', '\0'],
  ['ctrl+@', '\0'],
  ['ctrl+2', '\0'],
  ['ctrl+[', '^['],
  ['ctrl+3', '^['],
  ['ctrl+\\', '\x1c'],
  ['ctrl+4', '\x1c'],
  ['ctrl+]', '\x1d'],
  ['ctrl+^', '\x1e'],
  ['ctrl+_', '\x1f'],
  ['ctrl__', '\x1f'],
  ['ctrl+/', '\x1f'],
  ['ctrl+7', '\x1f'],
  ['ctrl+?', '\x7f'],
  ['ctrl+8', '\x7f'],
  ['ctrl+shift+c', '\x03'],
  // A character without a control code is sent unchanged.
  ['ctrl+,', ','],
  ['ctrl++', '+'],
  ['ctrl+1', '1'],
  ['ctrl+é', 'é'],
  // Alt, and Meta, which these programs treat as Alt.
  ['alt+x', '^[x'],
  ['alt+X', '^[X'],
  ['alt+shift+x', '^[X'],
  ['meta+x', '^[x'],
  ['option+x', '^[x'],
  ['alt+[', '^[['],
  ['alt+ß', '^[ß'],
  ['ctrl+alt+x', '^[\x18'],
  ['alt+enter', '^[\r'],
  ['alt+escape', '^[^['],
  ['alt+tab', '^[\t'],
  ['alt+shift+tab', '^[^[[Z'],
  ['alt+backspace', '^[\x7f'],
  ['ctrl+backspace', '\b'],
  ['ctrl+alt+backspace', '^[\b'],
  ['ctrl+alt+space', '^[\0'],
  ['shift+enter', '\r'],
  ['ctrl+enter', '\r'],
  ['ctrl+shift+tab', '^[[Z'],
  ['shift+space', ' '],
  // Modified keys with sequences.
  ['shift+up', '^[[1;2A'],
  ['alt+up', '^[[1;3A'],
  ['alt+shift+up', '^[[1;4A'],
  ['ctrl+up', '^[[1;5A'],
  ['ctrl+shift+right', '^[[1;6C'],
  ['ctrl+alt+left', '^[[1;7D'],
  ['ctrl+alt+shift+down', '^[[1;8B'],
  ['meta+up', '^[[1;3A'],
  ['shift+home', '^[[1;2H'],
  ['ctrl+end', '^[[1;5F'],
  ['ctrl+delete', '^[[3;5~'],
  ['shift+insert', '^[[2;2~'],
  ['ctrl+page_up', '^[[5;5~'],
  ['shift+f1', '^[[1;2P'],
  ['ctrl+f3', '^[[1;5R'],
  ['ctrl+f5', '^[[15;5~'],
  ['alt+f4', '^[[1;3S'],
  ['f13', '^[[1;2P'],
  ['f16', '^[[1;2S'],
  ['f17', '^[[15;2~'],
  ['f24', '^[[24;2~'],
  ['f25', '^[[1;5P'],
  ['alt+f13', '^[[1;4P'],
  ['menu', '^[[29~'],
  // The keypad in numeric mode.
  ['kp_0', '0'],
  ['kp_9', '9'],
  ['kp_add', '+'],
  ['kp_enter', '\r'],
  ['kp_up', '^[[A'],
  ['kp_home', '^[[H'],
  ['kp_delete', '^[[3~'],
  ['kp_begin', '^[[E'],
  ['alt+kp_1', '^[1'],
  // Chords that only the kitty protocol can express use its encoding.
  ['super+a', '^[[97;9u'],
  ['hyper+enter', '^[[13;17u'],
  ['super+up', '^[[1;9A'],
  ['cmd+c', '^[[99;9u'],
];

const applicationCursor: Rows = [
  ['up', '^[OA'],
  ['down', '^[OB'],
  ['right', '^[OC'],
  ['left', '^[OD'],
  ['home', '^[OH'],
  ['end', '^[OF'],
  ['kp_up', '^[OA'],
  ['kp_begin', '^[OE'],
  ['ctrl+up', '^[[1;5A'],
  ['shift+home', '^[[1;2H'],
  ['page_up', '^[[5~'],
  ['f1', '^[OP'],
  ['delete', '^[[3~'],
  ['kp_0', '0'],
];

const applicationKeypad: Rows = [
  ['kp_0', '^[Op'],
  ['kp_5', '^[Ou'],
  ['kp_9', '^[Oy'],
  ['kp_decimal', '^[On'],
  ['kp_divide', '^[Oo'],
  ['kp_multiply', '^[Oj'],
  ['kp_subtract', '^[Om'],
  ['kp_add', '^[Ok'],
  ['kp_separator', '^[Ol'],
  ['kp_equal', '^[OX'],
  ['kp_enter', '^[OM'],
  ['alt+kp_0', '^[^[Op'],
  ['0', '0'],
  ['enter', '\r'],
  ['up', '^[[A'],
];

const modifyOtherKeys1: Rows = [
  ['a', 'a'],
  ['A', 'A'],
  ['ctrl+c', '\x03'],
  ['ctrl+shift+c', '\x03'],
  ['ctrl+[', '^['],
  ['ctrl+2', '\0'],
  ['ctrl+space', '\0'],
  ['alt+x', '^[x'],
  ['ctrl+alt+x', '^[\x18'],
  ['ctrl+,', '^[[27;5;44~'],
  ['ctrl+1', '^[[27;5;49~'],
  ['ctrl+!', '^[[27;6;33~'],
  ['ctrl+alt+,', '^[[27;7;44~'],
  ['ctrl+é', '^[[27;5;233~'],
  ['shift+enter', '^[[27;2;13~'],
  ['ctrl+enter', '^[[27;5;13~'],
  ['alt+enter', '^[\r'],
  ['ctrl+tab', '^[[27;5;9~'],
  ['ctrl+shift+tab', '^[[27;6;9~'],
  ['shift+tab', '^[[Z'],
  ['enter', '\r'],
  ['ctrl+backspace', '\b'],
  ['ctrl+up', '^[[1;5A'],
];

const modifyOtherKeys2: Rows = [
  ['a', 'a'],
  ['A', 'A'],
  ['shift+1', '!'],
  ['ctrl+c', '^[[27;5;99~'],
  ['ctrl+shift+c', '^[[27;6;67~'],
  ['ctrl+[', '^[[27;5;91~'],
  ['ctrl+space', '^[[27;5;32~'],
  ['shift+space', '^[[27;2;32~'],
  ['alt+x', '^[[27;3;120~'],
  ['alt+X', '^[[27;4;88~'],
  ['meta+x', '^[[27;3;120~'],
  ['ctrl+alt+x', '^[[27;7;120~'],
  ['shift+enter', '^[[27;2;13~'],
  ['alt+enter', '^[[27;3;13~'],
  ['alt+escape', '^[[27;3;27~'],
  ['ctrl+backspace', '^[[27;5;127~'],
  ['shift+tab', '^[[Z'],
  ['enter', '\r'],
  ['escape', '^['],
  ['backspace', '\x7f'],
  ['ctrl+up', '^[[1;5A'],
  ['f1', '^[OP'],
];

const disambiguate: Rows = [
  ['a', 'a'],
  ['A', 'A'],
  ['shift+a', 'A'],
  ['!', '!'],
  ['é', 'é'],
  ['space', ' '],
  ['enter', '\r'],
  ['tab', '\t'],
  ['backspace', '\x7f'],
  ['escape', '^[[27u'],
  ['ctrl+c', '^[[99;5u'],
  ['ctrl+C', '^[[99;5u'],
  ['ctrl+shift+c', '^[[99;6u'],
  ['ctrl+i', '^[[105;5u'],
  ['ctrl+m', '^[[109;5u'],
  ['ctrl+[', '^[[91;5u'],
  ['ctrl+_', '^[[45;6u'],
  ['ctrl+space', '^[[32;5u'],
  ['alt+x', '^[[120;3u'],
  ['alt+X', '^[[120;4u'],
  ['alt+[', '^[[91;3u'],
  ['super+a', '^[[97;9u'],
  ['hyper+a', '^[[97;17u'],
  ['meta+a', '^[[97;33u'],
  ['ctrl+alt+super+a', '^[[97;15u'],
  ['ctrl+é', '^[[233;5u'],
  ['shift+enter', '^[[13;2u'],
  ['ctrl+enter', '^[[13;5u'],
  ['alt+enter', '^[[13;3u'],
  ['shift+tab', '^[[9;2u'],
  ['ctrl+backspace', '^[[127;5u'],
  ['ctrl+escape', '^[[27;5u'],
  ['up', '^[[A'],
  ['ctrl+up', '^[[1;5A'],
  ['home', '^[[H'],
  ['f1', '^[[P'],
  ['f3', '^[[13~'],
  ['ctrl+f3', '^[[13;5~'],
  ['f4', '^[[S'],
  ['f5', '^[[15~'],
  ['f12', '^[[24~'],
  ['f13', '^[[57376u'],
  ['f24', '^[[57387u'],
  ['f35', '^[[57398u'],
  ['shift+f13', '^[[57376;2u'],
  ['delete', '^[[3~'],
  ['menu', '^[[57363u'],
  ['kp_1', '1'],
  ['ctrl+kp_1', '^[[57400;5u'],
  ['kp_enter', '^[[57414u'],
  ['kp_left', '^[[57417u'],
  ['kp_right', '^[[57418u'],
  ['kp_up', '^[[57419u'],
  ['kp_down', '^[[57420u'],
  ['kp_page_up', '^[[57421u'],
  ['kp_page_down', '^[[57422u'],
  ['kp_home', '^[[57423u'],
  ['kp_end', '^[[57424u'],
  ['kp_insert', '^[[57425u'],
  ['kp_delete', '^[[57426u'],
  ['kp_begin', '^[[E'],
];

const disambiguateAndEvents: Rows = [
  ['a', 'a^[[97;1:3u'],
  ['A', 'A^[[97;2:3u'],
  ['ctrl+c', '^[[99;5u^[[99;5:3u'],
  ['up', '^[[A^[[1;1:3A'],
  ['shift+up', '^[[1;2A^[[1;2:3A'],
  ['delete', '^[[3~^[[3;1:3~'],
  ['escape', '^[[27u^[[27;1:3u'],
  ['enter', '\r'],
  ['backspace', '\x7f'],
  ['shift+enter', '^[[13;2u^[[13;2:3u'],
];

const eventsOnly: Rows = [
  ['ctrl+c', '\x03^[[99;5:3u'],
  ['escape', '^[^[[27;1:3u'],
];

const allKeys: Rows = [
  ['a', '^[[97u'],
  ['A', '^[[97;2u'],
  ['!', '^[[49;2u'],
  ['space', '^[[32u'],
  ['enter', '^[[13u'],
  ['tab', '^[[9u'],
  ['backspace', '^[[127u'],
  ['shift+tab', '^[[9;2u'],
  ['ctrl+c', '^[[99;5u'],
  ['up', '^[[A'],
  ['kp_1', '^[[57400u'],
];

const everything: Rows = [
  ['a', '^[[97;;97u^[[97;1:3u'],
  ['A', '^[[97:65;2;65u^[[97:65;2:3u'],
  ['!', '^[[49:33;2;33u^[[49:33;2:3u'],
  ['é', '^[[233;;233u^[[233;1:3u'],
  ['ctrl+c', '^[[99;5u^[[99;5:3u'],
  ['ctrl+shift+c', '^[[99:67;6u^[[99:67;6:3u'],
  ['alt+x', '^[[120;3u^[[120;3:3u'],
  ['enter', '^[[13u^[[13;1:3u'],
  ['kp_1', '^[[57400;;49u^[[57400;1:3u'],
  ['up', '^[[A^[[1;1:3A'],
];

const textWithoutAllKeys: Rows = [
  ['a', 'a'],
  ['ctrl+c', '^[[99;5u'],
];

const sections: readonly (readonly [title: string, modes: Partial<Modes>, rows: Rows])[] = [
  ['no mode', {}, plain],
  ['application cursor', { applicationCursor: true }, applicationCursor],
  ['application keypad', { applicationKeypad: true }, applicationKeypad],
  ['modifyOtherKeys 1', { modifyOtherKeys: 1 }, modifyOtherKeys1],
  ['modifyOtherKeys 2', { modifyOtherKeys: 2 }, modifyOtherKeys2],
  ['kitty 1: disambiguate', { kittyKeyboard: 1 }, disambiguate],
  [
    'kitty 1, over all older modes',
    { kittyKeyboard: 1, modifyOtherKeys: 2, applicationCursor: true },
    disambiguate,
  ],
  ['kitty 1+2: event types', { kittyKeyboard: 3 }, disambiguateAndEvents],
  ['kitty 2: event types alone', { kittyKeyboard: 2 }, eventsOnly],
  ['kitty 8: all keys', { kittyKeyboard: 8 }, allKeys],
  ['kitty 1+16: text without all keys', { kittyKeyboard: 17 }, textWithoutAllKeys],
  ['kitty 31: everything', { kittyKeyboard: 31 }, everything],
  ['kitty 4+16, which alone change nothing', { kittyKeyboard: 20 }, plain],
];

describe.each(sections)('chords with %s', (_title, modes, rows) => {
  it.each(rows)('encodes %s as %j', (spelled, bytes) => {
    const expected = bytes.replaceAll('^[', '\x1b');
    expect(encodeChord(requireChord(spelled), modesWith(modes))).toBe(expected);
  });
});

it('the table has the expected length', () => {
  expect(sections.flatMap(([, , rows]) => rows).length).toBeGreaterThan(150);
});

const anyModes = fc.record({
  applicationCursor: fc.boolean(),
  applicationKeypad: fc.boolean(),
  modifyOtherKeys: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
  kittyKeyboard: fc.integer({ min: 0, max: 31 }),
});
const anyKey = fc.oneof(
  fc.constantFrom(...Object.keys(namedKeys), ...Object.keys(namedCharacters), ...Object.keys(keyAliases)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
);
const anyChord = fc
  .tuple(fc.subarray([...modifierWords.keys()]), fc.constantFrom('+', '-', '_'), anyKey)
  .map(([held, joint, key]) => [...held, key].join(joint));

describe('every chord that can be parsed', () => {
  it('has bytes in every mode, without partial sequences', () => {
    let read = 0;
    const whole = /^\x1b*(?:\x1b(?:O[A-Za-z]|\[[\d;:]*[A-Za-z~])|\x1b?[^\x1b]|\x1b)+$/u;
    fc.assert(
      fc.property(anyChord, anyModes, (spelled, modes) => {
        const chord = parseChord(spelled);
        if ('reason' in chord) return;
        read++;
        expect(encodeChord(chord, modesWith(modes))).toMatch(whole);
      }),
      { numRuns: runs },
    );
    expect(read).toBeGreaterThan(runs / 2);
  });

  it('has distinct bytes with kitty 8, except modifiers of the same key', () => {
    const modes = modesWith({ kittyKeyboard: 8 });
    const seen = new Map<string, string>();
    for (const name of Object.keys(namedKeys)) {
      const bytes = encodeChord(requireChord(name), modes);
      expect(seen.get(bytes), `${name} and ${seen.get(bytes)}`).toBeUndefined();
      seen.set(bytes, name);
    }
  });
});

describe('a modifier that the terminal cannot send', () => {
  const lost = (spelled: string, modes: Partial<Modes> = {}) =>
    lostModifierWarnings(requireChord(spelled) as Chord, modesWith(modes)).join();

  it.each([
    ['shift+enter', {}, 'shift'],
    ['ctrl+enter', {}, 'ctrl'],
    ['ctrl+shift+c', {}, 'shift'],
    ['ctrl+,', {}, 'ctrl'],
    ['ctrl+,', { modifyOtherKeys: 1 }, ''],
    ['shift+enter', { kittyKeyboard: 1 }, ''],
    ['ctrl+shift+c', { kittyKeyboard: 1 }, ''],
    ['ctrl+c', {}, ''],
    ['alt+x', {}, ''],
    ['shift+a', {}, ''],
    ['A', {}, ''],
    ['ctrl+@', {}, ''],
    ['shift+tab', {}, ''],
    ['ctrl+up', {}, ''],
    ['shift+f13', {}, 'shift'],
    ['ctrl+kp_0', { applicationKeypad: true }, 'ctrl'],
  ] as const)('%s with %j: %j', (spelled, modes, name) => {
    if (name === '') expect(lost(spelled, modes)).toBe('');
    else expect(lost(spelled, modes)).toContain(`${spelled}: ${name} cannot be sent`);
  });
});
