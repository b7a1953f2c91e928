import { describe, expect, it } from 'vitest';
import { InputLock } from '#session/input.ts';

const [editor, agent, person] = [{}, {}, {}];

function openLock() {
  let now = 0;
  const lock = new InputLock({ id: 's1', clock: { wall: () => ++now } as never });
  let changes = 0;
  lock.onChange(() => changes++);
  return { lock, changes: () => changes };
}

describe('an input lock', () => {
  it('with the scope everyone refuses input of others, and names its holder', () => {
    const { lock } = openLock();
    lock.capture(agent, { from: 'everyone', name: 'bot' });
    expect(lock.refusal(agent)).toBeUndefined();
    expect(lock.refusal(editor)).toMatchObject({
      name: 'InputHeld',
      message: expect.stringContaining('bot holds'),
    });
    expect(lock.refusal(undefined)).toBeDefined();
    expect([lock.captures(agent), lock.captures(person)]).toEqual([false, true]);
  });

  it('with the scope people permits writes of programs, and captures the keys of all viewers', () => {
    const { lock } = openLock();
    lock.capture(agent, { from: 'people' });
    expect(lock.refusal(editor)).toBeUndefined();
    expect([lock.captures(agent), lock.captures(person)]).toEqual([true, true]);
  });

  it('can be changed by its holder', () => {
    const { lock } = openLock();
    const { since } = lock.capture(agent, { from: 'people' });
    expect(lock.capture(agent, { from: 'everyone', name: 'bot' })).toMatchObject({
      from: 'everyone',
      name: 'bot',
      since,
    });
  });

  it('is taken over only on request, and never by a program from a person', () => {
    const { lock } = openLock();
    lock.capture(agent, { from: 'everyone' });
    expect(() => lock.capture(editor, { from: 'everyone' })).toThrow('another client holds');
    lock.capture(person, { from: 'everyone', name: 'ada', person: true, takeOver: true });
    expect(() => lock.capture(agent, { from: 'everyone', takeOver: true })).toThrow('ada (a person) holds');
    expect(lock.holder).toMatchObject({ name: 'ada' });
  });

  it('is released by its holder only, or for all', () => {
    const { lock, changes } = openLock();
    lock.capture(agent, { from: 'everyone' });
    expect(lock.release(editor)).toBe(false);
    expect(lock.release(agent)).toBe(true);
    expect(lock.release()).toBe(false);
    lock.capture(editor, { from: 'everyone' });
    expect(lock.release()).toBe(true);
    expect(lock.holder).toBeUndefined();
    expect(changes()).toBe(4);
  });
});
