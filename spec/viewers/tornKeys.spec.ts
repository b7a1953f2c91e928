/** A key that is cut right after its ESC: no other input splits it, it has one name, and the delay is short. */
import { describe, expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { InputLock, InputQueue } from '#session/input.ts';
import { InputWriter, type TypedInput } from '#viewers/inputWriter.ts';
import { parseTypedKeys } from '#viewers/keyboard.ts';
import type { Viewer, ViewerDependencies } from '#viewers/viewer.ts';
import { HandClock } from '../harness/handClock.ts';

const modes = { bracketedPaste: true, focusEvents: false, mouseTracking: 'none' };

/** A session with one viewer that types, and other input beside it. */
function context() {
  const clock = new HandClock();
  const turns = new InputQueue();
  const owner = {};
  const names: string[] = [];
  let program = '';
  const write = (bytes: Uint8Array) => {
    program += Buffer.from(bytes).toString();
  };
  const size = { rows: 24, cols: 80, pixelWidth: 0, pixelHeight: 0 };
  const session = { id: 's1', clock, turns, write, screen: { modes, size } };
  const inputLock = new InputLock(session as never);
  const handleTyped = ({ mode, pieces }: TypedInput) => {
    for (const { key, modifiers, raw } of parseTypedKeys(pieces))
      names.push([...(mode === 'capture' ? ['captured'] : []), ...modifiers, key ?? raw].join('+'));
  };
  const dependencies = {
    session: { ...session, inputQueue: turns, inputLock },
    handleTyped,
  } as unknown as ViewerDependencies;
  const sender = new InputWriter({ options: { owner } } as Viewer, dependencies, () => ({ row: 0, col: 0 }));
  const cancelled = new AbortController();
  return {
    ...{ clock, turns, holding: inputLock, names, sender, cancelled },
    type: async (text: string, more = false) => sender.type(text, cancelled.signal, more),
    other: async (text: string) =>
      turns.run(
        () => write(Buffer.from(text)),
        () => cancelled.signal,
      ),
    program: () => program,
  };
}

describe('a key that is split after its escape', () => {
  it.each([
    ['\x1b[A', 'up'],
    ['\x1bOA', 'up'],
    ['\x1b[1;5A', 'ctrl+up'],
    ['\x1b\x1b[A', 'alt+up'],
    ['\x1bx', 'alt+x'],
    ['\x1b[200~rm\r\x1b[201~', '\x1b[200~rm\r\x1b[201~'],
  ])('%j contains no other input at any split, and has its own name', async (key, name) => {
    for (let at = 1; at < key.length; at++) {
      const { type, other, program, names, clock } = context();
      const first = type(key.slice(0, at));
      const between = other('X');
      await first;
      await type(key.slice(at));
      clock.pass(limits.typedKeyMs);
      await between;
      expect(program().replace('X', '')).toBe(key);
      expect(program()).toContain(key);
      expect(names).toEqual([name]);
    }
  });

  it('is written in pieces, at once, and is Escape when nothing follows', async () => {
    const { type, other, program, names, clock } = context();
    expect(await type('\x1b')).toEqual({ bytes: 1, captured: false });
    expect(program()).toBe('\x1b');
    const between = other('X');
    clock.pass(limits.typedEscapeMs - 1);
    expect(program()).toBe('\x1b');
    expect(names).toEqual([]);
    clock.pass(1);
    await between;
    expect(program()).toBe('\x1bX');
    expect(names).toEqual(['escape']);
    await type('[A');
    expect(program()).toBe('\x1bX[A');
  });

  it('delays other input only once, for any continuation', async () => {
    for (const more of ['\x1b', '[', '[200~', '[A\x1b', 'x\x1b']) {
      const { type, other, program, clock } = context();
      await type('\x1b');
      const between = other('X');
      for (let at = 0; at < 3; at++) {
        void type(more);
        clock.pass(limits.typedEscapeMs / 2);
      }
      await between;
      expect(program()).toContain('X');
    }
  });

  it('is in order with the text before and after it; queued input is next', async () => {
    const { type, other, program, names } = context();
    await Promise.all([type('ab\x1b'), other('X'), type('[Acd\x1b'), other('Y'), type('[B')]);
    expect(program()).toBe('ab\x1b[AcdX\x1b[BY');
    expect(names).toEqual(['a', 'b', 'up', 'c', 'd', 'down']);
  });

  it('is sent complete to the holder of the input, and not to the program', async () => {
    const { type, holding, program, names, clock } = context();
    holding.capture({}, { from: 'everyone' });
    expect(await type('\x1b')).toEqual({ bytes: 0, captured: true });
    expect(await type('[A')).toEqual({ bytes: 0, captured: true });
    expect(await type('\x1b')).toEqual({ bytes: 0, captured: true });
    clock.pass(limits.typedEscapeMs);
    expect(names).toEqual(['captured+up', 'captured+escape']);
    expect(program()).toBe('');
  });

  it('is completed before other input, and when its viewer detaches', async () => {
    const { type, sender, cancelled, names, program, clock, other } = context();
    await type('\x1b');
    await sender.flush(cancelled.signal);
    expect(names).toEqual(['escape']);
    await type('\x1b');
    sender.stopTimers();
    await other('X');
    expect(names).toEqual(['escape', 'escape']);
    expect(program()).toBe('\x1b\x1bX');
    expect(clock.pending).toBe(0);
  });

  it('is dropped if it was cancelled before its turn', async () => {
    const { type, cancelled, names, program, clock, turns } = context();
    let end = () => {};
    const long = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
    const pressed = type('\x1b');
    cancelled.abort('request');
    await expect(pressed).rejects.toMatchObject({ name: 'Cancelled' });
    end();
    await long;
    await type('x');
    clock.pass(limits.typedKeyMs);
    expect([program(), names]).toEqual(['x', ['x']]);
  });
});
