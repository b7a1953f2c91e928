import { describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/core/faults.ts';
import { parseChord, readChord } from '../../../../src/core/input/keys/chord.ts';
import { modifiers } from '../../../../src/core/input/keys/modifiers.ts';
import { keyAliases, namedCharacters, namedKeys } from '../../../../src/core/input/keys/table.ts';

const { shift, alt, ctrl, super: superBit, hyper, meta } = modifiers;

describe('a chord', () => {
  it.each([
    ['enter', 'enter', 0],
    ['ctrl+shift+alt+meta+super+hyper+up', 'up', shift | alt | ctrl | superBit | hyper | meta],
    ['CTRL-Shift_F5', 'f5', ctrl | shift],
    ['ctrl+ctrl+a', 'a', ctrl],
    ['page down', 'page_down', 0],
    ['ctrl+page-down', 'page_down', ctrl],
    ['KP_Enter', 'kp_enter', 0],
    ['kp5', 'kp_5', 0],
    ['ctrl+-', '-', ctrl],
    ['ctrl--', '-', ctrl],
    ['ctrl++', '=', ctrl | shift],
    ['ctrl+plus', '=', ctrl | shift],
    ['alt+ ', ' ', alt],
    ['f', 'f', 0],
    ['F', 'f', shift],
    ['ctrl+X', 'x', ctrl],
    ['ctrl+alt+X', 'x', ctrl | alt],
    ['alt+X', 'x', alt | shift],
    ['Ctrl+shift+X', 'x', ctrl | shift],
    ['İ', 'İ', 0],
  ])('%j is %s with %i', (spelled, key, mask) => {
    expect(parseChord(spelled)).toMatchObject({ spelled, key, modifiers: mask });
  });

  it.each([
    ['', 'the text is empty'],
    ['ctrl', '"ctrl" names modifiers but no key, such as ctrl+a'],
    ['ctrl+shift', 'names modifiers but no key'],
    ['ctrl+', 'not a key'],
    ['entr', 'did you mean enter?'],
    ['Backspcae', 'did you mean backspace?'],
    ['page_dwn', 'did you mean page_down'],
    ['ctrl+dlete', '"ctrl+dlete" is not a key: did you mean delete?'],
    ['f36', 'did you mean f3'],
    ['hello', 'text is typed, not pressed'],
    ['\r', 'not a key'],
    ['e\u0301\u0302', 'not a key'],
    ['ctrl+alt+delete+x', 'not a key'],
    ['__proto__', 'not a key'],
  ])('%j is none: %s', (spelled, reason) => {
    expect(parseChord(spelled)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it('that is none is a fault with the path, the reason and what came', () => {
    const failed = () => readChord('entr', 'keys.2');
    expect(failed).toThrow(Fault);
    expect(failed).toThrow(
      expect.objectContaining({
        name: 'Invalid',
        data: {
          path: 'keys.2',
          reason: expect.stringContaining('enter'),
          expected: 'a key or a chord',
          got: 'entr',
        },
      }),
    );
  });

  it.each(['x', 'ctrl+', '-', 'ctrl+a '])('is refused shortly when it is a megabyte of %j', (unit) => {
    const read = parseChord(unit.repeat(1_000_000 / unit.length)) as { reason: string };
    expect(read.reason).toContain('is not a key');
    expect(read.reason.length).toBeLessThan(120);
  });

  it('may name every modifier', () => {
    const held = 'control+shift+option+command+hyper+meta+';
    expect(parseChord(`${held}page_down`)).toMatchObject({ key: 'page_down', modifiers: 63 });
  });
});

it('aliases lead to keys that there are', () => {
  const known = { ...namedKeys, ...namedCharacters };
  for (const [alias, name] of Object.entries(keyAliases)) {
    expect(known, alias).toHaveProperty(name);
    expect(known).not.toHaveProperty(alias);
  }
});
