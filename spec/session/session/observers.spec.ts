/** Observers of a session: the events that they get, and when they stop. */
import { describe, expect, it } from 'vitest';
import { type Observer, Observers, type SessionEvent } from '#session/session.ts';

function observing(more: Partial<Observer> = {}) {
  const events: SessionEvent[] = [];
  const observer = {
    handleEvent: (event: SessionEvent) => events.push(event),
    done: async () => {},
    ...more,
  };
  return { events, observer: observer as Observer };
}

const mark = { kind: 'marked', label: 'here' } as const;
const compiled = { source: { type: 'contains_text', value: 'ready' } } as never;

it('an observer is notified until it is removed', () => {
  const all = new Observers();
  const [one, other] = [observing(), observing()];
  const added = all.add(one.observer);
  all.add(other.observer);
  all.notify(mark);
  added.dispose();
  all.notify(mark);
  expect([one.events.length, other.events.length]).toEqual([1, 2]);
});

it('raw bytes are sent only to observers that request them', () => {
  const all = new Observers();
  const bytes: number[] = [];
  all.add(observing().observer);
  all.add(observing({ handleBytes: (piece) => bytes.push(...piece) }).observer);
  all.notifyBytes(Uint8Array.of(1, 2));
  expect(bytes).toEqual([1, 2]);
});

it('input is observed while one observer does', () => {
  const all = new Observers();
  all.add(observing().observer);
  expect(all.observesInput).toBe(false);
  const added = all.add(observing({ observesInput: true }).observer);
  expect(all.observesInput).toBe(true);
  added.dispose();
  expect(all.observesInput).toBe(false);
});

describe('a wait', () => {
  it('is reported when it is satisfied', async () => {
    const all = new Observers();
    const { events, observer } = observing();
    all.add(observer);
    const { promise, resolve } = deferred();
    all.watchWait(compiled, 100, promise);
    expect(events).toEqual([]);
    resolve();
    await promise;
    const matcher = { type: 'contains_text', value: 'ready' };
    expect(events).toEqual([{ kind: 'operation', operation: { call: 'wait', matcher, timeoutMs: 100 } }]);
  });

  it('that fails is not reported', async () => {
    const all = new Observers();
    const { events, observer } = observing();
    all.add(observer);
    const failed = Promise.reject(new Error('timed out'));
    all.watchWait(compiled, 100, failed);
    await expect(failed).rejects.toThrow('timed out');
    expect(events).toEqual([]);
  });
});

it('is done when every observer has stored its event', async () => {
  const all = new Observers();
  const stored: string[] = [];
  for (const name of ['one', 'other'])
    all.add(observing({ done: async () => void stored.push(name) }).observer);
  await all.done();
  expect(stored).toEqual(['one', 'other']);
});

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
