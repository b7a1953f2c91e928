/** Expensive frames are sent less often, so that many layers do not block the main thread. */
import { expect, it } from 'vitest';
import { limits } from '#limits.ts';
import { noRedaction } from '#redaction/policy.ts';
import { Layers } from '#viewers/layers.ts';
import type { ViewedSession } from '#viewers/viewer.ts';
import { Viewers } from '#viewers/viewers.ts';
import { feed, freshScreen } from './screens.ts';

/** Each read of the screen's title takes `cost` ms. Nothing else moves the clock. */
function aSession(cost: number) {
  let now = 1000;
  const waits: number[] = [];
  let see = () => {};
  const screen = freshScreen({ rows: 4, cols: 20 });
  const costly = new Proxy(screen, {
    get: (of, name) => {
      if (name === 'title') now += cost;
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  const subject = {
    id: 's1',
    clock: {
      now: () => now,
      wall: () => now,
      after: (ms: number) => {
        waits.push(ms);
        return { dispose() {} };
      },
    },
    closed: false,
    screen: costly,
    layers: new Layers({ rows: 4, cols: 20, pixelWidth: 0, pixelHeight: 0 }, () => {}),
    changes: { lastOutputAt: 0 },
    observers: {
      add: (observer: { handleEvent(): void }) => {
        see = () => observer.handleEvent();
        return { dispose() {} };
      },
    },
  } as unknown as ViewedSession;
  const output = (text: string) => {
    feed(screen, text);
    see();
  };
  return { subject, output, waits };
}

it.each([
  [0, limits.viewerFrameMs],
  [1, limits.viewerFrameMs - 1],
  [50, (limits.viewerCostShare - 1) * 50],
])('a frame that took %i ms is followed by the next one after %i', async (cost, expected) => {
  const { subject, output, waits } = aSession(cost);
  const viewers = new Viewers(subject);
  const taken = new Promise<void>((resolve) => {
    const viewer = viewers.attach({
      owner: {},
      readOnly: true,
      redaction: noRedaction,
      resizes: false,
      onFrameDue: () => {
        viewer.takeFrame();
        resolve();
      },
      onDismissed: () => {},
    });
  });
  output('one');
  await taken;
  output('two');
  expect(waits).toEqual([expected]);
});
