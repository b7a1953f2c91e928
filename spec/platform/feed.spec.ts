/** Changes that are sent together: at the end of a turn, at an interval, or when the receiver reads again. */
import { describe, expect, it } from 'vitest';
import { Feed } from '#platform/feed.ts';
import { HandClock } from '../harness/handClock.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('without an interval', () => {
  it('sends once, after the turn with the change', async () => {
    let sent = 0;
    const feed = new Feed({ flush: () => sent++ });
    feed.schedule();
    feed.schedule();
    expect(sent).toBe(0);
    await nextTurn();
    expect(sent).toBe(1);
    feed.schedule();
    await nextTurn();
    expect(sent).toBe(2);
  });

  it('sends nothing twice, and nothing after it was disposed', async () => {
    let sent = 0;
    const feed = new Feed({ flush: () => sent++ });
    feed.schedule();
    feed.flush();
    await nextTurn();
    expect(sent).toBe(1);
    feed.schedule();
    feed.dispose();
    await nextTurn();
    expect(sent).toBe(1);
  });
});

it('with an interval sends at most once in it', () => {
  const clock = new HandClock();
  let sent = 0;
  const feed = new Feed({ flush: () => sent++, clock, intervalMs: () => 100 });
  feed.flush();
  clock.pass(30);
  feed.schedule();
  clock.pass(69);
  expect(sent).toBe(1);
  clock.pass(1);
  expect(sent).toBe(2);
  expect(clock.pending).toBe(0);
});

it('sends nothing to a receiver that does not read, counts the missed items, and catches up', () => {
  let [sent, blocked] = [0, true];
  const feed = new Feed({ flush: () => sent++, isBlocked: () => blocked });
  feed.flush();
  feed.flush();
  expect([sent, feed.takeSkipped(), feed.takeSkipped()]).toEqual([0, 2, 0]);
  feed.flush();
  blocked = false;
  feed.resume();
  expect(sent).toBe(1);
  feed.takeSkipped();
  feed.resume();
  expect(sent).toBe(1);
});
