import { describe, expect, it } from 'vitest';
import { Fault } from '#faults.ts';
import { Action } from '#terminal/input/actions.ts';
import { parseChord, requireChord } from '#terminal/input/keys.ts';
import { keyAliases, modifiers, namedCharacters, namedKeys } from '#terminal/input/keyTable.ts';
import type { Modes } from '#terminal/modes.ts';
import { performAction, RecordingTarget } from './target.ts';

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
  ])('parses %j to %s with modifiers %i', (source, key, mask) => {
    expect(parseChord(source)).toMatchObject({ source, key, modifiers: mask });
  });

  it.each([
    ['', 'the text is empty'],
    ['ctrl', '"ctrl" has modifiers but no key; add one, such as ctrl+a'],
    ['ctrl+shift', 'has modifiers but no key'],
    ['ctrl+', 'not a key'],
    ['entr', 'did you mean enter?'],
    ['Backspcae', 'did you mean backspace?'],
    ['page_dwn', 'did you mean page_down'],
    ['ctrl+dlete', '"ctrl+dlete" is not a key: did you mean delete?'],
    ['f36', 'did you mean f3'],
    ['hello', 'a key press cannot send text; type the text instead'],
    ['\r', 'not a key'],
    ['e\u0301\u0302', 'not a key'],
    ['ctrl+alt+delete+x', 'not a key'],
    ['__proto__', 'not a key'],
  ])('rejects %j: %s', (spelled, reason) => {
    expect(parseChord(spelled)).toEqual({ reason: expect.stringContaining(reason) });
  });

  it('raises Invalid with the path, the reason and the given text', () => {
    const failed = () => requireChord('entr', 'keys.2');
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

  it.each(['x', 'ctrl+', '-', 'ctrl+a '])('rejects a megabyte of %j with a short message', (unit) => {
    const read = parseChord(unit.repeat(1_000_000 / unit.length)) as { reason: string };
    expect(read.reason).toContain('is not a key');
    expect(read.reason.length).toBeLessThan(120);
  });

  it('accepts all modifiers together', () => {
    const held = 'control+shift+option+command+hyper+meta+';
    expect(parseChord(`${held}page_down`)).toMatchObject({ key: 'page_down', modifiers: 63 });
  });
});

it('aliases refer to existing keys', () => {
  const known = { ...namedKeys, ...namedCharacters };
  for (const [alias, name] of Object.entries(keyAliases)) {
    expect(known, alias).toHaveProperty(name);
    expect(known).not.toHaveProperty(alias);
  }
});

const press = async (target: RecordingTarget, value: unknown) =>
  (await performAction(target, Action.parse({ type: 'keys', value }))) ?? {};

describe('keys', () => {
  it('sends a row at once, in one write', async () => {
    const target = new RecordingTarget();
    expect(await press(target, 'h i  enter')).toEqual({ bytes: 3, warnings: [] });
    expect(target.writes).toHaveLength(1);
    expect(target.pauses).toEqual([]);
  });

  it('have pauses between chords, but not after the last', async () => {
    const target = new RecordingTarget();
    await press(target, { chords: ['escape', ':', 'q'], delay_ms: 30 });
    expect(target.writes.map((each) => Buffer.from(each).toString())).toEqual(['\x1b', ':', 'q']);
    expect(target.pauses).toEqual([30, 30]);
  });

  it('are encoded with the current modes after each pause', async () => {
    const target = new RecordingTarget();
    const modes = target.modes as { -readonly [Mode in keyof Modes]: Modes[Mode] };
    target.delay = async () => {
      modes.applicationCursor = true;
    };
    await press(target, { chords: 'up up', delay_ms: 1 });
    expect(target.written.toString()).toBe('\x1b[A\x1bOA');
  });

  it('pauses only after an escape that the next key would change', async () => {
    const target = new RecordingTarget();
    expect(await press(target, 'up escape x y escape')).toEqual({ bytes: 7, warnings: [] });
    expect(target.pauses).toEqual([50]);
    expect(target.written.toString()).toBe('\x1b[A\x1bxy\x1b');
    const kitty = new RecordingTarget({ kittyKeyboard: 1 });
    await press(kitty, 'escape x');
    const atOnce = new RecordingTarget();
    await press(atOnce, { chords: 'escape x', delay_ms: 0 });
    expect([...kitty.pauses, ...atOnce.pauses]).toEqual([]);
  });

  it('warns once of a modifier that has no code', async () => {
    expect(await press(new RecordingTarget(), 'shift+enter a shift+enter')).toMatchObject({
      bytes: 3,
      warnings: [expect.stringMatching(/^shift\+enter: shift /)],
    });
  });
});
