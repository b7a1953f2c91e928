import { describe, expect, it } from 'vitest';
import { Action } from '#terminal/input/actions.ts';
import type { Modes } from '#terminal/modes.ts';
import { performAction, RecordingTarget } from './target.ts';

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
