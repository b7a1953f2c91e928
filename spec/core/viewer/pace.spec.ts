/** Frames that cost much come seldom: whoever draws a great deal over a session takes the thread from nobody. */
import { expect, it } from 'vitest';
import { Layers } from '../../../src/core/layer/layers.ts';
import { limits } from '../../../src/core/limits.ts';
import { noRedaction } from '../../../src/core/redact/policy.ts';
import type { Subject } from '../../../src/core/viewer/subject.ts';
import { Viewers } from '../../../src/core/viewer/viewers.ts';
import { feed, freshScreen } from './screens.ts';

/** Each look at its title takes `cost`, by a clock that nobody else moves. */
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
        return () => {};
      },
    },
    closed: false,
    screen: costly,
    layers: new Layers({ rows: 4, cols: 20, pixelWidth: 0, pixelHeight: 0 }, () => {}),
    changes: { outputAt: 0 },
    onlookers: {
      add: (onlooker: { see(): void }) => {
        see = () => onlooker.see();
        return () => {};
      },
    },
  } as unknown as Subject;
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
      due: () => {
        viewer.take();
        resolve();
      },
      dismissed: () => {},
    });
  });
  output('one');
  await taken;
  output('two');
  expect(waits).toEqual([expected]);
});
