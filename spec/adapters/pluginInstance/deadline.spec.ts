import { describe, expect, it } from 'vitest';
import { startThreadDeadline } from '#adapters/pluginInstance.ts';
import type { Clock } from '#platform/clock.ts';

/** A clock whose timers fire on command, at any delay. */
class LateClock implements Clock {
  time = 0;
  armed: { readonly at: number; readonly due: () => void } | undefined;
  now = () => this.time;
  wall = () => this.time;
  after(ms: number, due: () => void) {
    const one = { at: this.time + ms, due };
    this.armed = one;
    const dispose = () => {
      if (this.armed === one) this.armed = undefined;
    };
    return { dispose };
  }
  /** Fires the armed timer `late` milliseconds after its time. */
  ring(late = 0): void {
    const { at, due } = this.armed!;
    this.armed = undefined;
    this.time = at + late;
    due();
  }
}

const bounds = { ms: 500, mostMs: 2000 };

describe('without the run time of the thread, it', () => {
  const ran = () => undefined;

  it('expires after its time', () => {
    const clock = new LateClock();
    let rung = 0;
    startThreadDeadline(clock, { ...bounds, ran, onExpired: () => rung++ });
    while (clock.armed) clock.ring();
    expect([rung, clock.time]).toEqual([1, 500]);
  });

  it('counts a period in which nothing ran here as one slice', () => {
    const clock = new LateClock();
    let rung = 0;
    startThreadDeadline(clock, { ...bounds, ran, onExpired: () => rung++ });
    clock.ring(10_000);
    clock.ring(10_000);
    expect(rung).toBe(0);
    while (clock.armed) clock.ring();
    expect([rung, clock.time]).toEqual([1, 20_500]);
  });

  it('does not expire after it is disposed', () => {
    const clock = new LateClock();
    const timer = startThreadDeadline(clock, { ...bounds, ran, onExpired: () => expect.unreachable() });
    clock.ring();
    timer.dispose();
    expect(clock.armed).toBeUndefined();
  });
});

describe('with the run time of the thread, it', () => {
  const rungAt = (share: number) => {
    const clock = new LateClock();
    const expired: boolean[] = [];
    startThreadDeadline(clock, {
      ...bounds,
      ran: () => 7000 + clock.time * share,
      onExpired: (starved) => expired.push(starved),
    });
    while (clock.armed) clock.ring();
    expect(expired).toEqual([share === 0]);
    return clock.time;
  };

  it('expires after its time for a thread that always runs', () => {
    expect(rungAt(1)).toBe(500);
  });

  it('waits for a thread that gets half of a processor', () => {
    expect(rungAt(0.5)).toBeGreaterThan(850);
    expect(rungAt(0.5)).toBeLessThan(950);
  });

  it('does not wait for ever for a thread without processor time', () => {
    expect(rungAt(0)).toBe(2000);
  });
});
